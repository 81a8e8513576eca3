import { type Draft, fieldOf } from '../../../../../schema/checkin'
import type { ReadDocument } from '../../../../core/reader/document'
import type { Grey } from '../../../../core/reader/picture'
import { store } from '../../../shared/page-store'
import { house, today } from '../../../shared/published'
import type { Run } from '../../state/effect-results'
import { greyOf } from './grey'
import type { Asked, ReaderAnswer } from './reader-worker'

/** The address of the built `reader-worker.ts`. */
declare const documentReaderFile: string

/** What was read on this page, with the strip of the picture it was read from; it goes with the page. */
export const reading = store<{ document: ReadDocument; strip: Grey } | undefined>(undefined)

/** A thread that reads pictures, one at a time. */
export type Reader = {
  read: (picture: Blob | ImageBitmap) => Promise<ReaderAnswer | { why: 'offline' }>
  close: () => void
}

/** Returns a thread of its own; its file is loaded once, and the browser keeps it. */
export const newReader = (): Reader => {
  const thread = new Worker(documentReaderFile, { type: 'module' })
  let settle: (answer: ReaderAnswer | { why: 'offline' }) => void = () => {}
  thread.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => settle(data)
  thread.onerror = () => settle({ why: 'offline' })
  return {
    read: (picture) =>
      new Promise((done) => {
        settle = done
        const send = (sent: Asked['picture']) => thread.postMessage({ picture: sent, today: today() } satisfies Asked)
        // Safari before 16.4 has no canvas in a thread.
        if (typeof OffscreenCanvas !== 'undefined') send(picture)
        else greyOf(picture).then(send, () => done({ why: 'picture' }))
      }),
    close: () => thread.terminate(),
  }
}

/** Returns the answers of a document by their names in the record; a name that is cut is left to the guest. */
export const answersRead = ({ answers, citizenship, cut }: ReadDocument): Draft => {
  const country = house.get().countries.find((one) => one[2] === citizenship)?.[0]
  const all = { ...answers, ...(citizenship && country && { citizenship: country }) }
  return Object.fromEntries(
    Object.entries(all).flatMap(([short, value]) =>
      cut.some((name) => name === short) ? [] : [[fieldOf('main', short), value]],
    ),
  )
}

/** Fills in what was read, once; a second press keeps what the guest has corrected. */
export const fillFromDocument: Run<'readDocument'> = async (draft) => {
  const found = reading.get()
  if (!found) return { outcome: draft.readDocument ? 'read' : 'skipped' }
  const mark = found.document.answers.documentNumber ?? found.document.answers.birthDate ?? 'yes'
  if (draft.readDocument === mark) return { outcome: 'read' }
  return { outcome: 'read', set: { ...(answersRead(found.document) as Record<string, string>), readDocument: mark } }
}
