import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import type { Language } from '../../../../../schema/languages'
import type { Flow } from '../../../../../schema/steps'
import { refusalSentence } from '../../../../core/editor/sentences'
import { isForInputMethod } from '../../../shared/card'
import { houseSettings } from '../../../shared/house-settings'
import { say, start } from '../../../shared/published'
import { mayDiscard } from '../../dialogs/questions'
import { cardWords, editDraft, editorSession, editText, type Session, sessionWords } from '../draft/draft-session'
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
    }}
  />
)

type ChangedTextProps = { text: CardText; language: Language }

/** Returns the refusal, if any. A house text may not be empty. */
const saveText = (key: string, language: Language, typed: string) => {
  const hasWording = editorSession.get()!.shipped[language][key] !== undefined
  const refused =
    typed.trim() || hasWording
      ? editText(key, language, typed)
      : editDraft({ kind: 'setWord', key, language, text: typed })
  return refused && refusalSentence(refused, cardWords(editorSession.get()!))
}

type TextBoxProps = ChangedTextProps & {
  name: string
  close: (back: boolean) => void
}

const TextBox = ({ text: { key, place, isLong }, language, name, close }: TextBoxProps) => {
  const [before] = useState(() => sessionWords(editorSession.get()!)[language][key] ?? '')
  const [typed, type] = useState(before)
  const [fault, setFault] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const isAsked = useRef(false)
  const id = useId()
  useEffect(() => {
    box.current!.focus()
    box.current!.select()
  }, [])
  const keep = (back: boolean) => {
    const refused = saveText(key, language, typed)
    setFault(refused)
    if (!refused) close(back)
  }
  const leave = async () => {
    isAsked.current = true
    const isLeft = typed === before || (await mayDiscard())
    isAsked.current = false
    if (isLeft) close(true)
    else box.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (isForInputMethod(event)) return
    if (event.key === 'Escape') void leave()
    else if (event.key !== 'Enter' || isLong || event.shiftKey) return
    else keep(true)
    event.preventDefault()
  }
  const width = `max(${place.width}px, min(14rem, 100%))`
  return (
    <div className="text-box" style={{ top: place.top, left: `min(${place.left}px, 100% - ${width})`, width }}>
      <textarea
        ref={box}
        lang={language}
        aria-label={name}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault || isLong ? id : undefined}
        value={typed}
        rows={isLong ? 8 : Math.ceil((typed.length + 1) / 24)}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        onBlur={() => isAsked.current || keep(false)}
      />
      {(fault || isLong) && (
        <p id={id} className={fault ? 'fault' : 'hint'} role={fault ? 'alert' : undefined}>
          {fault ?? say('flow.houseTextHint')}
        </p>
      )}
    </div>
  )
}

const ChangedText = (props: ChangedTextProps) => {
  const { text: shownText, place, isLong } = props.text
  const [isOpen, open] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isBack = useRef(false)
  useEffect(() => {
    if (isBack.current) button.current?.focus()
    isBack.current = false
  }, [isOpen])
  const name = say('flow.changeText', { text: shownText })
  const close = (back: boolean) => {
    isBack.current = back
    open(false)
  }
  const press = (event: MouseEvent) => {
    // Saving the open text can move the page, and a click would miss its target.
    event.preventDefault()
    open(true)
  }
  if (isOpen) return <TextBox {...props} name={name} close={close} />
  return (
    <button
      ref={button}
      type="button"
      className={isLong ? 'long' : undefined}
      aria-label={name}
      style={place}
      onMouseDown={press}
      onClick={() => open(true)}
    />
  )
}

/** Buttons over the frame, one for each text, which edit it in place. */
export const TextButtons = ({ texts, language }: { texts: readonly CardText[]; language: Language }) => (
  <div className="text-buttons" role="group" aria-label={say('flow.cardTexts')}>
    {texts.map((text, i) => (
      <ChangedText
        key={`${text.key} ${texts.slice(0, i).filter(({ key }) => key === text.key).length}`}
        {...{ text, language }}
      />
    ))}
  </div>
)
