import type { Draft } from '../../../schema/checkin'
import { defaults } from '../../../schema/settings'
import type { Flow } from '../../../schema/steps'
import { exampleParties } from '../../data/example-parties'
import { definitionOf } from '../flow/fields'
import { trail } from '../flow/trail'
import { addDays } from '../text/dates'

/** What changes for one example party: the cards it no longer sees or sees anew, and the fields stored otherwise. */
export type PartyChange = {
  party: string
  gone: string[]
  come: string[]
  /** The same cards come in another order. */
  isReordered: boolean
  fields: { field: string; before?: string; after?: string }[]
}

/** An answer that a question of the host's own takes. */
const answerTo = (flow: Flow, field: string): string => {
  const [option] = definitionOf(flow, field)?.options ?? []
  return typeof option === 'object' ? option.value : (option ?? '…')
}

/**
 * The cards a party sees, and its answers as they are stored. A field that an arm writes and the party has no answer
 * for keeps what was written; what the flow asks besides is answered with an example.
 */
const walked = (flow: Flow, party: Draft, today: string) => {
  const draft: Draft = { arrivalDate: today, departureDate: addDays(today, Number(party.numberOfNights)), ...party }
  const checker = { validate: () => true, today }
  for (;;) {
    const { stops, answers, written, open } = trail(flow, draft, defaults, checker)
    const missing = [
      ...Object.entries(written).map(([field, value]) => [field, value!] as const),
      ...(open?.faults ?? []).map(({ field }) => [field, answerTo(flow, field)] as const),
    ].filter(([field]) => !(field in draft))
    if (!missing.length) return { cards: stops.map(({ path }) => path), answers }
    Object.assign(draft, Object.fromEntries(missing))
  }
}

const changeFor = (party: string, before: ReturnType<typeof walked>, after: ReturnType<typeof walked>): PartyChange => {
  const gone = before.cards.filter((path) => !after.cards.includes(path))
  const come = after.cards.filter((path) => !before.cards.includes(path))
  const fields = [...new Set([...Object.keys(before.answers), ...Object.keys(after.answers)])].flatMap((field) => {
    const [was, is] = [before.answers[field], after.answers[field]]
    return was === is ? [] : [{ field, ...(was && { before: was }), ...(is && { after: is }) }]
  })
  const isReordered = !gone.length && !come.length && before.cards.join() !== after.cards.join()
  return { party, gone, come, isReordered, fields }
}

/**
 * Returns what an edit changes for five example parties, by walking both flows with the program's default settings; a
 * party for which nothing changes is left out. `today` is the day of arrival, `YYYY-MM-DD`.
 */
export const consequencesOf = (before: Flow, after: Flow, today: string): PartyChange[] =>
  Object.entries(exampleParties)
    .map(([party, answers]) => changeFor(party, walked(before, answers, today), walked(after, answers, today)))
    .filter(({ gone, come, isReordered, fields }) => gone.length || come.length || isReordered || fields.length)
