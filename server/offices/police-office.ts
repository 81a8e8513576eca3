import type { Checkin } from '../../schema/checkin'
import type { PoliceAccountSetting, PoliceAnswer, SendEnd } from '../../schema/offices'
import { fullName, party } from '../../src/core/checkin/party'
import {
  fieldOfVerdict,
  type PartyLines,
  type StatesByPlace,
  statesOf,
  type Verdict,
} from '../../src/core/offices/sending-events'
import { declarationOf, withLeft } from '../../src/core/police/filing-states'
import { printsOf, wireNow } from '../../src/core/police/police-state'
import { addDays } from '../../src/core/text/dates'
import { checkinsOf } from '../exports/filed'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { printDigest } from '../shared/digests'
import { say } from '../shared/messages'
import type { PoliceClient } from './police-client'
import { credentialsOf, examinedAgain, examiner, type PlannedParty, type PlanParts, policePlan } from './police-plan'
import { type PartyEnd, type PoliceSending, policeSending } from './police-sending'
import { unsentSentence } from './soap'

/** Returns the portal's words about a refused line, or our own sentence. */
export const lineWords = (verdict: Verdict) => {
  if (verdict.name || verdict.detail) return verdictWords(verdict)
  return verdict.code ? say('offices.line.code', { code: verdict.code }) : say('offices.line.silent')
}

/** Minutes of clock difference before the host is told. */
const tolerated = 5

/** Days of sendings that a start looks at again: as long as receipts settle unknown ones. */
const recovered = 30

/** Returns the portal's own words. */
export const verdictWords = ({ code, name, detail }: Verdict) => [code, name, detail].filter(Boolean).join(' – ')

type Parts = PlanParts & { client: PoliceClient }

type LeftEnd = Extract<PartyEnd, { end: 'left' }>

const endOf = (end: PartyEnd, lines: PartyLines): SendEnd | LeftEnd => {
  const { checkin } = end
  if (end.end === 'unsent')
    return { checkin, end: 'unsent', why: end.why.kind, words: unsentSentence(verdictWords(end.why.verdict)) }
  if (end.end !== 'refused') return end
  return {
    checkin,
    end: 'refused',
    refusals: end.verdicts.flatMap((verdict, index) => {
      if (!verdict) return []
      const field = fieldOfVerdict(verdict)
      return [{ guest: lines.lines[index]!.guest, ...(field && { field }), words: lineWords(verdict) }]
    }),
  }
}

const refuse = ({ access }: Parts, account: PoliceAccountSetting, verdict: Verdict) =>
  access.keep('police', account.user, credentialsOf(account), 'signIn', { words: verdictWords(verdict) })

/** Sends an account's lines, and stores a new refusal of its credentials. */
const sendFor = async (
  { sending, ...parts }: Parts & { sending: PoliceSending },
  account: PoliceAccountSetting,
  lines: PartyLines[],
  again: ReadonlySet<number>,
): Promise<(SendEnd | LeftEnd)[]> => {
  const refused = await parts.access.refusal('police', account.user, credentialsOf(account))
  if (refused)
    return lines.map(
      ({ checkin }): SendEnd => ({ checkin, end: 'unsent', why: 'signIn', words: unsentSentence(refused.words ?? '') }),
    )
  const ends = await sending.send(account, lines, again)
  const signIn = ends.find((end) => end.end === 'unsent' && end.why.kind === 'signIn')
  if (signIn?.end === 'unsent') await refuse(parts, account, signIn.why.verdict)
  const byCheckin = new Map(lines.map((one) => [one.checkin, one]))
  return ends.map((end) => endOf(end, byCheckin.get(end.checkin)!))
}

/** Marks check-ins as reported if all their guests were accepted. */
const markReported =
  ({ store, log }: Parts) =>
  async (ids: readonly number[]) => {
    const states = await log.states()
    for (const checkin of await checkinsOf(store, [...new Set(ids)])) {
      const byGuest = wireNow(checkin, statesOf(checkin.id, states), printDigest)
      const lines = party(checkin).map((guest) => byGuest[guest])
      if (!lines.every((one) => one?.state === 'sent')) continue
      const sent = Object.fromEntries(party(checkin).map((guest, index) => [guest, lines[index]!.print]))
      const prints = withLeft(sent, declarationOf(checkin), printsOf(checkin, printDigest))
      const { at } = lines[0]!
      const told = declarationOf(checkin)?.at
      if (told === undefined || told < at)
        await store.updateCheckin(checkin.id, { told: JSON.stringify({ at, prints }) })
    }
  }

/** Sends ready parties, each account on its own: one may take a minute. */
const readySender =
  (parts: Parts & { sending: PoliceSending }) =>
  async (ready: readonly PlannedParty[], again: readonly number[] = []): Promise<PoliceAnswer> => {
    const byAccount = new Map<PoliceAccountSetting, PartyLines[]>()
    for (const { account, lines } of ready) byAccount.set(account, [...(byAccount.get(account) ?? []), lines])
    const sent = [...byAccount].map(async ([account, lines]) => {
      const ends = await sendFor(parts, account, lines, new Set(again))
      await markReported(parts)(ends.map(({ checkin }) => checkin))
      return ends
    })
    const ends = (await Promise.all(sent)).flat()
    const names = new Map(ready.map(({ lines, name }) => [lines.checkin, name]))
    const nameOf = ({ checkin, why }: LeftEnd) => ({ checkin, name: names.get(checkin)!, why })
    return {
      ends: ends.filter((end) => end.end !== 'left'),
      left: ends.flatMap((end) => (end.end === 'left' ? [nameOf(end)] : [])),
    }
  }

const tryAccess = async (parts: Parts, account: PoliceAccountSetting) => {
  const { client, access, now } = parts
  const before = now().getTime()
  const answer = await client.tryAccess(account)
  if (answer.kind === 'signIn') return refuse(parts, account, answer.verdict)
  if (answer.kind !== 'access')
    return { end: 'failed' as const, kind: answer.kind, words: verdictWords(answer.verdict) }
  const issued = Date.parse(answer.issued.replace(/(\.\d{3})\d*/, '$1'))
  const skew = Math.round((before - issued) / 60_000)
  return access.keep('police', account.user, credentialsOf(account), 'access', {
    apartments: answer.apartments,
    errors: answer.errors,
    ...(Math.abs(skew) >= tolerated && { skew }),
  })
}

/** The police service as the house uses it: plans, sendings and credentials. */
export const policeOffice = (parts: Parts) => {
  const { store, client, log, now } = parts
  const sending = policeSending({ client, log, now, recheck: examinedAgain(parts) })
  const markAccepted = markReported(parts)
  const examine = examiner(parts)
  const sendReady = readySender({ ...parts, sending })
  return {
    ...policePlan(parts),
    sending,
    markReported: markAccepted,

    sendReady,

    /** After a crash: marks open sendings as lost, and recently accepted check-ins as reported. */
    recover: async () => {
      await sending.recover()
      const since = addDays(italianDay(now()), -recovered)
      const begun = (await log.all()).flatMap((event) => (event.event === 'begun' && event.day >= since ? [event] : []))
      await markAccepted(begun.flatMap(({ lines }) => lines.map(({ checkin }) => checkin)))
    },

    /** Sends whole parties; `again` are sent a second time. */
    send: async (ids: readonly number[], again: readonly number[] = []): Promise<PoliceAnswer> => {
      const settings = await allSettings(store)
      const ready: PlannedParty[] = []
      const left: PoliceAnswer['left'] = []
      for (const checkin of await checkinsOf(store, [...new Set(ids)])) {
        const { account, lines, why } = await examine(checkin, settings)
        const name = fullName(checkin, 'main')
        if (account && lines) ready.push({ account, name, lines })
        else left.push({ checkin: checkin.id, name, why: why! })
      }
      const done = await sendReady(ready, again)
      return { ends: done.ends, left: [...left, ...done.left] }
    },

    /** The state of every line a check-in ever had. */
    linesOf: async (checkin: number): Promise<StatesByPlace> => statesOf(checkin, await log.states()),

    /** The states of the guests it has now. */
    wireOf: async (checkin: Checkin): Promise<StatesByPlace> =>
      wireNow(checkin, statesOf(checkin.id, await log.states()), printDigest),

    refusal: (account: PoliceAccountSetting) => parts.access.refusal('police', account.user, credentialsOf(account)),
    refuse: (account: PoliceAccountSetting, verdict: Verdict) => refuse(parts, account, verdict),
    tryAccess: (account: PoliceAccountSetting) => tryAccess(parts, account),
  }
}

export type PoliceOffice = ReturnType<typeof policeOffice>
