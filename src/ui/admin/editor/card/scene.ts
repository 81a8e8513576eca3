import type { Draft } from '../../../../../schema/checkin'
import type { Language } from '../../../../../schema/languages'
import type { PublicSettings } from '../../../../../schema/settings'
import type { Flow } from '../../../../../schema/steps'

/**
 * What a card's frame is told to show: a flow, in a language, with answers and settings, at a step. Countries and
 * the checker are those of the published flow; `words` are the flow's own over that one's. With
 * `faults` the card says what is wrong with an empty answer; a `trial` goes on from card to card, and sends nothing.
 */
export type Scene = {
  flow: Flow
  words: Record<string, string>
  language: Language
  settings: PublicSettings
  known: Draft
  path: string
  faults: boolean
  trial: boolean
  /** The keys of the texts whose places on the card are wanted. */
  texts?: readonly string[]
}

/** A text on the card: its key, its words as they are shown, and its place in the frame's window, in pixels. */
export type CardText = {
  key: string
  said: string
  place: { left: number; top: number; width: number; height: number }
  /** It has several lines: a text of the house. */
  isLong: boolean
}

/**
 * What a frame tells the page around it: it is ready, the guest of a trial has come to a step, or where the texts are
 * and how high the whole card is, in pixels.
 */
export type FrameNews =
  | { card: 'ready' }
  | { card: 'at'; path: string }
  | { card: 'texts'; texts: CardText[]; height: number }
