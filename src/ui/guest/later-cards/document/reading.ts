import { type Draft, fieldOf } from '../../../../../schema/checkin'
import type { ReadDocument } from '../../../../core/reader/document'
import type { Grey } from '../../../../core/reader/raster'
import { store } from '../../../shared/page-store'
import { house, today } from '../../../shared/published'
import type { Run } from '../../state/effect-results'
import { greyOf } from './grey'
import type { Asked, ReaderAnswer } from './reader-worker'

declare const documentReaderFile: string

/** The document read on this page, with the picture of its lines; in memory only. */
export const reading = store<{ document: ReadDocument; strip: Grey } | undefined>(undefined)

/** The worker's file could not be loaded. */
export type NoReader = { why: 'offline' }

/** Reads pictures in a worker. A new picture aborts the one before, whose promise stays pending. */
export type Reader = {
  read: (picture: Blob | ImageBitmap) => Promise<ReaderAnswer | NoReader>
  close: () => void
}

/** Returns a reader; the worker's file is loaded with the first picture. */
export const newReader = (): Reader => {
  let thread: Worker | undefined
  let isBusy = false
  const close = () => {
    thread?.terminate()
    thread = undefined
    isBusy = false
  }
  const read: Reader['read'] = (picture) =>
    new Promise((done) => {
      if (isBusy) close()
      isBusy = true
      thread ??= new Worker(documentReaderFile, { type: 'module' })
      const current = thread
      current.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => {
        isBusy = false
        done(data)
      }
      current.onerror = () => {
        close()
        done({ why: 'offline' })
      }
      const send = (sent: Asked['picture'], moved: Transferable[] = []) =>
        current.postMessage({ picture: sent, today: today() } satisfies Asked, moved)
      // Safari before 16.4 has no OffscreenCanvas.
      if (typeof OffscreenCanvas !== 'undefined') send(picture, picture instanceof Blob ? [] : [picture])
      else greyOf(picture).then(send, () => done({ why: 'picture' }))
    })
  return { read, close }
}

/** Returns a document's answers by record field, without names that are cut off. */
const answersRead = ({ answers, citizenship, cut }: ReadDocument): Draft => {
  const country = house.get().countries.find((one) => one[2] === citizenship)?.[0]
  const all = { ...answers, ...(citizenship && country && { citizenship: country }) }
  return Object.fromEntries(
    Object.entries(all).flatMap(([short, value]) =>
      cut.some((name) => name === short) ? [] : [[fieldOf('main', short), value]],
    ),
  )
}

/** Fills in the document's answers once: pressing again keeps the guest's corrections. */
export const fillFromDocument: Run<'readDocument'> = async (draft) => {
  const found = reading.get()
  if (!found) return { outcome: draft.readDocument ? 'read' : 'skipped' }
  const mark = found.document.answers.documentNumber ?? found.document.answers.birthDate ?? 'yes'
  if (draft.readDocument === mark) return { outcome: 'read' }
  return { outcome: 'read', set: { ...(answersRead(found.document) as Record<string, string>), readDocument: mark } }
}
