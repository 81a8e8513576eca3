import { type LineState, lineStates, type Numbered, type SendingEvent } from '../../src/core/offices/sending-events'
import type { Store } from '../store/store'
import type { SendingLog } from './police-sending'

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
  let reading: Promise<Numbered<SendingEvent>[]> | undefined
  let cached: { count: number; states: ReadonlyMap<string, LineState> } = { count: 0, states: new Map() }
  const events = () => {
    reading ??= store.notes('sending').catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
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
