import { flushSync } from 'react-dom'
import { type Language, languages } from '../../../schema/languages'
import { attempt } from '../../core/attempt'
import { afterLanguage, stepThat } from '../../core/flow/arms'
import { codeIn, resumeAddress } from '../../core/flow/trail'
import { watchSettings } from '../shared/house-settings'
import { house, start } from '../shared/published'
import { application } from './app'
import { laterCode, loadJourney, speakIn } from './engine/loader'
import { chooseLanguage, chosenLanguage } from './engine/step-run'
import { draft, hasStored, readInvitation, resetDraft, savedAtKey, walkedJourney } from './state/guest-draft'

// `react-dom` is the larger half of the first visit: everything else is prepared while it loads.
const drawing = import('./card/draw')

const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

const storedLanguage = () => attempt(() => localStorage.getItem('selectedLanguage'), null)

const tapped = () => document.querySelector<HTMLElement>('.languages :target')?.lang

/** Prepares the first shown card: language, draft, and a code in the address. */
const prepare = async () => {
  const language = [tapped(), storedLanguage(), start.language].find(isLanguage)
  // A new guest needs only the first cards; the page lists the other files for later.
  const isNew = document.querySelector('link[rel=later]') && !hasStored()
  await speakIn(language ?? 'it', !isNew)
  if (!isNew) {
    laterCode().readDraft(house.get().flow)
    laterCode().sayFlowChanged()
  }
  readInvitation()
  await drawing
  const chosen = tapped()
  const { flow } = house.get()
  const isHalfway = resumeAddress(flow, walkedJourney(draft.get()), draft.get(), stepThat(flow, 'begins') ?? '/')
  // A tap does not delete an unfinished check-in: the card asks first.
  if (isHalfway && isLanguage(chosen)) {
    await speakIn(chosen)
    chosenLanguage.set(chosen)
  }
  if (chosen && !isHalfway) {
    const begun = await chooseLanguage(chosen as Language).catch((error) => void console.error(error))
    if (begun) {
      resetDraft(begun.only)
      history.replaceState(null, '', afterLanguage(house.get().flow))
    }
  }
  // The code of a link is filled in, and the guest presses OK. An unfinished check-in keeps its own code.
  const linked = codeIn(flow, location.pathname, location.search)
  if (!linked || isHalfway) return
  // After the check-in the same link shows the receipt; a new check-in begins at the first card.
  const receipt = !isNew && (await laterCode().receiptAddress(Object.values(linked)[0]!))
  if (receipt) return history.replaceState(null, '', receipt)
  await speakIn(start.language)
  resetDraft({ selectedLanguage: start.language, ...linked })
}

const startApplication = async () => {
  await prepare()
  const { draw } = await drawing
  // Another tab changed the draft.
  addEventListener('storage', ({ key }) => {
    const read = () => laterCode().readDraft(house.get().flow)
    if (key !== savedAtKey) loadJourney().then(read, console.error)
  })
  watchSettings()
  // Synchronously, so that no tap hits the old card.
  flushSync(() => draw(application))
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200))
  // If it fails, it is loaded again where a card needs it.
  whenIdle(() => void loadJourney().catch(() => {}), { timeout: 1000 })
  // Formatting the first date takes a slow phone 100 ms; this does it while the guest reads the first card.
  setTimeout(() => new Intl.DateTimeFormat(), 2000)
}

const showOffline = (error: unknown) => {
  console.error(error)
  const { title, content } = document.querySelector<HTMLTemplateElement>('#away')!
  // A language that cannot be loaded is not requested again.
  const retry = tapped() ? () => location.replace(location.pathname) : () => location.reload()
  const [heading, main] = [document.querySelector('h1')!, document.querySelector('main')!]
  heading.textContent = title
  main.replaceChildren(...(main.contains(heading) ? [heading] : []), content)
  document.querySelector('main button')!.addEventListener('click', retry)
}

startApplication().catch(showOffline)
