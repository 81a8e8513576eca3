import type { HeldState, LeftWhy } from '../../schema/offices'
import {
  heldBack,
  inCalls,
  type LineState,
  lineStates,
  linesByDay,
  type Numbered,
  noLines,
  type PartyLines,
  type Reconciled,
  reconciled,
  type SendingEvent,
  unfinished,
  unknownSendings,
  type Verdict,
} from '../../src/core/offices/sending-events'
import { italianDay } from '../shared/clock'
import { cachedOnce, keyedQueue } from '../shared/scheduling'
import type { Store } from '../store/store'
import type { PoliceClient } from './police-client'
import type { PoliceAccount, PoliceFailure } from './police-session'

export type SendingLog = {
  append: (event: SendingEvent) => Promise<number>
  all: () => Promise<Numbered<SendingEvent>[]>
}

/** Taken, refused (verdicts in line order), unknown, not sent, held back, or left out because it changed meanwhile. */
export type PartyEnd =
  | { checkin: number; end: 'sent' }
  | { checkin: number; end: 'refused'; verdicts: (Verdict | null)[] }
  | { checkin: number; end: 'unknown' }
  | { checkin: number; end: 'unsent'; why: PoliceFailure }
  | { checkin: number; end: 'held'; why: HeldState }
  | { checkin: number; end: 'left'; why: LeftWhy }

type PoliceSendingOptions = {
  client: Pick<PoliceClient, 'test' | 'send'>
  log: SendingLog
  now: () => Date
  /** Returns why a tested party does not go; `isAgain`: the host sends it a second time. */
  recheck?: (party: PartyLines, isAgain: boolean) => Promise<LeftWhy | undefined>
}

const byParty = <T extends PartyLines>(parties: readonly T[], lines: readonly (Verdict | undefined)[]) => {
  let from = 0
  return parties.map((party) => ({
    party,
    verdicts: lines.slice(from, (from += party.lines.length)).map((one) => one ?? null),
  }))
}

const textsOf = (parties: readonly PartyLines[]) => parties.flatMap(({ lines }) => lines.map(({ text }) => text))

const sentLines = (parties: readonly PartyLines[]) =>
  parties.flatMap(({ checkin, lines }) => lines.map(({ text: _, ...line }) => ({ checkin, ...line })))

/** Tests all lines, and sends parties whose every line passed and that have not changed meanwhile. */
const callWith = ({ client, log, now, recheck = async () => undefined }: PoliceSendingOptions) => {
  const at = () => now().toISOString()

  const sendTested = async (account: PoliceAccount, parties: readonly PartyLines[]): Promise<PartyEnd[]> => {
    if (!parties.length) return []
    const lines = sentLines(parties)
    const of = await log.append({ event: 'begun', account: account.user, at: at(), day: italianDay(now()), lines })
    const answer = await client.send(account, textsOf(parties))
    if (answer.kind === 'judged') {
      const verdicts = answer.lines.map((one) => one ?? null)
      await log.append({ event: 'ended', of, at: at(), verdicts })
      return byParty(parties, answer.lines).map(({ party, verdicts }) =>
        verdicts.some(Boolean)
          ? { checkin: party.checkin, end: 'refused', verdicts }
          : { checkin: party.checkin, end: 'sent' },
      )
    }
    if (answer.kind === 'unclear') {
      await log.append({ event: 'lost', of, at: at(), why: answer.verdict.detail })
      return parties.map(({ checkin }) => ({ checkin, end: 'unknown' }))
    }
    // The portal accepted nothing.
    await log.append({ event: 'unsent', of, at: at(), why: answer.verdict.detail || answer.verdict.name })
    return parties.map(({ checkin }) => ({ checkin, end: 'unsent', why: answer }))
  }

  return async (
    account: PoliceAccount,
    parties: readonly PartyLines[],
    again: ReadonlySet<number>,
  ): Promise<PartyEnd[]> => {
    const tested = await client.test(account, textsOf(parties))
    if (tested.kind !== 'judged') return parties.map(({ checkin }) => ({ checkin, end: 'unsent', why: tested }))
    const judged = byParty(parties, tested.lines)
    const right = judged.filter(({ verdicts }) => !verdicts.some(Boolean)).map(({ party }) => party)
    const wrong = judged.filter(({ verdicts }) => verdicts.some(Boolean))
    if (wrong.length) {
      const lines = sentLines(wrong.map(({ party }) => party))
      const verdicts = wrong.flatMap((one) => one.verdicts)
      await log.append({ event: 'tested', account: account.user, at: at(), day: italianDay(now()), lines, verdicts })
    }
    const left: PartyEnd[] = []
    const ready: PartyLines[] = []
    for (const party of right) {
      const why = await recheck(party, again.has(party.checkin))
      if (why) left.push({ checkin: party.checkin, end: 'left', why })
      else ready.push(party)
    }
    return [
      ...wrong.map(({ party, verdicts }): PartyEnd => ({ checkin: party.checkin, end: 'refused', verdicts })),
      ...left,
      ...(await sendTested(account, ready)),
    ]
  }
}

/** Milliseconds a sending lasts at most: token and `Send`, each repeated once if the portal refuses the token. */
const longest = 160_000

/**
 * Sends each party once, or reports it as unknown or refused. Logged before and after each request; one per account.
 */
export const policeSending = (options: PoliceSendingOptions) => {
  const { log, now } = options
  const sendCall = callWith(options)
  const inOrder = keyedQueue()
  const at = () => now().toISOString()

  /** Whether the portal may count lines of the day on the next one, or of the previous day on this one. */
  const isMidnightInDoubt = (events: readonly Numbered<SendingEvent>[], account: string, day: string) => {
    const crossing = events.filter((event) => {
      if (event.event !== 'begun') return true
      const last = italianDay(new Date(Date.parse(event.at) + longest))
      return last !== event.day && (event.day === day || last === day)
    })
    return linesByDay(crossing, account).size > 0
  }

  return {
    /** Marks sendings that a crash left open as lost. */
    recover: async () => {
      const open = unfinished(await log.all())
      for (const { id } of open) await log.append({ event: 'lost', of: id, at: at(), why: 'crash' })
      return open.length
    },

    /** Tests whole parties and sends those without a refused line. Unknown or accepted ones wait, unless in `again`. */
    send: (
      account: PoliceAccount,
      parties: readonly PartyLines[],
      again: ReadonlySet<number> = new Set(),
    ): Promise<PartyEnd[]> =>
      inOrder(account.user, async () => {
        const states = lineStates(await log.all())
        const ends: PartyEnd[] = []
        const free = parties.filter((party) => {
          const why = heldBack(party, states)
          const isFree = !why || (again.has(party.checkin) && (why === 'sent' || why === 'changed'))
          if (!isFree) ends.push({ checkin: party.checkin, end: 'held', why })
          return isFree
        })
        for (const call of inCalls(free)) ends.push(...(await sendCall(account, call, again)))
        return ends
      }),

    /** Settles unknown sendings when the receipt's count and their hour leave no doubt. */
    reconcile: (account: string, day: string, counted: number): Promise<Reconciled> =>
      inOrder(account, async () => {
        const events = await log.all()
        const unknown = unknownSendings(events).filter((one) => one.account === account && one.day === day)
        const { taken, open } = linesByDay(events, account).get(day) ?? noLines
        const result = isMidnightInDoubt(events, account, day) ? 'unclear' : reconciled(counted, taken, open)
        if (result !== 'unclear')
          for (const { id } of unknown)
            await log.append({ event: 'settled', of: id, at: at(), taken: result === 'taken', by: 'receipt' })
        return result
      }),

    /** Stores the host's decision about an unknown sending. */
    settle: (account: string, sending: number, taken: boolean): Promise<boolean> =>
      inOrder(account, async () => {
        if (!unknownSendings(await log.all()).some(({ id }) => id === sending)) return false
        await log.append({ event: 'settled', of: sending, at: at(), taken, by: 'host' })
        return true
      }),
  }
}

export type PoliceSending = ReturnType<typeof policeSending>

/**
 * The stored log of sendings. `append` resolves once the event is on disk; `heard` gets its check-ins, then refused
 * ones.
 */
export const sendingLog = (
  store: Pick<Store, 'note' | 'notes' | 'removeNote'>,
  heard: (checkins: readonly number[], refused: readonly number[]) => void = () => {},
): SendingLog & {
  states: () => Promise<ReadonlyMap<string, LineState>>
  forget: (ids: readonly number[]) => Promise<void>
} => {
  let cached: { count: number; states: ReadonlyMap<string, LineState> } = { count: 0, states: new Map() }
  const { get: events } = cachedOnce((): Promise<Numbered<SendingEvent>[]> => store.notes('sending'))
  const linesOf = (event: SendingEvent, all: readonly Numbered<SendingEvent>[]) => {
    if ('lines' in event) return event.lines
    const begun = all.find(({ id }) => id === event.of)
    return begun && 'lines' in begun ? begun.lines : []
  }
  return {
    append: async (event) => {
      const all = await events()
      const id = await store.note('sending', event)
      all.push({ ...event, id })
      const lines = linesOf(event, all)
      const refused = 'verdicts' in event ? lines.filter((_, at) => event.verdicts[at]) : []
      const of = (some: typeof lines) => [...new Set(some.map(({ checkin }) => checkin))]
      heard(of(lines), of(refused))
      return id
    },
    all: events,
    states: async () => {
      const all = await events()
      if (cached.count !== all.length) cached = { count: all.length, states: lineStates(all) }
      return cached.states
    },
    forget: async (ids) => {
      if (!ids.length) return
      const all = await events()
      for (const id of ids) await store.removeNote('sending', id)
      // In place: an append under way uses this list.
      const left = all.filter(({ id }) => !ids.includes(id))
      all.splice(0, all.length, ...left)
      cached = { count: -1, states: new Map() }
    },
  }
}
