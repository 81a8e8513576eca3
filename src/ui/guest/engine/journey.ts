import type { ReactNode } from 'react'
import type { Draft } from '../../../../schema/checkin'
import type { Language } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import type { Effect } from '../../../../schema/vocabulary'
import { firstSteps } from '../../../core/flow/arms'
import { definitionOf, fieldNamesOf } from '../../../core/flow/fields'
import type { partAt } from '../../../core/flow/parts'
import { speaker } from '../../../core/flow/speaker'
import type { Stop, Trail } from '../../../core/flow/trail'
import type { ControlTable } from '../../controls/control'
import { Offline } from '../../shared/api'
import {
  type First,
  firstIn,
  type GuestHouse,
  house,
  joinedFiles,
  type PublishedFiles,
  restIn,
  today,
} from '../../shared/published'
import { first } from '../first-cards/first'
import { isKept } from './guest-draft'
import type { Acknowledged, How, Result, Unsent } from './outcomes'
import type { PanelTable } from './panel'
import type { StepVisit } from './step-states'

/**
 * The code of the later cards. A guest loads the journey in two parts: first the engine and the first cards
 * (`first-cards/`) with their steps and words, then, once the browser is idle or a card needs it, `later-cards/` with
 * the other words, the countries and the check of the answers. Every other page asks for both at once.
 */
type Code = {
  controls: ControlTable
  panels: PanelTable
  cautionOf: (field: string, answers: Draft) => string | undefined
  furnish: (published: PublishedFiles) => GuestHouse
  readDraft: (flow: Flow) => void
  sayFlowChanged: () => void
  run: (effect: Effect, draft: Draft, flow: Flow) => Promise<Result>
  send: (draft: Draft, flow: Flow, how?: How) => Promise<Acknowledged | Unsent>
  openBeforeSending: (flow: Flow, journey: Trail) => Stop | undefined
  partAt: typeof partAt
  NotFound: (props: { home: string }) => ReactNode
  Unfinished: (props: { visit: StepVisit; language: Language; halfway: string }) => ReactNode
}

let load: (() => Promise<Code>) | undefined

/** Says where the later cards' code comes from: its files import this one, which therefore cannot import them. */
export const loadLaterCodeFrom = (from: () => Promise<Code>) => (load = from)

let code: Code | undefined

/** The code of the later cards, where it is known to have come. */
export const laterCode = () => code!

/** Whether all of the journey has come, in the language spoken now. */
export const isWhole = () => Boolean(code) && house.get().isWhole

/** The controls and panels of a card: those of the first cards until the later ones have come. */
export const cardParts = () => (isWhole() ? laterCode() : first)

/** Whether the card of a step can be drawn now. */
export const isAtHand = (path: string) => {
  const { flow } = house.get()
  const step = flow.steps[path]
  if (isWhole() || !step) return true
  const hasControl = (field: string) => Object.hasOwn(first.controls, definitionOf(flow, field)?.control ?? '')
  return (
    firstSteps(flow).includes(path) &&
    fieldNamesOf(step).every(hasControl) &&
    (!step.panel || Object.hasOwn(first.panels, step.panel))
  )
}

/** Loads the code of the later cards. Throws Offline. */
export const loadLaterCode = async (): Promise<Code> => {
  // The page names its files, so that they are asked for all at once.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  return load!().then(
    (come) => (code = come),
    (error: Error) => {
      throw new Offline(error.message)
    },
  )
}

/** A house of the first cards alone: before the rest has come nothing is checked, and nothing sent. */
const bare = (published: First): GuestHouse => ({
  ...published,
  countries: [],
  checker: {
    validate: () => true,
    get today() {
      return today()
    },
  },
  speak: speaker(published.words, published.language),
  isWhole: false,
})

/** The language asked for last, and the house made of it; the host's pages have one of their own. */
let wanted: Language | undefined
let made: GuestHouse | undefined

/**
 * Speak a language: its files are fetched once, and kept by the browser. Who has the whole journey keeps it whole.
 * Throws Offline.
 */
export const speakIn = async (language: Language, whole = code !== undefined) => {
  wanted = language
  try {
    const [published, more, come] = await Promise.all([
      firstIn(language),
      whole ? restIn(language) : undefined,
      whole ? (code ?? loadLaterCode()) : undefined,
    ])
    const isThere = made?.language === language && made === house.get() && (made.isWhole || !more)
    // Another language may have been chosen meanwhile.
    if (wanted !== language || isThere) return
    document.documentElement.lang = language
    made = more && come ? come.furnish(joinedFiles(published, more)) : bare(published)
    house.set(made)
  } catch (error) {
    if (wanted === language) wanted = house.get()?.language
    throw error
  }
}

/**
 * A browser remembers that a file could not be had, and those of an older build may be gone: where the server answers
 * the page is loaded anew, and goes on with the answers kept and the language `picked`. Throws Offline.
 */
const reloadPage = async (picked?: Language) => {
  const { status } = await fetch(location.pathname, { method: 'HEAD' }).catch(() => ({ status: 503 }))
  // A journey that nobody keeps would go with its page.
  if (status >= 500 || (isWhole() && !isKept.get())) throw new Offline()
  const link = document.querySelector<HTMLAnchorElement>(`.languages [lang=${picked}]`)
  if (link) history.replaceState(null, '', link.hash)
  location.reload()
  return new Promise<never>(() => {})
}

/** Speak the language a guest has picked. Throws Offline. */
export const speakPicked = (language: Language) => speakIn(language).catch(() => reloadPage(language))

let hasFailed = false

/** The rest of the journey, brought if it has not come yet. Throws Offline. */
export const wholeJourney = async (): Promise<Code> => {
  if (!isWhole() && hasFailed) await reloadPage()
  try {
    while (!isWhole()) await speakIn(wanted ?? house.get().language, true)
  } catch (error) {
    hasFailed = true
    throw error
  }
  return laterCode()
}
