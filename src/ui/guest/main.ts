import { flushSync } from 'react-dom'
import { type Language, languages } from '../../../schema/languages'
import { afterLanguage, stepThat } from '../../core/flow/arms'
import { codeIn, resumeAddress } from '../../core/flow/position'
import { watchSettings } from '../shared/house-settings'
import { house, start, today } from '../shared/published'
import './card/common'
import { application } from './app'
import { draft, hasKept, touched, wipe } from './engine/guest-draft'
import { takeInvitation } from './engine/invitation'
import { laterCode, loadLaterCodeFrom, speakIn, wholeJourney } from './engine/journey'
import { picked } from './engine/picked'
import { runEffect } from './engine/run'
import { walked } from './engine/walked'

// What draws is the larger half of what a guest loads: all else is made ready while it comes.
const drawing = import('./card/draw')
loadLaterCodeFrom(() => import('./later-cards/later-code'))

const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

const stored = () => {
  try {
    return localStorage.getItem('selectedLanguage')
  } catch {
    return null
  }
}

/** The language of the link tapped before this script had come. */
const tapped = () => document.querySelector<HTMLElement>('.languages :target')?.lang

/** Make ready what the first card to be seen needs: its language, its answers, and what the address brings. */
const ready = async () => {
  const known = [tapped(), stored(), start.language].find(isLanguage)
  // Who comes for the first time needs the first cards alone to begin, and the page offers the rest for later.
  const isNew = document.querySelector('link[rel=later]') && !hasKept()
  await speakIn(known ?? 'it', !isNew)
  if (!isNew) {
    laterCode().readDraft(house.get().flow)
    laterCode().sayFlowChanged()
  }
  takeInvitation()
  await drawing
  const chosen = tapped()
  const { flow } = house.get()
  const isHalfway = resumeAddress(flow, walked(draft.get()), draft.get(), stepThat(flow, 'begins') ?? '/')
  // A check-in half-way is not wiped by a tap: the card asks.
  if (isHalfway && isLanguage(chosen)) {
    await speakIn(chosen)
    picked.set(chosen)
  }
  const { only } =
    chosen && !isHalfway
      ? await runEffect('chooseLanguage', { ...draft.get(), selectedLanguage: chosen }, house.get().flow)
      : {}
  if (only) {
    wipe(only)
    history.replaceState(null, '', afterLanguage(house.get().flow))
  }
  // A link may bring a code: it stands in its box, and the guest presses OK. A check-in half-way keeps its own.
  const brought = codeIn(flow, location.pathname, location.search)
  if (brought && !isHalfway) {
    await speakIn(start.language)
    wipe({ selectedLanguage: start.language, ...brought })
  }
}

/** Put the application in the place of the card that the page came with. */
const begin = async () => {
  await ready()
  const { draw } = await drawing
  // Another tab's answers.
  addEventListener('storage', ({ key }) => {
    const read = () => laterCode().readDraft(house.get().flow)
    if (key !== touched) wholeJourney().then(read, console.error)
  })
  watchSettings()
  // At once, so that no tap falls on a card that is going.
  flushSync(() => draw(application))
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200))
  // What fails now is asked for again, and said, where it is needed.
  whenIdle(() => void wholeJourney().catch(() => {}), { timeout: 1000 })
  // While the first card is read: what makes a date takes a slow phone a tenth of a second to get ready, and is not to
  // hold up a step.
  setTimeout(today, 2000)
}

/** Say on the card that the page came with that the rest could not be had; a button loads the page again. */
const sayAway = (error: unknown) => {
  console.error(error)
  const { title, content } = document.querySelector<HTMLTemplateElement>('#away')!
  // A language that cannot be had is not asked for again.
  const again = tapped() ? () => location.replace(location.pathname) : () => location.reload()
  document.querySelector('h1')!.textContent = title
  document.querySelector('main')!.replaceChildren(content)
  document.querySelector('main button')!.addEventListener('click', again)
}

begin().catch(sayAway)
