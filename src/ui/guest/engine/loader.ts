import type { Language } from '../../../../schema/languages'
import { firstSteps } from '../../../core/flow/arms'
import { definitionOf, fieldNamesOf } from '../../../core/flow/fields'
import { speaker } from '../../../core/flow/speaker'
import { Offline } from '../../shared/api'
import {
  type First,
  firstIn,
  type GuestHouse,
  house,
  joinedFiles,
  loadStyle,
  restIn,
  today,
} from '../../shared/published'
import { firstCards } from '../first-cards/first-cards'
import { isStorageAllowed } from '../state/guest-draft'

/** The journey loads in two parts: engine and first cards, then the later cards with words and checker. */
type LaterCode = typeof import('../later-cards/later-code')

let code: LaterCode | undefined

/** Returns the code of the later cards. Call it only when `isJourneyLoaded()`. */
export const laterCode = () => code!

/** Whether the whole journey is loaded in the current language. */
export const isJourneyLoaded = () => Boolean(code) && house.get().isWhole

/** Returns the controls and panels that draw cards: those of the first cards until the later ones are loaded. */
export const cardParts = () => (isJourneyLoaded() ? laterCode() : firstCards)

/** Returns whether the code that draws a step's card is loaded. */
export const canDraw = (path: string) => {
  const { flow } = house.get()
  const step = flow.steps[path]
  if (isJourneyLoaded() || !step) return true
  const hasControl = (field: string) => Object.hasOwn(firstCards.controls, definitionOf(flow, field)?.control ?? '')
  return (
    firstSteps(flow).includes(path) &&
    fieldNamesOf(step).every(hasControl) &&
    (!step.panel || Object.hasOwn(firstCards.panels, step.panel))
  )
}

/** Loads the code of the later cards and their styles. Throws Offline. */
export const loadLaterCode = async (): Promise<LaterCode> => {
  // The page lists the files, so that the browser fetches them in parallel.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  return Promise.all([import('../later-cards/later-code'), loadStyle('later-style')]).then(
    ([loaded]) => (code = loaded),
    (error: Error) => {
      throw new Offline(error.message)
    },
  )
}

/** Returns the house of the first cards, which check and send nothing. */
const firstHouse = (published: First): GuestHouse => ({
  ...published,
  countries: [],
  checker: {
    faultsIn: () => [],
    get today() {
      return today()
    },
  },
  speak: speaker(published.words, published.language),
  isWhole: false,
})

/** The language requested last, and the house loaded for it. The host's pages may replace the house shown. */
let requested: Language | undefined
let loadedHouse: GuestHouse | undefined

/** Loads a language and shows it; also loads its later cards if `whole`. Throws Offline. */
export const speakIn = async (language: Language, whole = code !== undefined) => {
  requested = language
  try {
    const [published, more, later] = await Promise.all([
      firstIn(language),
      whole ? restIn(language) : undefined,
      whole ? (code ?? loadLaterCode()) : undefined,
    ])
    const isLoaded = loadedHouse?.language === language && loadedHouse === house.get() && (loadedHouse.isWhole || !more)
    // The guest may have chosen another language during the request.
    if (requested !== language || isLoaded) return
    document.documentElement.lang = language
    loadedHouse = more && later ? later.furnish(joinedFiles(published, more)) : firstHouse(published)
    house.set(loadedHouse)
  } catch (error) {
    if (requested === language) requested = house.get()?.language
    throw error
  }
}

/** Reloads the page if the server answers: browsers cache a failed module, old files may be gone. Throws Offline. */
const reloadPage = async (chosen?: Language) => {
  const { status } = await fetch(location.pathname, { method: 'HEAD' }).catch(() => ({ status: 503 }))
  // Without storage a reload would lose the answers.
  if (status >= 500 || (isJourneyLoaded() && !isStorageAllowed.get())) throw new Offline()
  const link = document.querySelector<HTMLAnchorElement>(`.languages [lang=${chosen}]`)
  if (link) history.replaceState(null, '', link.hash)
  location.reload()
  return new Promise<never>(() => {})
}

/** Shows the language that the guest chose. Throws Offline. */
export const speakChosen = (language: Language) => speakIn(language).catch(() => reloadPage(language))

/** Returns whether a language is shown and no other was requested since. */
export const isSpoken = (language: Language) => requested === language && house.get().language === language

let hasFailed = false

/** Loads the rest of the journey unless it is loaded. Throws Offline. */
export const loadJourney = async (): Promise<LaterCode> => {
  if (!isJourneyLoaded() && hasFailed) await reloadPage()
  try {
    while (!isJourneyLoaded()) await speakIn(requested ?? house.get().language, true)
  } catch (error) {
    hasFailed = true
    throw error
  }
  return laterCode()
}
