import type { Draft } from '../../../../../schema/checkin'
import type { Language } from '../../../../../schema/languages'
import type { PublicSettings } from '../../../../../schema/settings'
import type { Flow } from '../../../../../schema/steps'

/** The frame's content. `faults` shows errors of empty answers; a `trial` continues and sends nothing. */
export type Scene = {
  flow: Flow
  words: Record<string, string>
  language: Language
  settings: PublicSettings
  known: Draft
  path: string
  faults: boolean
  trial: boolean
  texts?: readonly string[]
}

/** A text on the card with its place in the frame's window, in pixels. */
export type CardText = {
  key: string
  text: string
  place: { left: number; top: number; width: number; height: number }
  isLong: boolean
}

/** A message from the frame: ready, a step reached, or the places of texts and the card's height in pixels. */
export type FrameNews =
  | { card: 'ready' }
  | { card: 'at'; path: string }
  | { card: 'texts'; texts: CardText[]; height: number }
