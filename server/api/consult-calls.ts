import type { DayStays } from '../../schema/calls/bookings'
import type { CardFault } from '../../schema/calls/party-states'
import type { Checkin } from '../../schema/checkin'
import { needsLook } from '../../src/core/bookings/booking-state'
import type { RecordFault } from '../../src/core/exports/record-layout'
import { findingSentence } from '../../src/core/lint/finding-words'
import { exportHistory, exportsOf, filedOf } from '../exports/filed'
import { officialFiles } from '../exports/official-files'
import type { LinesOf } from '../exports/pending-files'
import { accountFor } from '../offices/police-plan'
import { allSettings } from '../settings/all-settings'
import { flowSentences, notFound, Refusal, say, spokenLanguage } from '../shared/messages'
import { eventLoopYield } from '../shared/scheduling'
import { type ChangeFeed, withoutOwner } from '../store/store'
import { type Handlers, jsonStream, numberOf, queryDay, type Services } from './handlers'
import { hostDay, refusalsOf, type Wire } from './read-host-day'

const brief = ({ guest, field, rule, limit, refused }: RecordFault): CardFault => ({
  guest,
  field,
  rule,
  ...(limit && { limit }),
  ...(refused && { refused }),
})

type WireOf = (checkin: Checkin) => Promise<Wire>

const lackingIn = (places: Services['places'], wireOf: WireOf) => async (checkins: readonly Checkin[]) => {
  const found: Record<number, CardFault[]> = {}
  const yieldIfDue = eventLoopYield()
  for (const checkin of checkins) {
    const faults = [...(await places.lacks(checkin)).map(brief), ...refusalsOf(checkin, await wireOf(checkin))]
    if (faults.length) found[checkin.id] = faults
    await yieldIfDue()
  }
  return found
}

/** Yields the faults of a list's check-ins by id, as JSON without its braces, slice by slice. */
const faultsListed = async function* (slices: AsyncIterable<string[]>, lacking: ReturnType<typeof lackingIn>) {
  for await (const slice of slices)
    yield JSON.stringify(await lacking(slice.map((text) => JSON.parse(text) as Checkin))).slice(1, -1)
}

const changeCalls = ({ places, offices, removals }: Services, { store, cursor, since }: ChangeFeed, wireOf: WireOf) => {
  const lacking = lackingIn(places, wireOf)
  return {
    'GET /api/checkins/changes': async ({ query }) => {
      const at = cursor()
      const ids = query.since ? since(query.since) : []
      const left = removals.left()
      const common = { at, ...(Object.keys(left).length && { leaving: left }) }
      if (!ids) return { data: { ...common, reset: true } }
      const read = await Promise.all(ids.map((id) => store.checkin(id)))
      const changed = read.flatMap((checkin) => (checkin ? [withoutOwner(checkin)] : []))
      return {
        data: {
          ...common,
          changed,
          removed: ids.filter((_, i) => !read[i]),
          lacking: await lacking(changed),
          ...(changed.length && { filed: await filedOf(store, offices.police.wireOf, changed, changed) }),
        },
      }
    },
    'GET /api/lacks': async (context) => ({
      parts: jsonStream('{}', faultsListed(store.checkinSlices(queryDay(context)), lacking)),
    }),
  } satisfies Partial<Handlers>
}

const flowStateCalls = ({ serving }: Services) => {
  const errors = () => serving.findings().filter(({ severity }) => severity === 'error').length
  return {
    'GET /api/flow/state': async () => ({ data: { errors: errors(), version: serving.current().version } }),
    'GET /api/flow': async () => {
      const { flowMap } = await import('../../src/core/diagram/map-svg')
      const { flow, words, version, journeys, files } = serving.current()
      const findings = serving.findings().map((finding) => ({
        severity: finding.severity,
        text: findingSentence(finding, flowSentences(), words[spokenLanguage()]),
      }))
      return {
        data: {
          version,
          journeys,
          steps: Object.keys(flow.steps).length,
          files,
          findings,
          map: flowMap(flow, { ...flowSentences(), ...words[spokenLanguage()] }),
        },
      }
    },
  } satisfies Partial<Handlers>
}

/** The calls about the letters of check-ins, and the test of the mail settings. */
export const letterCalls = ({ mailQueue }: Services, { store }: ChangeFeed) =>
  ({
    'GET /api/smtp2go-test': async () => ({ whole: await mailQueue.test(await allSettings(store)) }),
    'POST /api/letters/release': async ({ body }) => mailQueue.release(Number(body.checkinId)),
    'GET /api/letters': async () => ({ data: mailQueue.list() }),
  }) satisfies Partial<Handlers>

const expectedOn = async (bookings: Services['bookings'], day: string): Promise<DayStays> => {
  const expected = (await bookings.expected()).stays.filter((stay) => needsLook(stay, day))
  const isLost = (await bookings.feeds.states()).some(({ lost }) => lost.length)
  return { ...(expected.length && { expected }), ...(isLost && { lost: true }) }
}

/** The calls behind the host's consultation, its exports and the flow page. */
export const consultCalls = (services: Services, feed: ChangeFeed) => {
  const { now, places, offices, bookings, webhooks } = services
  const { store } = feed
  const linesOf: LinesOf = offices.police.linesOf
  // Other devices' lists hear of a file at their next poll.
  const files = officialFiles({ store, places, now, linesOf, register: offices.register, filed: feed.touch })
  feed.listen(places.forget)

  const wireOf = async (checkin: Checkin): Promise<Wire> => {
    const account = accountFor(await allSettings(store), checkin)
    return { account: account?.name, states: await offices.police.wireOf(checkin) }
  }

  return {
    ...changeCalls(services, feed, wireOf),
    ...flowStateCalls(services),
    'GET /api/istat-search': async ({ query }) => {
      if ((['code', 'name', 'city', 'country'] as const).filter((name) => query[name]).length !== 1)
        throw new Refusal(400, say('server.place.query'))
      return { whole: await places.search(query) }
    },
    'POST /api/istat-code': async ({ body }) => {
      const clearer = await places.saveTypedCode(body)
      if (clearer && !(await store.updateCheckin(clearer.id, clearer.patch))) throw notFound()
    },
    'POST /api/export': async ({ body }) => ({ data: await files.run(body) }),
    'GET /api/tourism-month': async ({ query }) => ({ data: await files.month(query.month) }),
    'GET /api/exports': async () => ({ data: await exportHistory(store) }),
    'GET /api/day': async () => {
      const day = await hostDay(
        { store, wireOf, linesOf, faultsOf: async (one) => (await places.lacks(one)).map(brief) },
        now(),
      )
      const isOff = (await webhooks.state())?.off !== undefined
      return { data: { ...day, ...(isOff && { webhookOff: true }), ...(await expectedOn(bookings, day.day)) } }
    },
    'GET /api/checkin/:id/exports': async (context) => ({ data: await exportsOf(store, numberOf(context)) }),
  } satisfies Partial<Handlers>
}
