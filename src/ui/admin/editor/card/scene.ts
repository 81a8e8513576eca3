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
}

/** What a frame tells the page around it: it is ready, or the guest of a trial has come to a step. */
export type FrameNews = { card: 'ready' } | { card: 'at'; path: string; height: number }
