import { type Identification, type IdentificationWay, identificationWays } from '../../schema/calls/party-states'
import { guests, type Who } from '../../schema/guest'
import { identifiedOf } from '../../src/core/checkin/checkin-states'
import { type Declaration, declarationAfter, declarationOf } from '../../src/core/police/filing-states'
import { printsOf } from '../../src/core/police/police-state'
import { enableAll } from '../checkin/release'
import { checkinsOf, filedOf, readFiled } from '../exports/filed'
import { allSettings } from '../settings/all-settings'
import { numbersIn, wordOf } from '../shared/body'
import { printDigest } from '../shared/digests'
import { mustExist, Refusal, say } from '../shared/messages'
import { inBatches } from '../shared/scheduling'
import { type ChangeFeed, eachParsed, parsedSlices, withoutOwner } from '../store/store'
import { type Handlers, numberOf, queryDay, type Services } from './handlers'

const longest = { by: 80, words: 300 }

/** Refuses (400) an unknown way, a missing name (`by`), and `other` without words. */
const identification = (body: { how?: unknown; by?: unknown; words?: unknown }, at: Date): Identification => {
  const how = identificationWays.find((way): way is IdentificationWay => way === body.how)
  const [by, words] = [wordOf(body.by).slice(0, longest.by), wordOf(body.words).slice(0, longest.words)]
  if (!how || !by || (how === 'other' && !words)) throw new Refusal(400, say('server.identification'))
  return { at: at.toISOString(), by, how, ...(words && { words }) }
}

/** Refuses (409) guests whose data are no longer those that the host compared with the document. */
const mustBeAsCompared = (checkin: { [field: string]: unknown }, compared: unknown) => {
  if (Object.entries(Object(compared ?? {})).some(([field, value]) => (checkin[field] ?? '') !== value))
    throw new Refusal(409, say('server.guestChanged'))
}

/**
 * Returns whether a page does not know the latest declaration: it must neither take it back nor declare again. A
 * declaration after `now` was made under a clock that was ahead.
 */
const isOlderPage = (page: { [field: string]: unknown }, told: Declaration | undefined, now: string) =>
  page.told === true
    ? told && page.seen !== undefined && told.at > String(page.seen) && told.at <= now
    : page.at !== undefined && page.at !== told?.at

/** The calls about identification, release and the declared report to the police. */
export const partyReportCalls = ({ now, offices }: Services, { store }: ChangeFeed) =>
  ({
    'GET /api/filed': async (context) => ({
      data: await filedOf(store, offices.police.wireOf, eachParsed(store.checkinSlices(queryDay(context)))),
    }),
    'POST /api/enable': async ({ body }) => {
      if (typeof body.enabled !== 'boolean') throw new Refusal(400, say('server.enable'))
      const ids = numbersIn(body.ids, 'server.enable')
      return { data: await enableAll(store, ids, body.enabled, await allSettings(store)) }
    },
    'POST /api/told': async ({ body }) => {
      const ids = numbersIn(body.ids, 'server.told')
      const at = now().toISOString()
      const checkins = await checkinsOf(store, ids)
      const filed = await readFiled(store, checkins)
      const changed = await inBatches(checkins, async (checkin) => {
        const told = declarationOf(checkin)
        if (isOlderPage(body, told, at)) return undefined
        const known = { filed: filed.get(checkin.id) ?? [], told }
        const declaration =
          body.told === true
            ? declarationAfter(at, printsOf(checkin, printDigest), known, body.settlesLeft === true)
            : told?.before
        return store.updateCheckin(checkin.id, { told: declaration ? JSON.stringify(declaration) : null })
      })
      return { data: { told: changed.filter(Boolean).length, at } }
    },
    'POST /api/checkin/:id/identified': async (context) => {
      const { body } = context
      const checkin = mustExist(await store.checkin(numberOf(context)))
      const chosen = Array.isArray(body.guests) ? guests.filter((who) => (body.guests as unknown[]).includes(who)) : []
      if (!chosen.length) throw new Refusal(400, say('server.identification'))
      mustBeAsCompared({ ...checkin }, body.compared)
      const identified: { [who in Who]?: Identification } = { ...identifiedOf(checkin) }
      const note = body.how === undefined ? undefined : identification(body, now())
      for (const who of chosen)
        if (note) identified[who] = note
        else delete identified[who]
      const text = Object.keys(identified).length ? JSON.stringify(identified) : null
      return { data: withoutOwner(mustExist(await store.updateCheckin(checkin.id, { identified: text }))) }
    },
    'POST /api/checkin/:id/room': async (context) => {
      const { id } = mustExist(await store.checkin(numberOf(context)))
      const other =
        context.body.with === null ? undefined : mustExist(await store.checkin(Number(context.body.with) || 0))
      // All check-ins of a room refer to the same one, so that the room counts once.
      const head = other && (other.roomOf ?? String(other.id))
      if (head === String(id)) return
      const all = await parsedSlices(store.checkinSlices())
      const fellows = all.filter((one) => one.roomOf === String(id))
      await store.updateCheckin(id, { roomOf: head ?? null })
      // Its fellows go along to another room, and stay together if it gets one of its own.
      const next = head ?? String(fellows[0]?.id)
      for (const one of fellows) await store.updateCheckin(one.id, { roomOf: next === String(one.id) ? null : next })
    },
  }) satisfies Partial<Handlers>
