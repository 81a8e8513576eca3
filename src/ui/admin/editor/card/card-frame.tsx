import { useEffect, useRef, useState } from 'react'
import { start } from '../../../shared/published'
import type { CardText, FrameNews, Scene } from './scene'
import { address } from './stage'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')

/**
 * The page of a frame: the guests' own styles, which the page around it came with, and the script that draws the card.
 */
const pageOf = (language: string) => {
  const styles = [...document.head.querySelectorAll('style, link[href*="/later."]')]
    .map(({ outerHTML }) => outerHTML)
    .join('')
  const towns = document.querySelector('link[rel=towns]')?.outerHTML ?? ''
  const given = JSON.stringify(start).replace(/</g, '\\u003c')
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>.</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${styles}${towns}
<script id="start" type="application/json">${given}</script>
<script type="module" src="${escaped(address)}"></script></head><body><div id="root"></div></body></html>`
}

type CardFrameProps = {
  scene: Scene
  title: string
  /** Shown, but for nobody to press: the keyboard goes past it. */
  still?: boolean
  /** The guest of a trial has come to a step. */
  arrive?: (path: string) => void
  /** Hears where the texts of the scene are, each time they move. */
  place?: (texts: readonly CardText[]) => void
}

/**
 * A step on the guests' own card, in a frame of a phone's width that is a world of its own: what is typed there touches
 * neither the host's page nor what this browser keeps of a guest.
 */
export const CardFrame = ({ scene, title, still = false, arrive, place }: CardFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [page] = useState(() => pageOf(scene.language))
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState<number>()
  const told = useRef({ arrive, place })
  told.current = { arrive, place }
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<FrameNews>) => {
      if (source !== frame.current?.contentWindow) return
      if (data.card === 'ready') setReady(true)
      if (data.card === 'at') told.current.arrive?.(data.path)
      if (data.card !== 'texts') return
      setHeight(data.height)
      told.current.place?.(data.texts)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
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
