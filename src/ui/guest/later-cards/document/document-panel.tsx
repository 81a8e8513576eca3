import { useEffect, useRef, useState } from 'react'
import type { ReadDocument } from '../../../../core/reader/document'
import type { Grey } from '../../../../core/reader/picture'
import { shortDate } from '../../../../core/text/dates'
import { Icon, type IconName } from '../../../look/icon'
import { useStore } from '../../../shared/page-store'
import { house, say, today } from '../../../shared/published'
import type { PanelProps } from '../../state/panel'
import { newReader, type Reader, reading } from './reading'
import { Where } from './where'

/** Drawn: the page allows no picture from elsewhere. */
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
  const kind = documentType && house.get().speak.say(`documentType.${documentType}`)
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

/** A file input that looks like a button. */
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
        // The same picture may be chosen again.
        if (file) take(file)
        currentTarget.value = ''
      }}
    />
  </label>
)
type PickProps = { text: string; icon: IconName; live?: boolean; primary?: boolean; take: (file: Blob) => void }

type State = 'idle' | 'working'

const faults = {
  picture: 'document.fault.picture',
  none: 'document.fault.none',
  unclear: 'document.fault.unclear',
  offline: 'document.fault.offline',
} as const

const useReading = () => {
  const [state, setState] = useState<State>('idle')
  const [fault, setFault] = useState<keyof typeof faults>()
  const reader = useRef<Reader>(undefined)
  useEffect(() => () => reader.current?.close(), [])
  const begin = (next: State) => {
    setFault(undefined)
    setState(next)
  }
  const end = (why?: keyof typeof faults) => {
    setFault(why)
    setState('idle')
  }
  const read = async (picture: Blob) => {
    reader.current ??= newReader()
    const answer = await reader.current.read(picture)
    if ('document' in answer) {
      reading.set(answer)
      return end()
    }
    if (answer.why === 'offline') {
      reader.current?.close()
      reader.current = undefined
    }
    end(answer.why)
  }
  return { state, fault, begin, read }
}

/** The ways to a picture: the phone's camera, or a file. */
const Ways = ({ hasFound, begin, read }: WaysProps) => {
  const take = (file: Blob) => {
    begin('working')
    void read(file)
  }
  return (
    <div className="choices">
      <Pick
        live
        primary={!hasFound}
        icon="heroicons:camera"
        text={say(hasFound ? 'document.again' : 'document.take')}
        take={take}
      />
      <Pick icon="heroicons:photo" text={say('document.pick')} take={take} />
      {hasFound && (
        <button type="button" className="choice" onClick={() => reading.set(undefined)}>
          <span>{say('document.discard')}</span>
        </button>
      )}
    </div>
  )
}
type WaysProps = { hasFound: boolean } & Pick<ReturnType<typeof useReading>, 'begin' | 'read'>

const Reading = () => {
  const found = useStore(reading)
  const { state, fault, begin, read } = useReading()
  const sentence = fault ? faults[fault] : found ? 'document.found' : 'document.hold'
  return (
    <>
      {found ? <Found {...found} /> : <Where />}
      <p className={fault ? 'caution' : 'panel'} role="status">
        {say(state === 'working' ? 'document.reading' : sentence)}
      </p>
      <Ways hasFound={Boolean(found)} begin={begin} read={read} />
      <p className="panel privacy">
        <Icon name="heroicons:lock-closed" />
        <span>{say('document.private')}</span>
      </p>
    </>
  )
}

/** The panel of the card that reads a document, and of the one that shows its answers. */
export const DocumentPanel = ({ hasQuestions }: Pick<PanelProps, 'hasQuestions'>) => {
  const found = useStore(reading)
  if (!hasQuestions) return <Reading />
  return found ? <Found {...found} /> : null
}
