import { type Draft, fieldOf } from '../../../../../schema/checkin'
import { withChanges } from '../../../../core/flow/arms'
import type { ReadDocument } from '../../../../core/reader/document'
import type { Grey } from '../../../../core/reader/raster'
import { store } from '../../../shared/page-store'
import { house, today } from '../../../shared/published'
import type { Run } from '../../state/effect-results'
import { draft, saveDraft } from '../../state/guest-draft'
import { greyOf } from './grey'
import type { Asked, ReaderAnswer } from './reader-worker'

declare const documentReaderFile: string

/** The document read on this page, with the picture of its lines; in memory only. */
export const reading = store<{ document: ReadDocument; strip: Grey } | undefined>(undefined)

/** The worker's file could not be loaded. */
type NoReader = { why: 'offline' }

/** Reads pictures in a worker. A new picture aborts the one before, whose promise stays pending. */
type Reader = {
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

const shortsRead = ['name', 'lastName', 'gender', 'birthDate', 'citizenship', 'documentType', 'documentNumber']

/** Changes of the draft that remove the answers of a document. */
const withoutReading = {
  readDocument: null,
  ...Object.fromEntries(shortsRead.map((short) => [fieldOf('main', short), null])),
}

/** Takes back a document that the guest does not want to use. */
export const discardReading = () => {
  reading.set(undefined)
  if (draft.get().readDocument) saveDraft(withChanges(draft.get(), withoutReading))
}

/**
 * Fills in the document's answers once: pressing again keeps the guest's corrections. Another document first removes
 * the answers of the one before, also where it gives none itself.
 */
export const fillFromDocument: Run<'readDocument'> = async (draft) => {
  const found = reading.get()
  if (!found) return { outcome: draft.readDocument ? 'read' : 'skipped' }
  const mark = found.document.answers.documentNumber ?? found.document.answers.birthDate ?? 'yes'
  if (draft.readDocument === mark) return { outcome: 'read' }
  const answers = answersRead(found.document) as Record<string, string>
  return { outcome: 'read', set: { ...(draft.readDocument && withoutReading), ...answers, readDocument: mark } }
}

/** Why there is no camera: refused by guest or browser, none found, or the page is not secure. */
type CameraFault = { why: 'refused' | 'noCamera' | 'insecure' }

export type CameraEnd = ReaderAnswer | NoReader | CameraFault

/** Milliseconds until the camera gives up. */
const patience = 60_000

/** Milliseconds between tries before the video's first frame. */
const soon = 100

/** Aspect ratio of the visible part of the video, as of `.live` in document.css. */
const shape = 4 / 3

const open = async (): Promise<MediaStream | CameraFault> => {
  if (!isSecureContext) return { why: 'insecure' }
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
    })
  } catch (error) {
    return { why: error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'noCamera' }
  }
}

/** Returns the visible part of the current frame; rejects before the first one. */
const frameOf = (video: HTMLVideoElement): Promise<ImageBitmap> => {
  const { videoWidth, videoHeight } = video
  const [width, height] = [Math.min(videoWidth, videoHeight * shape), Math.min(videoHeight, videoWidth / shape)]
  return createImageBitmap(video, (videoWidth - width) / 2, (videoHeight - height) / 2, width, height)
}

/**
 * Shows the camera in a video and reads frames. Calls `end` when one is read, without a camera, when it is unplugged,
 * or after `patience`. Hiding the page stops it too, so that the camera light goes off.
 * @returns A function that stops the camera without calling `end`.
 */
export const watchCamera = (
  video: HTMLVideoElement,
  read: (frame: ImageBitmap) => Promise<ReaderAnswer | NoReader>,
  end: (how?: CameraEnd) => void,
): (() => void) => {
  let stream: MediaStream | undefined
  let isOver = false
  let why: 'none' | 'unclear' = 'none'
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', hidden)
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  const finish = (how?: CameraEnd) => {
    if (isOver) return
    stop()
    end(how)
  }
  const hidden = () => document.visibilityState === 'hidden' && finish()
  const timer = setTimeout(() => finish({ why }), patience)
  document.addEventListener('visibilitychange', hidden)

  const run = async () => {
    const opened = await open()
    if ('why' in opened) return finish(opened)
    stream = opened
    // The guest left while the browser asked for permission.
    if (isOver) return stop()
    for (const track of stream.getTracks()) track.onended = () => finish({ why: 'noCamera' })
    video.srcObject = stream
    // A video that does not play has no frame, which is read again below.
    await video.play().catch(() => {})
    while (!isOver) {
      const frame = await frameOf(video).catch(() => undefined)
      if (!frame) await new Promise((done) => setTimeout(done, soon))
      else if (!isOver) {
        const answer = await read(frame)
        if ('document' in answer || answer.why === 'offline') return finish(answer)
        if (answer.why === 'unclear') why = answer.why
      }
    }
  }
  void run()
  return stop
}
