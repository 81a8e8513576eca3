import type { Draft } from '../../../../schema/checkin'
import { rules } from '../../../../schema/vocabulary'
import { changesOf, follow, targetOf, withChanges } from '../../../core/flow/arms'
import { trimmed } from '../../../core/flow/cleaning'
import { facts } from '../../../core/flow/facts'
import { askedFields, defaultOf, definitionOf, optionsOf } from '../../../core/flow/fields'
import { nameResolver } from '../../../core/flow/names'
import { stepAddress } from '../../../core/flow/trail'
import { answerFaults, type Fault } from '../../../core/flow/validation'
import { houseSettings } from '../../shared/house-settings'
import { store } from '../../shared/page-store'
import { house } from '../../shared/published'
import { toast } from '../../shared/toast'
import { draft, keep, wipe } from './guest-draft'
import { isWhole, laterCode, wholeJourney } from './journey'
import { canTry, notHad, runEffect } from './run'
import { after, type Brought, type Event, isBusy, type Said, type StepVisit } from './step-states'
import { walked } from './walked'

/** What was found elsewhere (on sending) that the step it belongs to will show. */
export const pending = store<{ faults: Fault[]; said?: Said | undefined }>({ faults: [] })

/** How long an outcome is seen green, in milliseconds. */
const seen = 350
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Let an event happen to the card. */
export const happen = ({ status }: Pick<StepVisit, 'status'>, event: Event, brought?: Brought) =>
  status.set(after(status.get(), event, brought))

/** What a step asks now, what stands in each of its boxes, and the whole draft with them in it. */
export const questions = ({ step, who }: Pick<StepVisit, 'step' | 'who'>, answers: Draft, site: object) => {
  const { flow, checker } = house.get()
  const name = nameResolver(who)
  const known = facts(answers, site)
  const fields = askedFields(flow, step, who, known)
  // Where one answer is all there is to choose, it is chosen: OK is what goes on.
  const sole = (field: string) => {
    const { control, options } = definitionOf(flow, field)!
    const offered =
      options && control === 'buttons' ? optionsOf(definitionOf(flow, field)!, known, undefined, name) : []
    return options && options.length > 1 && offered.length === 1 ? offered[0]! : ''
  }
  const answerOf = (field: string) =>
    answers[field] ?? (defaultOf(definitionOf(flow, field)!, known, name) || sole(field))
  return {
    fields,
    answerOf,
    filled: (extra: Draft = {}) =>
      withChanges(draft.get(), {
        ...Object.fromEntries(fields.map(({ field }) => [field, trimmed(answerOf(field))])),
        ...extra,
      }),
    faultsOf: (now: Draft) => answerFaults(flow, checker, now, facts(now, site), fields, undefined, true),
  }
}

/**
 * The step that the guest is to come back to, and the one to be changed when what the change made necessary is being
 * asked.
 */
export const waiting = ({ query }: Pick<StepVisit, 'query'>) => {
  const { steps } = house.get().flow
  const known = (to: string | undefined) => (to && steps[to] ? to : undefined)
  return { returning: known(query.return), since: known(query.since) }
}

/** Go where an arm leads: to another step, to a page elsewhere, or back to whoever asked for a change. */
export const leave = (visit: StepVisit, to: string | undefined) => {
  if (!to) return
  if (!to.startsWith('/')) {
    if (/^https?:\/\//i.test(to)) location.assign(to)
    return
  }
  const { returning, since = visit.path } = waiting(visit)
  const { flow } = house.get()
  const journey = walked(draft.get())
  if (!returning) {
    const { who } = journey.stops.find((stop) => stop.path === to) ?? {}
    return visit.go(stepAddress(flow, { path: to, who }))
  }
  const effect = flow.steps[returning]?.do
  // Whoever comes back to send is not asked first how to pay, which comes after it.
  const open = effect && rules[effect].sends ? laterCode().openBeforeSending(flow, journey) : journey.open
  visit.go(open && open.path !== returning ? stepAddress(flow, open, { return: returning, since }) : returning)
}

/**
 * How long a step is seen before the guest goes on, in milliseconds; 0 where they stay until they press OK, undefined
 * where they go at once.
 */
export const waitOf = ({ wait }: StepVisit['step']) =>
  typeof wait === 'object' ? Number(facts({}, houseSettings.get())[wait.from] ?? 0) * 1000 : wait || undefined

/** Follow the arm that holds, at once or after the step's time; the next card says what was `said`. */
const onward = (visit: StepVisit, outcome: string | undefined, said: Said | undefined) => {
  const { step, who } = visit
  const name = nameResolver(who)
  const now = facts(draft.get(), houseSettings.get(), outcome)
  const arm = follow(step.next, now, name)
  if (!arm) return
  const to = targetOf(arm, now)
  if (arm.set) keep(withChanges(draft.get(), changesOf(arm.set, now, name)))
  const wait = waitOf(step)
  if (wait) return happen(visit, 'wait', { to })
  if (wait !== undefined) return
  if (to?.startsWith('/')) pending.set({ faults: [], said })
  leave(visit, to)
}

/** Do what the step does with these answers, keep what comes of it, say what is wrong, and go on. */
const act = async (visit: StepVisit, now: Draft) => {
  const { step, path } = visit
  const { flow } = house.get()
  const result = step.do ? await runEffect(step.do, now, flow) : undefined
  const { ends, seen: green } = { ...(step.do && rules[step.do]) }
  // The end of a check-in counts wherever its guest has gone meanwhile, unless another has begun.
  const isStill = visit.alive || (ends && draft.get().draftId === now.draftId)
  if (result?.only && isStill) wipe(result.only)
  if (!visit.alive) return
  if (result?.set) keep(withChanges(draft.get(), result.set))
  if (result?.at && result.at !== path) {
    pending.set({ faults: result.faults ?? [], said: result.said })
    return visit.go(stepAddress(flow, { path: result.at, who: result.who }, { return: path }))
  }
  if (result?.faults) happen(visit, 'refuse', { faults: result.faults, said: result.said })
  else happen(visit, 'fail', { said: result?.said })
  if (result && green?.includes(result.outcome)) {
    happen(visit, 'accept')
    await pause(seen)
  }
  onward(visit, result?.outcome, result?.said)
}

/** One thing at a time: while it is under way, OK says so and waits. */
export const working = async (visit: StepVisit, work: () => unknown) => {
  try {
    await work()
  } finally {
    if (visit.alive) happen(visit, 'rest')
  }
}

/** What could not be had is said on the card, where the same press tries again. */
export const failed = (visit: StepVisit, error: unknown) => {
  happen(visit, 'fail', { said: notHad(error) })
}

/** A card is checked with the rest of the journey, all but the first: OK waits for it, and is then pressed again. */
const pressWhole = async (visit: StepVisit, extra: Draft) => {
  happen(visit, 'press')
  await working(visit, () => wholeJourney().catch((error) => failed(visit, error)))
  if (isWhole() && visit.alive) await press(visit, extra)
}

/** Run the effect of a step that acts as soon as it is entered. */
export const enter = (visit: StepVisit) => working(visit, () => act(visit, draft.get()))

/**
 * A change made after sending is sent at once, so that it arrives though the page be closed; whatever fails is sent
 * again before the end.
 */
const sendChange = async ({ path }: StepVisit, now: Draft): Promise<void> => {
  const { flow } = house.get()
  const sent = await laterCode().send(now, flow, { leaving: { keepalive: true } })
  if (sent.outcome === 'saved') {
    const isSame = draft.get().draftId === now.draftId && draft.get().checkInId === now.checkInId
    if (isSame) keep(withChanges(draft.get(), sent.set))
  }
  if (sent.outcome === 'failed') console.error(`${path}: the change could not be sent yet`)
}

/** The guest presses OK, or a button that is an answer (`extra`) and going on in one. */
export const press = async (visit: StepVisit, extra: Draft = {}): Promise<void> => {
  const { status, step, who } = visit
  if (isBusy(status.get())) return
  if (status.get().state === 'leaving') return leave(visit, status.get().to)
  if (!isWhole() && !(step.do && rules[step.do].begins)) return pressWhole(visit, extra)
  const { filled, faultsOf } = questions(visit, draft.get(), houseSettings.get())
  const now = filled(extra)
  const faults = faultsOf(now)
  toast.pass()
  if (faults.length || !canTry(step.do)) return happen(visit, 'refuse', { faults })
  happen(visit, 'press')
  keep(now)
  if (!step.do && now.checkInId) void sendChange(visit, now)
  const known = facts(now, houseSettings.get())
  const arm = step.on === 'enter' && follow(step.next, known, nameResolver(who))
  await working(visit, () => (arm ? leave(visit, targetOf(arm, known)) : act(visit, now)))
}
