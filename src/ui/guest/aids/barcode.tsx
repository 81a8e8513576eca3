import { useRef, useState } from 'react'
import { Icon } from '../../look/icon'
import { say, today } from '../../shared/published'
import { draft, saveDraft } from '../state/guest-draft'
import type { ToRead } from './barcode-worker'
import { greyPicture } from './grey-picture'
import { Returning } from './returning'

/** The address of the built `barcode-worker.ts`. */
declare const barcodeFile: string

/** Pixels of the longest side: a narrow bar is then 3 pixels wide if the code fills half the picture. */
const longest = 1600

/** Returns the codice fiscale of a picture's bar code; empty without one. Rejects an unreadable file. */
const readPicture = async (file: File): Promise<string> => {
  const picture = await greyPicture(file, longest)
  const worker = new Worker(barcodeFile, { type: 'module' })
  try {
    return await new Promise<string>((done, fail) => {
      worker.onmessage = ({ data }: MessageEvent<string>) => done(data)
      worker.onerror = () => fail(new Error('the reader of bar codes failed'))
      worker.postMessage({ picture, today: today() } satisfies ToRead, [picture.pixels.buffer])
    })
  } finally {
    worker.terminate()
  }
}

type State = 'ready' | 'reading' | 'read' | 'unread' | 'noPicture'

/** Reads the bar code of a health or identity card and writes its codice fiscale into the draft. */
export const Barcode = () => {
  const [state, setState] = useState<State>('ready')
  const box = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    setState('reading')
    try {
      const code = await readPicture(file)
      if (code) saveDraft({ ...draft.get(), mainGuestFiscalCode: code })
      setState(code ? 'read' : 'unread')
    } catch (error) {
      console.warn(error)
      setState('noPicture')
    }
  }
  return (
    <div className="barcode">
      <Returning />
      <input
        ref={box}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void read(file)
          target.value = ''
        }}
      />
      <button
        type="button"
        className="choice"
        aria-disabled={state === 'reading' || undefined}
        onClick={() => state !== 'reading' && box.current?.click()}
      >
        <Icon name="heroicons:camera" />
        <span>
          {say(state === 'reading' ? 'barcode.reading' : 'barcode.scan')}
          <small>{say('barcode.where')}</small>
        </span>
      </button>
      <p role="status" className={state === 'unread' || state === 'noPicture' ? 'caution' : undefined}>
        {state === 'ready' || state === 'reading' ? '' : say(`barcode.${state}`)}
      </p>
    </div>
  )
}
