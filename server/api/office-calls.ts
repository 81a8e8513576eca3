import { guests } from '../../schema/guest'
import type { AccessTried, PoliceAccountSetting, RegionStructureSetting, SentCall } from '../../schema/offices'
import type { Settings } from '../../schema/settings'
import type { Numbered, SendingEvent, Verdict } from '../../src/core/offices/sending-events'
import { addDays } from '../../src/core/text/dates'
import { italian } from '../../src/core/text/written-dates'
import { withoutEmpty } from '../../src/core/without-empty'
import { latestFiles } from '../exports/pending-files'
import { lineWords, verdictWords } from '../offices/police-office'
import { codesOf, isReady } from '../offices/police-plan'
import { failureSentence, unsentSentence } from '../offices/soap'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { mustExist, Refusal, say } from '../shared/messages'
import { type Handlers, numberOf, type Services } from './handlers'

/** The calls about the guests the region holds. */
export const regionCalls = ({ store, offices: { guestsAtRegion } }: Services) =>
  ({
    'GET /api/region': async () => ({ data: await guestsAtRegion.matters() }),
    'GET /api/checkin/:id/region': async (context) => {
      const { id } = mustExist(await store.checkin(numberOf(context)))
      return { data: await guestsAtRegion.doubtsOf(id) }
    },
    'POST /api/checkin/:id/region': async (context) => {
      const { id } = mustExist(await store.checkin(numberOf(context)))
      const { guest, about, same } = context.body
      const who = guests.find((one) => one === guest)
      if (!who || typeof about !== 'string' || typeof same !== 'boolean') throw new Refusal(400, say('region.answer'))
      if (!(await guestsAtRegion.answer(id, who, about, same))) throw new Refusal(409, say('region.answered'))
    },
    'POST /api/region/eliminate': async ({ body: { ids } }) => {
      if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) throw new Refusal(400, say('region.ids'))
      return { data: { count: await guestsAtRegion.eliminate(ids as string[]) } }
    },
    'POST /api/region/known': async ({ body: { text } }) => {
      if (typeof text !== 'string' || !/<movimenti[\s>]/.test(text)) throw new Refusal(400, say('region.file'))
      return { data: { count: await guestsAtRegion.learn(text) } }
    },
  }) satisfies Partial<Handlers>

/** Limits of the host's page on sendings. */
const [shownCalls, shownFiles] = [200, 20]

const idsIn = (given: unknown): number[] => {
  if (!Array.isArray(given) || given.length > 2000 || !given.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new Refusal(400, say('server.ids'))
  return given as number[]
}

type Opening = Extract<Numbered<SendingEvent>, { lines: unknown }>

const endOf = (opening: Opening, later: readonly SendingEvent[]): Pick<SentCall, 'end' | 'settled' | 'words'> => {
  const words = (verdicts: readonly (Verdict | null)[]) => [
    ...new Set(verdicts.flatMap((verdict) => (verdict ? [lineWords(verdict)] : []))),
  ]
  if (opening.event === 'tested') return { end: 'refused', words: words(opening.verdicts) }
  const last = later.at(-1)
  if (!last || last.event === 'begun' || last.event === 'tested') return { end: 'sending', words: [] }
  if (last.event === 'settled') return { end: last.taken ? 'sent' : 'unsent', settled: last.by, words: [] }
  if (last.event === 'lost') return { end: 'unknown', words: [failureSentence(last.why)] }
  if (last.event === 'unsent') return { end: 'unsent', words: [unsentSentence(last.why)] }
  const refused = last.verdicts.filter(Boolean).length
  const end = refused === 0 ? 'sent' : refused === last.verdicts.length ? 'refused' : 'partly'
  return { end, words: words(last.verdicts) }
}

const callsIn = (events: readonly Numbered<SendingEvent>[]): SentCall[] => {
  const later = new Map<number, SendingEvent[]>()
  for (const event of events) if ('of' in event) later.set(event.of, [...(later.get(event.of) ?? []), event])
  return events
    .filter((event): event is Opening => 'lines' in event)
    .slice(-shownCalls)
    .map((opening) => ({
      id: opening.id,
      at: opening.at,
      day: opening.day,
      account: opening.account,
      checkins: [...new Set(opening.lines.map(({ checkin }) => checkin))],
      hashes: opening.lines.map(({ sha256 }) => sha256),
      ...endOf(opening, later.get(opening.id) ?? []),
    }))
    .reverse()
}

const sendings = (
  { store, now, offices: { police, receipts, region, log } }: Services,
  settings: () => Promise<Settings>,
) => {
  const trouble = (refused: { words?: string } | undefined) =>
    refused ? { trouble: unsentSentence(refused.words ?? '') } : {}
  const shownAccount = async (account: PoliceAccountSetting, known: readonly string[]) => ({
    name: account.name,
    user: account.user,
    isReady: isReady(account),
    ...trouble(await police.refusal(account)),
    missing: await receipts.missing(account.user),
    unknownCodes: codesOf(account).filter((code) => !known.includes(code)),
  })
  const shownStructure = async (structure: RegionStructureSetting) => ({
    id: structure.id,
    structure: structure.structureCode,
    isReady: Boolean(structure.password),
    ...trouble(await region.refusal(structure)),
    days: (await region.dayStates(structure)).map(({ day, state, note }) => ({
      day,
      state,
      ...(note && {
        at: note.at,
        print: note.print,
        ...(note.why !== undefined && { why: failureSentence(note.why) }),
      }),
      refusals: note?.refusals ?? [],
    })),
  })
  return async () => {
    const { policeAccounts, regionStructures, reservationCodes, sendingPaused } = await settings()
    const known = reservationCodes.map(({ code }) => code.toUpperCase())
    return {
      isPaused: sendingPaused,
      police: {
        accounts: await Promise.all(policeAccounts.map((account) => shownAccount(account, known))),
        files: await latestFiles(store, police.linesOf, shownFiles, addDays(italianDay(now()), -1)),
        calls: callsIn(await log.all()),
        receipts: (await receipts.list()).map(({ at: _, file: __, ...receipt }) => receipt),
      },
      region: await Promise.all(regionStructures.map(shownStructure)),
    }
  }
}

const fetchReceipts = async ({ offices: { receipts } }: Services, accounts: readonly PoliceAccountSetting[]) => {
  let fetched = 0
  const words = new Set<string>()
  for (const account of accounts) {
    const done = await receipts.fetch(account)
    fetched += done.fetched
    for (const day of done.doubtful) words.add(say('offices.receipt', { day: italian(day) }))
    if (done.failure) words.add(unsentSentence(verdictWords(done.failure.verdict)))
  }
  return { fetched, trouble: [...words] }
}

const tried = async ({ offices }: Services, account: PoliceAccountSetting): Promise<AccessTried> => {
  const { end, words, ...details } = await offices.police.tryAccess(account)
  const { skew, apartments } = details as Pick<AccessTried, 'skew' | 'apartments'>
  return {
    end,
    ...(end !== 'access' && { words: unsentSentence(words ?? '') }),
    ...withoutEmpty({ skew, apartments }),
  }
}

/** The calls about sending to the police and the region. */
export const officeCalls = (services: Services) => {
  const { police, receipts, log, works, sendToPolice, sendToRegion } = services.offices
  const settings = () => allSettings(services.store)
  const look = sendings(services, settings)

  return {
    'POST /api/police/plan': async ({ body }) => ({ data: await police.plan(idsIn(body.ids)) }),
    'POST /api/police/send': async ({ body }) => ({
      data: await works.run(sendToPolice(idsIn(body.ids), body.again === undefined ? [] : idsIn(body.again))),
    }),
    'POST /api/police/settle': async ({ body: { account, sending, taken } }) => {
      if (typeof account !== 'string' || typeof sending !== 'number' || typeof taken !== 'boolean')
        throw new Refusal(400, say('offices.settle'))
      if (!(await police.sending.settle(account, sending, taken))) throw new Refusal(409, say('offices.settled'))
      const begun = (await log.all()).find(({ id }) => id === sending)
      if (taken && begun && 'lines' in begun) await police.markReported(begun.lines.map(({ checkin }) => checkin))
    },
    'POST /api/police/try': async ({ body }) => {
      const account = mustExist((await settings()).policeAccounts.find(({ id }) => id === body.id))
      if (!isReady(account)) throw new Refusal(400, say('offices.secrets'))
      const { id: about, user: key } = account
      return { data: await works.run({ kind: 'police/try', key, about, run: () => tried(services, account) }) }
    },
    'POST /api/police/receipts': async () => {
      const accounts = (await settings()).policeAccounts.filter(isReady)
      const run = () => fetchReceipts(services, accounts)
      return { data: await works.run({ kind: 'police/receipts', key: '', run }) }
    },
    'POST /api/police/receipt/:id': async ({ params }) => {
      const found = mustExist(await receipts.file(Number(params.id)))
      return { bytes: { body: found.bytes, type: 'application/pdf', name: `ricevuta-${found.file}` } }
    },
    'POST /api/region/send': async ({ body }) => {
      const structure = mustExist((await settings()).regionStructures.find(({ id }) => id === body.id))
      return { data: await works.run(sendToRegion(structure)) }
    },
    'GET /api/sendings': async () => ({ data: await look() }),
    'GET /api/sendings/works': async () => ({ data: works.all() }),
  } satisfies Partial<Handlers>
}
