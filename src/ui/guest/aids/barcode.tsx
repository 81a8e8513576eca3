import { useRef, useState } from 'react'
import type { GreyPicture } from '../../../core/fiscal-code/code39'
import { Icon } from '../../look/icon'
import { say, today } from '../../shared/published'
import { draft, saveDraft } from '../state/guest-draft'
import type { ToRead } from './barcode-worker'
import { Returning } from './returning'

/** Returns a picture in grey, at most `longest` pixels wide or high, in memory only. Rejects an unreadable file. */
const greyPicture = async (file: Blob, longest: number): Promise<GreyPicture & { pixels: Uint8Array }> => {
  // Browsers that know the option never hold a picture of sixty megapixels.
  const bitmap = await createImageBitmap(file, { resizeWidth: longest, resizeQuality: 'medium' })
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  const pixels = new Uint8Array(width * height)
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = 0.299 * data[i * 4]! + 0.587 * data[i * 4 + 1]! + 0.114 * data[i * 4 + 2]!
  return { width, height, pixels }
}

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

/** Reads the bar code of a health or identity card and writes its codice fiscale into the draft. */
export const Barcode = () => {
  const [state, setState] = useState<'ready' | 'reading' | 'read' | 'unread' | 'noPicture'>('ready')
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
