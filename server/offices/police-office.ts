import { createHash } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import { guests, type Who } from '../../schema/guest'
import type { PoliceAnswer, PolicePlan, SendEnd } from '../../schema/office-answers'
import type { PoliceAccountSetting } from '../../schema/offices'
import type { Settings } from '../../schema/settings'
import { fullName, party } from '../../src/core/checkin/party'
import { printsOf } from '../../src/core/checkin/police-state'
import { isEnabled } from '../../src/core/checkin/states'
import { policeLines } from '../../src/core/exports/police'
import { heldBack, type LineState, lineKey, type PartyLines } from '../../src/core/offices/sending'
import { fieldOfVerdict } from '../../src/core/offices/verdict-fields'
import { addDays } from '../../src/core/text/dates'
import { italianDay } from '../clock'
import { printDigest } from '../exports/official-files'
import type { Places } from '../places/places'
import { allSettings } from '../settings/settings'
import type { Store } from '../store/store'
import type { OfficeAccess } from './access'
import type { PoliceAccount, PoliceClient, Verdict } from './police-client'
import { type PartyEnd, type PoliceSending, policeSending } from './police-sending'
import type { sendingLog } from './sending-log'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Minutes the machine's clock may differ from the portal's before the host is told. */
const tolerated = 5

const codesOf = ({ codes = '' }: PoliceAccountSetting) => codes.split(/[ ,]+/).filter(Boolean)

/** The account that serves a check-in: the one that names its reservation code, else one that names none. */
export const accountFor = (
  { policeAccounts }: Pick<Settings, 'policeAccounts'>,
  { reservationCode = '' }: Pick<Checkin, 'reservationCode'>,
): PoliceAccountSetting | undefined =>
  policeAccounts.find((one) => codesOf(one).includes(reservationCode.toUpperCase())) ??
  policeAccounts.find((one) => !codesOf(one).length)

/** An account whose credentials are whole: those of a restored backup are not. */
export const isReady = ({ user, password, wsKey }: PoliceAccountSetting) => Boolean(user && password && wsKey)

const credentialsOf = ({ user, password, wsKey }: PoliceAccountSetting) => [user, password, wsKey]

/** What the portal said, as it said it. */
export const wordsOf = ({ code, name, detail }: Verdict) => [code, name, detail].filter(Boolean).join(' – ')

type Parts = {
  store: Store
  places: Pick<Places, 'book'>
  client: PoliceClient
  access: OfficeAccess
  log: ReturnType<typeof sendingLog>
  now: () => Date
}

/** The police's service as the house uses it: whom it would send, what became of it, and whether credentials open it. */
export const policeOffice = ({ store, places, client, access, log, now }: Parts) => {
  const sending: PoliceSending = policeSending({ client, log, now, dayOf: italianDay })

  /** A check-in's lines for an account, with the digests of the lines and of the answers they are made from. */
  const partyLines = async (checkin: Checkin, account: PoliceAccountSetting, settings: Settings) => {
    const policeApartmentColumn = account.category === 'apartments'
    const { lines, faults } = policeLines(checkin, await places.book(), { ...settings, policeApartmentColumn })
    const prints = printsOf(checkin, printDigest)
    const told: PartyLines = {
      checkin: checkin.id,
      lines: lines.map(({ guest, text }) => ({ guest, text, sha256: sha256(text), print: prints[guest]! })),
    }
    return { party: told, faults }
  }

  /** Why a check-in does not go, whatever was sent of it before; or its lines. */
  const examine = async (checkin: Checkin, settings: Settings) => {
    const account = accountFor(settings, checkin)
    const today = italianDay(now())
    const { arrivalDate = '' } = checkin
    if (!account || !isReady(account)) return { why: 'account' as const }
    if (!isEnabled(checkin)) return { why: 'notEnabled' as const, account }
    if (arrivalDate !== today && arrivalDate !== addDays(today, -1)) return { why: 'arrival' as const, account }
    const { party: lines, faults } = await partyLines(checkin, account, settings)
    return faults.length ? { why: 'incomplete' as const, account } : { account, lines }
  }

  const recordsOf = async (ids: readonly number[]) =>
    (await Promise.all([...new Set(ids)].map((id) => store.checkin(id)))).flatMap((checkin) => checkin ?? [])

  const endOf = (end: PartyEnd, lines: PartyLines): SendEnd => {
    if (end.end === 'unsent')
      return { checkin: end.checkin, end: 'unsent', why: end.why.kind, words: wordsOf(end.why.verdict) }
    if (end.end === 'held') return { checkin: end.checkin, end: 'held', why: end.why }
    if (end.end !== 'refused') return { checkin: end.checkin, end: end.end }
    return {
      checkin: end.checkin,
      end: 'refused',
      refusals: end.verdicts.flatMap((verdict, index) =>
        verdict ? [{ guest: lines.lines[index]!.guest, field: fieldOfVerdict(verdict), words: wordsOf(verdict) }] : [],
      ),
    }
  }

  const toClient = ({ user, password, wsKey, category }: PoliceAccountSetting): PoliceAccount => ({
    user,
    password,
    wsKey,
    category,
  })

  const sendFor = async (account: PoliceAccountSetting, lines: PartyLines[], again: ReadonlySet<number>) => {
    const refused = await access.refusal('police', account.user, credentialsOf(account))
    if (refused)
      return lines.map(
        ({ checkin }): SendEnd => ({ checkin, end: 'unsent', why: 'signIn', words: refused.words ?? '' }),
      )
    const ends = await sending.send(toClient(account), lines, again)
    const signIn = ends.find((end) => end.end === 'unsent' && end.why.kind === 'signIn')
    if (signIn?.end === 'unsent')
      await access.keep('police', account.user, credentialsOf(account), 'signIn', {
        words: wordsOf(signIn.why.verdict),
      })
    const byCheckin = new Map(lines.map((one) => [one.checkin, one]))
    return ends.map((end) => endOf(end, byCheckin.get(end.checkin)!))
  }

  /** Notes on the records of those who were wholly taken that the police have been told, as the host would. */
  const tell = async (ids: readonly number[]) => {
    const states = await log.states()
    for (const checkin of await recordsOf(ids)) {
      const lines = party(checkin).map((guest) => states.get(lineKey({ checkin: checkin.id, guest })))
      if (!lines.every((one) => one?.state === 'sent')) continue
      const prints = Object.fromEntries(party(checkin).map((guest, index) => [guest, lines[index]!.print]))
      const told = JSON.stringify({ at: lines[0]!.at, prints })
      if (told !== checkin.told) await store.updateCheckin(checkin.id, { told })
    }
  }

  const wasFiled = async ({ id, told }: Checkin) =>
    Boolean(told) || (await store.notes('export')).some(({ file, ids }) => file.endsWith('.txt') && ids.includes(id))

  const refusalIn = (state: LineState | undefined) => (state?.state === 'refused' ? state.verdict : undefined)

  return {
    sending,
    states: log.states,
    tell,

    /** What of some check-ins would be sent now, by which account, and what would not, and why. */
    plan: async (ids: readonly number[]): Promise<PolicePlan> => {
      const settings = await allSettings(store)
      const states = await log.states()
      const plan: PolicePlan = { parties: [], left: [] }
      for (const checkin of await recordsOf(ids)) {
        const found = await examine(checkin, settings)
        const name = fullName(checkin, 'main')
        if (!found.lines) {
          plan.left.push({ checkin: checkin.id, name, why: found.why })
          continue
        }
        const held = heldBack(found.lines, states)
        if (held) {
          plan.left.push({ checkin: checkin.id, name, why: held })
          if (held !== 'changed') continue
        }
        plan.parties.push({
          checkin: checkin.id,
          account: found.account.name,
          names: party(checkin).map((who) => fullName(checkin, who)),
          arrivalDate: checkin.arrivalDate ?? '',
          width: found.account.category === 'apartments' ? 174 : 168,
          ...(held && { again: true as const }),
        })
      }
      return plan
    },

    /** Sends check-ins, each party whole: those of an account together. `again` are those the host wants sent a second time. */
    send: async (ids: readonly number[], again: readonly number[] = []): Promise<PoliceAnswer> => {
      const settings = await allSettings(store)
      const byAccount = new Map<PoliceAccountSetting, PartyLines[]>()
      const left: PoliceAnswer['left'] = []
      for (const checkin of await recordsOf(ids)) {
        const { account, lines, why } = await examine(checkin, settings)
        if (account && lines) byAccount.set(account, [...(byAccount.get(account) ?? []), lines])
        else left.push({ checkin: checkin.id, name: fullName(checkin, 'main'), why: why! })
      }
      const ends = await Promise.all([...byAccount].map(([account, lines]) => sendFor(account, lines, new Set(again))))
      await tell(ends.flat().map(({ checkin }) => checkin))
      return { ends: ends.flat(), left }
    },

    /** Whether a check-in could go by itself: whole, released, of an account that is not refused, and in no file, told or sent. */
    isFree: async (checkin: Checkin, settings: Settings): Promise<boolean> => {
      const { account, lines } = await examine(checkin, settings)
      if (!account || !lines) return false
      const states = await log.states()
      const wasRefused = lines.lines.some((line) => {
        const state = states.get(lineKey({ checkin: checkin.id, guest: line.guest }))
        return refusalIn(state) && state!.sha256 === line.sha256
      })
      // Who is in a file may have been uploaded: the host sends such a party, nothing else does.
      if (wasRefused || heldBack(lines, states) || (await wasFiled(checkin))) return false
      return !(await access.refusal('police', account.user, credentialsOf(account)))
    },

    /** How each guest of a check-in stands by wire. */
    wireOf: async (checkin: number): Promise<Partial<Record<Who, LineState>>> => {
      const states = await log.states()
      return Object.fromEntries(
        guests.flatMap((guest) => {
          const state = states.get(lineKey({ checkin, guest }))
          return state ? [[guest, state]] : []
        }),
      )
    },

    /** Tries an account's credentials, once for each time they are saved, and keeps what the portal said. */
    tryAccess: async (account: PoliceAccountSetting) => {
      const known = await access.refusal('police', account.user, credentialsOf(account))
      if (known) return { ...known, isOld: true as const }
      const before = now().getTime()
      const answer = await client.tryAccess(toClient(account))
      if (answer.kind === 'signIn')
        return access.keep('police', account.user, credentialsOf(account), 'signIn', { words: wordsOf(answer.verdict) })
      if (answer.kind !== 'access') return { end: 'failed' as const, kind: answer.kind, words: wordsOf(answer.verdict) }
      const issued = Date.parse(answer.issued.replace(/(\.\d{3})\d*/, '$1'))
      const skew = Math.round((before - issued) / 60_000)
      return access.keep('police', account.user, credentialsOf(account), 'access', {
        apartments: answer.apartments,
        errors: answer.errors,
        ...(Math.abs(skew) >= tolerated && { skew }),
      })
    },
    toClient,
  }
}

export type PoliceOffice = ReturnType<typeof policeOffice>
