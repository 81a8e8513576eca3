import { useEffect, useRef, useState } from 'react'
import type { ReadDocument } from '../../../../core/reader/document'
import type { Grey } from '../../../../core/reader/raster'
import { shortDate } from '../../../../core/text/written-dates'
import { Icon, type IconName } from '../../../look/icon'
import { useStore } from '../../../shared/page-store'
import { house, say, today } from '../../../shared/published'
import { useSeen } from '../../../shared/visible'
import type { PanelProps } from '../../first-cards/first-cards'
import { type CameraEnd, discardReading, newReader, reading, watchCamera } from './reading'

const Lines = ({ at, from, to }: { at: readonly number[]; from: number; to: number }) => (
  <g className="zone">
    {at.map((y) => (
      <line key={y} x1={from} x2={to} y1={y} y2={y} strokeDasharray="4 1.6" />
    ))}
  </g>
)

/** A sentence with at most one `<<<`, which screen readers read as words. */
const Sentence = ({ text }: { text: string }) => {
  const [before, after] = text.split('<<<')
  return (
    <span>
      {before}
      {after !== undefined && <span aria-hidden="true">{'<<<'}</span>}
      {after !== undefined && <span className="unseen">{say('document.signs')}</span>}
      {after}
    </span>
  )
}

/** Shows where the lines are: on the back of a card, and on a passport's page with the photograph. */
const Where = () => (
  <ul className="where-zone">
    <li>
      <svg viewBox="0 0 214 66" aria-hidden="true">
        <rect x="1" y="1" width="100" height="64" rx="6" />
        <circle cx="24" cy="26" r="8" />
        <path d="M10 52c0-10 6-15 14-15s14 5 14 15M50 18h38M50 28h30M50 38h34" />
        <path className="crossed" d="M6 6l90 54" />
        <rect x="113" y="1" width="100" height="64" rx="6" />
        <path d="M121 12h20v14h-20zM150 14h52M150 22h40" />
        <Lines at={[42, 49, 56]} from={121} to={205} />
      </svg>
      <Sentence text={say('document.card')} />
    </li>
    <li>
      <svg viewBox="52 0 214 66" aria-hidden="true">
        <rect x="53" y="1" width="108" height="64" rx="4" />
        <circle cx="73" cy="20" r="7" />
        <path d="M61 42c0-9 5-13 12-13s12 4 12 13M98 14h50M98 23h36M98 32h44" />
        <Lines at={[51, 58]} from={60} to={154} />
      </svg>
      <Sentence text={say('document.passport')} />
    </li>
  </ul>
)

/** A canvas, because the content security policy allows no `blob:` pictures. */
const Strip = ({ strip }: { strip: Grey }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const image = context.createImageData(strip.width, strip.height)
    strip.data.forEach((value, i) => image.data.set([value, value, value, 255], i * 4))
    context.putImageData(image, 0, 0)
  }, [strip])
  return (
    <canvas
      ref={canvas}
      className="strip"
      width={strip.width}
      height={strip.height}
      role="img"
      aria-label={say('document.strip')}
    />
  )
}

const notesOf = ({ expiry, cut, isIdentity }: ReadDocument): string[] => [
  ...(expiry && expiry < today() ? [say('document.expired', { date: shortDate(expiry, house.get().language) })] : []),
  ...(cut.length ? [say('document.cut')] : []),
  ...(isIdentity ? [] : [say('document.permit')]),
]

const Found = ({ document, strip }: { document: ReadDocument; strip: Grey }) => {
  const { name, lastName, documentType, documentNumber } = document.answers
  const kind = documentType && say(`documentType.${documentType}`)
  return (
    <section className="document-found" aria-label={say('document.strip')}>
      <Strip strip={strip} />
      <p>
        <strong>{[name, lastName].filter(Boolean).join(' ')}</strong>
        {documentNumber && (
          <>
            <br />
            {kind} {documentNumber}
          </>
        )}
      </p>
      {notesOf(document).map((note) => (
        <p key={note} className="caution">
          {note}
        </p>
      ))}
    </section>
  )
}

const Pick = ({ text, icon, live, primary, take }: PickProps) => (
  <label className={primary ? 'choice primary file' : 'choice file'}>
    <Icon name={icon} />
    <span>{text}</span>
    <input
      type="file"
      accept="image/*"
      {...(live && { capture: 'environment' as const })}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        // Without this, choosing the same picture again fires no event.
        if (file) take(file)
        currentTarget.value = ''
      }}
    />
  </label>
)
type PickProps = { text: string; icon: IconName; live?: boolean; primary?: boolean; take: (file: Blob) => void }

const faults = {
  picture: 'document.fault.picture',
  none: 'document.fault.none',
  unclear: 'document.fault.unclear',
  offline: 'document.fault.offline',
  refused: 'document.fault.refused',
  noCamera: 'document.fault.noCamera',
  insecure: 'document.fault.insecure',
} as const

const sentences = { live: 'document.aim', working: 'document.reading' } as const

const useReading = () => {
  const [state, setState] = useState<'idle' | keyof typeof sentences>('idle')
  const [fault, setFault] = useState<keyof typeof faults>()
  const [reader] = useState(newReader)
  useEffect(() => reader.close, [reader])
  const begin = (next: typeof state) => {
    setFault(undefined)
    setState(next)
  }
  const end = (how?: CameraEnd) => {
    if (how && 'document' in how) reading.set(how)
    setFault(how && 'why' in how ? how.why : undefined)
    setState('idle')
  }
  return { state, fault, begin, end, read: reader.read }
}

const Live = ({ read, end }: Pick<ReturnType<typeof useReading>, 'read' | 'end'>) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => watchCamera(video.current!, read, end), [])
  return (
    <div className="live">
      <video ref={video} muted playsInline aria-label={say('document.live')} />
    </div>
  )
}

const Ways = ({ hasFound, state, begin, end, read }: { hasFound: boolean } & ReturnType<typeof useReading>) => {
  const take = (file: Blob) => {
    begin('working')
    void read(file).then(end)
  }
  const isLive = state === 'live'
  return (
    <div className="choices">
      <Pick
        live
        primary={!hasFound}
        icon="heroicons:camera"
        text={say(hasFound ? 'document.again' : 'document.take')}
        take={take}
      />
      <button type="button" className="choice" onClick={() => (isLive ? end() : begin('live'))}>
        <Icon name="heroicons:video-camera" />
        <span>{say(isLive ? 'document.stop' : 'document.live')}</span>
      </button>
      <Pick icon="heroicons:photo" text={say('document.pick')} take={take} />
      {hasFound && (
        <button type="button" className="choice" onClick={discardReading}>
          <span>{say('document.discard')}</span>
        </button>
      )}
    </div>
  )
}

const Reading = () => {
  const found = useStore(reading)
  const asked = useReading()
  const { state, fault, read, end } = asked
  const isLive = state === 'live'
  const idle = fault ? faults[fault] : found ? 'document.found' : 'document.hold'
  const text = say(state === 'idle' ? idle : sentences[state])
  const words = useSeen(text)
  return (
    <>
      {isLive && <Live read={read} end={end} />}
      {!isLive && (found ? <Found {...found} /> : <Where />)}
      <p ref={words} className={fault ? 'caution' : 'panel'} role="status">
        <Sentence text={text} />
      </p>
      <Ways hasFound={Boolean(found)} {...asked} />
      <p className="panel privacy">
        <Icon name="heroicons:lock-closed" />
        <span>{say('document.private')}</span>
      </p>
    </>
  )
}

/** The panel of the card that reads a document and of the card with its answers. */
export const DocumentPanel = ({ hasQuestions }: Pick<PanelProps, 'hasQuestions'>) => {
  const found = useStore(reading)
  if (!hasQuestions) return <Reading />
  return found ? <Found {...found} /> : null
}
