import type { Draft } from '../../../../../schema/checkin'
import type { Language } from '../../../../../schema/languages'
import type { PublicSettings } from '../../../../../schema/settings'
import type { Flow } from '../../../../../schema/steps'

/** `faults` shows errors of empty answers; a `trial` continues and sends nothing. */
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

/** Places are in pixels of the frame's window. */
export type CardText = {
  key: string
  text: string
  place: { left: number; top: number; width: number; height: number }
  isLong: boolean
}

/** Messages from the frame; the card's height is in pixels. */
export type FrameNews =
  | { card: 'ready' }
  | { card: 'at'; path: string }
  | { card: 'texts'; texts: CardText[]; height: number }
