import { useEffect, useRef, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { houseSettings } from '../../../shared/house-settings'
import { start } from '../../../shared/published'
import { type Session, sessionWords } from '../draft/session'
import { type CardText, effectResults, type FrameNews, type Scene, scenes } from './scene'
import { address } from './stage'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')

const pageOf = (language: string) => {
  const linked = [
    ...document.head.querySelectorAll('style, link[href*="/later."], link[rel=towns], link[rel=birthplaces]'),
  ]
    .map(({ outerHTML }) => outerHTML)
    .join('')
  const given = JSON.stringify(start).replace(/</g, '\\u003c')
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>.</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${linked}
<script id="start" type="application/json">${given}</script>
<script type="module" src="${escaped(address)}"></script></head><body><div id="root"></div></body></html>`
}

type CardFrameProps = {
  scene: Scene
  title: string
  /** Shows a picture: no keyboard, no clicks. */
  still?: boolean
  arrive?: (path: string) => void
  place?: (texts: readonly CardText[]) => void
}

/** The guests' own card in a frame, isolated: it cannot touch the host's page or the browser's stored draft. */
export const CardFrame = ({ scene, title, still = false, arrive, place }: CardFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [page] = useState(() => pageOf(scene.language))
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState<number>()
  const callbacks = useRef({ arrive, place })
  callbacks.current = { arrive, place }
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<FrameNews>) => {
      if (source !== frame.current?.contentWindow) return
      if (data.card === 'ready') setReady(true)
      if (data.card === 'at') callbacks.current.arrive?.(data.path)
      if (data.card !== 'texts') return
      setHeight(data.height)
      callbacks.current.place?.(data.texts)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [])
  const sent = JSON.stringify(scene)
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(scene, '*')
  }, [isReady, sent])
  return (
    <iframe
      ref={frame}
      className="card-frame"
      title={title}
      data-card=""
      srcDoc={page}
      style={{ height }}
      inert={still}
      tabIndex={still ? -1 : undefined}
    />
  )
}

type StillCardProps = { flow: Flow; session: Session; path: string; title: string }

/** A card of a flow as a picture, in the host's language. */
export const StillCard = ({ flow, session, path, title }: StillCardProps) => (
  <CardFrame
    still
    title={title}
    scene={{
      flow,
      words: sessionWords({ ...session, flow })[start.hostLanguage],
      language: start.hostLanguage,
      settings: houseSettings.get(),
      known: { ...scenes.italians!(), ...effectResults },
      path,
      faults: false,
      trial: false,
    }}
  />
)
