import type { Draft } from '../../../../schema/checkin'
import type { Language } from '../../../../schema/languages'
import { type Effect, rules } from '../../../../schema/vocabulary'
import { changesOf, follow, targetOf, withChanges } from '../../../core/flow/arms'
import { facts } from '../../../core/flow/facts'
import { type AskedField, withAnswer } from '../../../core/flow/fields'
import { nameResolver } from '../../../core/flow/names'
import { stepAddress } from '../../../core/flow/trail'
import type { Fault } from '../../../core/flow/validation'
import { houseSettings, isPayPalReady, reloadSettings } from '../../shared/house-settings'
import { store, useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import { toast } from '../../shared/toast'
import { errorMessage, type Message, type Result, type Run } from '../state/effect-results'
import { draft, invitation, resetDraft, saveDraft, walkedJourney } from '../state/guest-draft'
import { isJourneyLoaded, isSpoken, laterCode, loadJourney, speakChosen } from './loader'
import { type EventData, isBusy, nextStatus, questions, returnOf, type StepEvent, type StepVisit } from './step-states'

const beginIn = (selectedLanguage: Language) => {
  const { code, stay } = { ...invitation() }
  return { outcome: 'chosen' as const, only: { selectedLanguage, reservationCode: code, ...stay } }
}

/** Shows the language that the guest chose and begins the check-in. Throws Offline. */
export const chooseLanguage = async (language: Language) => {
  await speakChosen(language)
  return beginIn(language)
}

/** The effect of the first card. */
const chooseOnCard: Run<'chooseLanguage'> = ({ selectedLanguage }) => {
  const language = selectedLanguage as Language
  return isSpoken(language) ? beginIn(language) : chooseLanguage(language)
}

/** Returns the function of an effect. All but the first card's need the later cards. */
const effectNamed = (effect: Effect): Run => (effect === 'chooseLanguage' ? chooseOnCard : laterCode().effects[effect])

const requirements: { [E in Effect]?: () => boolean } = { openPayPal: isPayPalReady }

/** Returns whether a step's effect can run now. */
export const canTry = (effect: Effect | undefined) => (effect && requirements[effect]?.()) ?? true

/** Returns the address that an effect opens, so that the card's button can be a link. */
export const linkOf = (effect: Effect | undefined) =>
  effect === 'openPayPal' && isPayPalReady() ? houseSettings.get().paypalLink : undefined

/** Faults and a message found while sending, for the card that is shown next. */
export const forNextCard = store<{ faults: Fault[]; message?: Message | undefined }>({ faults: [] })

/** How long an outcome is shown in green, in milliseconds. */
const greenTime = 350

/** Sends an event to the card. */
export const dispatch = ({ status }: Pick<StepVisit, 'status'>, event: StepEvent, data?: EventData) =>
  status.set(nextStatus(status.get(), event, data))

/** Runs `work` with OK disabled. An error is shown on the card; pressing OK again retries. */
const whileBusy = async (visit: StepVisit, work: () => unknown) => {
  dispatch(visit, 'press')
  try {
    await work()
  } catch (error) {
    dispatch(visit, 'fail', { message: errorMessage(error) })
  } finally {
    if (visit.alive) dispatch(visit, 'done')
  }
}

/** Writes an answer into the draft; `together` are the fields of the same step. */
export const putAnswer = (visit: StepVisit, field: string, value: string, together: readonly AskedField[]) => {
  saveDraft(withAnswer(house.get().flow, draft.get(), field, value, together))
  dispatch(visit, 'input', { field })
}

/** Handles OK, or a button that gives an answer (`extra`) and continues. */
export const press = async (visit: StepVisit, extra: Draft = {}): Promise<void> => {
  const { status, step, who } = visit
  if (isBusy(status.get())) return
  if (status.get().state === 'leaving') return leave(visit, status.get().to)
  // Only the first card can be checked without the later code: the others wait for it.
  if (!isJourneyLoaded() && !(step.do && rules[step.do].begins)) {
    await whileBusy(visit, loadJourney)
    if (!isJourneyLoaded() || !visit.alive) return
  }
  const { filled, faultsOf } = questions(visit, draft.get(), houseSettings.get())
  const draftNow = filled(extra)
  const faults = faultsOf(draftNow)
  toast.pass()
  if (faults.length || !canTry(step.do)) return dispatch(visit, 'refuse', { faults })
  saveDraft(draftNow)
  if (!step.do && draftNow.checkInId) void sendChange(visit, draftNow)
  // The cards of the stay depend on settings, and this page may be open for hours.
  if (step.fields?.includes('invoiceType')) void reloadSettings()
  const known = facts(draftNow, houseSettings.get())
  const arm = step.on === 'enter' && follow(step.next, known, nameResolver(who))
  await whileBusy(visit, () => (arm ? leave(visit, targetOf(arm, known)) : perform(visit, draftNow)))
}

/** Runs the effect of a step that has one on entering. */
export const enter = (visit: StepVisit) =>
  whileBusy(visit, async () => {
    await loadJourney()
    await perform(visit, draft.get())
  })

const perform = async (visit: StepVisit, current: Draft) => {
  const { step, path } = visit
  const { flow } = house.get()
  let result: Result | undefined
  try {
    const given = step.do && effectNamed(step.do)(current, flow)
    // An await draws the card as busy: not for an effect that answers at once.
    result = given instanceof Promise ? await given : given
  } catch (error) {
    result = { outcome: 'failed', message: errorMessage(error) }
  }
  const { ends, seen: shownGreen } = { ...(step.do && rules[step.do]) }
  // The end of a check-in counts even if its guest has left the card, unless another check-in has begun.
  const isSame = visit.alive || (ends && draft.get().draftId === current.draftId)
  if (result?.only && isSame) resetDraft(result.only)
  if (!visit.alive) return
  if (result?.set) saveDraft(withChanges(draft.get(), result.set))
  const { outcome, faults, message, at, who } = { ...result }
  if (at && at !== path) {
    forNextCard.set({ faults: faults ?? [], message })
    return visit.go(stepAddress(flow, { path: at, who }, { return: path }))
  }
  dispatch(visit, faults ? 'refuse' : 'fail', { ...(faults && { faults }), message })
  if (outcome && shownGreen?.includes(outcome)) {
    dispatch(visit, 'accept')
    await new Promise((done) => setTimeout(done, greenTime))
  }
  // Back may have been pressed while the card was green.
  if (visit.alive) advance(visit, outcome, message)
}

/** Follows the first arm that holds, at once or after the step's countdown. The next card shows `message`. */
const advance = (visit: StepVisit, outcome: string | undefined, message: Message | undefined) => {
  const { step, who } = visit
  const name = nameResolver(who)
  const known = facts(draft.get(), houseSettings.get(), outcome)
  const arm = follow(step.next, known, name)
  if (!arm) return
  const to = targetOf(arm, known)
  if (arm.set) saveDraft(withChanges(draft.get(), changesOf(arm.set, known, name)))
  const countdown = countdownOf(step)
  if (countdown) return dispatch(visit, 'wait', { to })
  if (countdown !== undefined) return
  if (to?.startsWith('/')) forNextCard.set({ faults: [], message })
  leave(visit, to)
}

/** The countdown of a step in milliseconds: 0 stays until OK, undefined continues at once. */
export const countdownOf = ({ wait }: StepVisit['step']) =>
  typeof wait === 'object' ? Number(facts({}, houseSettings.get())[wait.from] ?? 0) * 1000 : wait || undefined

/** Goes to the target of an arm: a step or another site. During a change, goes back to the step that asked for it. */
export const leave = (visit: StepVisit, to: string | undefined) => {
  if (!to) return
  if (!to.startsWith('/')) {
    if (/^https?:\/\//i.test(to)) location.assign(to)
    return
  }
  const { returning, since = visit.path } = returnOf(visit)
  const { flow } = house.get()
  const journey = walkedJourney(draft.get())
  if (!returning) {
    const { who } = journey.stops.find((stop) => stop.path === to) ?? {}
    return visit.go(stepAddress(flow, { path: to, who }))
  }
  const effect = flow.steps[returning]?.do
  // Questions after the sending, such as how to pay, do not count before it.
  const open = effect && rules[effect].sends ? laterCode().openBeforeSending(flow, journey) : journey.open
  visit.go(open && open.path !== returning ? stepAddress(flow, open, { return: returning, since }) : returning)
}

/** Changes a sent check-in, even while the page closes. The end of the check-in retries a failed change. */
const sendChange = async ({ path }: StepVisit, current: Draft): Promise<void> => {
  const sent = await laterCode().send(current, house.get().flow, { onlyChanges: true, keepalive: true })
  if (sent.outcome === 'saved') {
    const isSame = draft.get().draftId === current.draftId && draft.get().checkInId === current.checkInId
    if (isSame) saveDraft(withChanges(draft.get(), sent.set))
  }
  if (sent.outcome === 'failed') console.error(`${path}: the change could not be sent yet`)
}

/** The language chosen during an unfinished check-in, until the guest says whether to continue it. */
export const chosenLanguage = store<Language | undefined>(undefined)

/** Handles a language chosen during an unfinished check-in: `resume` it at `halfway`, or `restart`. */
export const useLanguageChoice = (visit: StepVisit, halfway: string | undefined) => {
  const language = useStore(chosenLanguage)
  if (!halfway) return {}
  const choose = (to: string) =>
    void whileBusy(visit, async () => {
      await speakChosen(to as Language)
      chosenLanguage.set(to as Language)
    })
  if (!language) return { choose }
  const decided = (work: () => void) => () => {
    chosenLanguage.set(undefined)
    work()
  }
  return {
    choose,
    question: {
      resume: decided(() => {
        saveDraft(withChanges(draft.get(), { selectedLanguage: language }))
        visit.go(halfway)
      }),
      restart: decided(() => void press(visit, { selectedLanguage: language })),
    },
  }
}
