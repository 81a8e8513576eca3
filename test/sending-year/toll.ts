import { type LineState, lineKey, lineStates } from '../../src/core/offices/sending-events'
import { addDays } from '../../src/core/text/dates'
import type { PoliceStandIn } from '../stand-ins/police'
import type { RegionStandIn } from '../stand-ins/region'
import { romeDay } from '../stand-ins/rome'
import type { Standing } from './life'
import type { YearParty } from './parties'

/**
 * How a simulated year came out. Of the parties: `sent` were acquired once and the house knows it; `unknown` and
 * `refused` are named as such, `late` as past what the portal takes; `unreleased` the host never released, or removed
 * before they could go. These must be nought: `twice` (a guest acquired more than once), `unsaid` (acquired, and the
 * house neither says sent nor unknown), `untrue` (called sent, and not acquired), `stuck` (refused still, though put
 * right), and of the region `missing`, `tooMany` and `wrong` (days or kind). `atOnce` is the most `Send`s at a time.
 */
export type YearToll = {
  parties: number
  guests: number
  sent: number
  unknown: number
  refused: number
  late: number
  unreleased: number
  stuck: number
  twice: number
  unsaid: number
  untrue: number
  inRegion: number
  missing: number
  tooMany: number
  wrong: number
  receipts: number
  receiptsMissing: number
  atOnce: number
}

type World = { police: PoliceStandIn; region: RegionStandIn; structure: string; account: string; today: string }

/**
 * Returns whether a party's last sending was settled as not taken too late to send it again: the portal takes arrivals
 * of today and yesterday.
 */
const isSettledTooLate = ({ record }: YearParty, id: number, events: Standing['events']) => {
  const last = events.findLast((event) => event.event === 'begun' && event.lines.some(({ checkin }) => checkin === id))
  const end = events.find((event) => event.event === 'settled' && event.of === last?.id && !event.taken)
  return end !== undefined && romeDay(new Date(end.at)) > addDays(String(record.arrivalDate), 1)
}

/** How many times each guest's name stands among the lines the police acquired. */
const timesOf = (police: PoliceStandIn) => {
  const times = new Map<string, number>()
  for (const { line } of police.acquired()) {
    const name = line.slice(64, 94).trimEnd()
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  return times
}

const partyOf = ({ names }: YearParty, times: ReadonlyMap<string, number>, state: LineState | undefined) => {
  const taken = names.map((name) => times.get(name) ?? 0)
  const whole = taken.every((count) => count === 1)
  return {
    twice: taken.filter((count) => count > 1).length,
    unsaid: taken.some(Boolean) && state?.state !== 'sent' && state?.state !== 'unknown' ? 1 : 0,
    untrue: state?.state === 'sent' && !whole ? 1 : 0,
  }
}

const regionToll = (parties: readonly YearParty[], { region, structure }: World) => {
  const held = new Map([...region.guests(structure).values()].map((guest) => [guest.fields.nome ?? '', guest]))
  const toll = { inRegion: region.guests(structure).size, missing: 0, tooMany: 0, wrong: 0 }
  const expected = new Set<string>()
  for (const { stayed } of parties)
    for (const [index, name] of (stayed?.names ?? []).entries()) {
      expected.add(name)
      const guest = held.get(name)
      const type = index ? '20' : stayed!.names.length > 1 ? '18' : '16'
      if (!guest) toll.missing++
      else if (guest.arrival !== stayed!.arrival || guest.departure !== stayed!.departure || guest.type !== type)
        toll.wrong++
    }
  for (const name of held.keys()) if (!expected.has(name)) toll.tooMany++
  // A guest whom the region has twice bears one name.
  toll.tooMany += toll.inRegion - held.size
  return toll
}

/**
 * Judges a year by what both offices hold and what the house says of it. `ids` are the check-ins' numbers by the keys
 * of the parties.
 */
export const judgeYear = (
  parties: readonly YearParty[],
  ids: ReadonlyMap<string, number>,
  { events, receipts }: Standing,
  world: World,
): YearToll => {
  const states = lineStates(events)
  const times = timesOf(world.police)
  const count = { sent: 0, unknown: 0, refused: 0, late: 0, unreleased: 0, stuck: 0, twice: 0, unsaid: 0, untrue: 0 }
  for (const party of parties) {
    const id = ids.get(party.key)!
    const state = states.get(lineKey({ checkin: id, guest: 'main' }))
    const wasReleased = party.record.enabledForSending === 'yes' && !party.deeds.some(({ isRemoved }) => isRemoved)
    if (state && state.state !== 'sending') count[state.state]++
    else count[wasReleased ? 'late' : 'unreleased']++
    if (party.isPutRight && state?.state === 'refused' && !isSettledTooLate(party, id, events)) count.stuck++
    const { twice, unsaid, untrue } = partyOf(party, times, state)
    count.twice += twice
    count.unsaid += unsaid
    count.untrue += untrue
  }
  const days = new Set(world.police.acquired().flatMap(({ day }) => (day < world.today ? [day] : [])))
  const there = new Set(receipts.map(({ day }) => day))
  return {
    parties: parties.length,
    guests: parties.reduce((sum, { names }) => sum + names.length, 0),
    ...count,
    ...regionToll(parties, world),
    receipts: there.size,
    receiptsMissing: [...days].filter((day) => !there.has(day)).length,
    atOnce: world.police.mostAtOnce(),
  }
}

/** How much of a year's toll should not have been. */
export const yearFailures = ({
  stuck,
  twice,
  unsaid,
  untrue,
  missing,
  tooMany,
  wrong,
  receiptsMissing,
  atOnce,
}: YearToll) => stuck + twice + unsaid + untrue + missing + tooMany + wrong + receiptsMissing + Math.max(0, atOnce - 1)
