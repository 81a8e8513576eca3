import { type GreyPicture, readCode39 } from '../../../core/fiscal-code/code39'
import { readFiscalCode } from '../../../core/fiscal-code/fiscal-code'

/** A picture, and the day on which its codice fiscale is read. */
export type ToRead = { picture: GreyPicture; today: string }

// In a worker: a picture without a bar code takes a slow phone one or two seconds.
addEventListener('message', ({ data: { picture, today } }: MessageEvent<ToRead>) =>
  postMessage(readCode39(picture, (text) => 'facts' in readFiscalCode(text, today)) ?? ''),
)
