import { documentOf, type ReadDocument } from '../../../../core/reader/document'
import { weightsOf } from '../../../../core/reader/network'
import type { Grey } from '../../../../core/reader/raster'
import { readZone } from '../../../../core/reader/reader'
import { stripPicture } from '../../../../core/reader/strip'
import weightBytes from '../../../../data/reader-weights.bin'
import { greyOf } from './grey'

/** A picture to read: a file or a camera frame; already grey if the worker has no canvas. */
export type Asked = { picture: Blob | ImageBitmap | Grey; today: string }

/** The document with a picture of its lines; or why none was read: no picture, no zone, or an unclear one. */
export type ReaderAnswer = { document: ReadDocument; strip: Grey } | { why: 'picture' | 'none' | 'unclear' }

/** Milliseconds from the picture's arrival to the answer; `leastReading` of them remain after a slow decoding. */
const patience = 1_800
const leastReading = 1_000

const weights = weightsOf(weightBytes)

const answer = async ({ picture, today }: Asked): Promise<ReaderAnswer> => {
  const arrived = performance.now()
  const grey = 'data' in picture ? picture : await greyOf(picture).catch(() => undefined)
  if (!grey) return { why: 'picture' }
  const until = Math.max(arrived + patience, performance.now() + leastReading)
  const reading = readZone(weights, grey, () => performance.now() > until)
  if (!('belief' in reading)) return { why: reading.seen ? 'unclear' : 'none' }
  const { kind, lines } = reading.belief
  const document = documentOf(kind, lines, today)
  if (!document) return { why: 'unclear' }
  return { document, strip: stripPicture(grey, reading.place, lines.length, lines[0]!.length) }
}

self.onmessage = async ({ data }: MessageEvent<Asked>) => self.postMessage(await answer(data))
