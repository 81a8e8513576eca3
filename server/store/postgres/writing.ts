import { randomBytes } from 'node:crypto'
import { serialQueue } from '../../../src/core/tasks'
import { StoreUnavailable } from '../store'
import { patiently, Unanswered } from './connection'
import type { HeldHouse } from './postgres-database'
import type { HouseCounts, HouseStatements } from './statements'

/** A statement that counts a change of the house; no row if it changed nothing. */
type MakeChange = (at: HouseCounts, mark: string) => PromiseLike<{ count: number }>

type Numbers = { checkins?: number; notes?: number }

const closing = () => new StoreUnavailable('The store is closed.')

const heldElsewhere = () => new StoreUnavailable('The house is held by another process.')

const holding = (held: HeldHouse, lost: () => void) => {
  let isLost = false
  const lose = () => {
    if (!isLost) lost()
    isLost = true
  }
  return {
    lose,
    check: () => {
      if (!isLost && !held.isHeld()) lose()
      if (isLost) throw new StoreUnavailable('The house may be held by another process.')
    },
  }
}

/** Writes each change once: a statement names the number of changes before it, so that a retry changes nothing. */
const writer = (house: HouseStatements, held: HeldHouse, { check, lose }: ReturnType<typeof holding>) => {
  let at: HouseCounts = held.standing
  const outcomeOf = async (make: MakeChange, mark: string) => {
    if ((await make(at, mark)).count) return 'made'
    const now = await house.standing()
    if (now?.term !== at.term) return 'lost'
    if (now.last === mark) return 'made'
    return now.changes === at.changes ? 'nothing' : 'lost'
  }
  /** Resolves with `false` if the statement changed nothing by its own condition. */
  const tryWrite = async (make: MakeChange, numbers: Numbers = {}): Promise<boolean> => {
    check()
    const mark = randomBytes(9).toString('base64url')
    const outcome = await patiently(() => outcomeOf(make, mark)).catch((error) => {
      // The change may still be made: this process's memory is no longer certain.
      if (error instanceof Unanswered && error.isOpen) lose()
      throw error
    })
    if (outcome === 'lost') {
      lose()
      throw heldElsewhere()
    }
    if (outcome === 'made') at = { ...at, ...numbers, changes: at.changes + 1 }
    return outcome === 'made'
  }
  return {
    at: () => at,
    tryWrite,
    write: async (make: MakeChange, numbers?: Numbers): Promise<void> => {
      if (await tryWrite(make, numbers)) return
      lose()
      throw heldElsewhere()
    },
  }
}

/** The serial writes of a house, while it is held. */
export const writing = (house: HouseStatements, held: HeldHouse, lost: () => void) => {
  const hold = holding(held, lost)
  const queue = serialQueue()
  let isClosed = false
  const look = async <T>(query: () => Promise<T>): Promise<T> => {
    hold.check()
    return patiently(query)
  }
  const mayRead = () => {
    if (isClosed) throw closing()
    hold.check()
  }
  return {
    ...writer(house, held, hold),
    /** Throws once the house is closed or may be another's. */
    mayRead,
    read: async <T>(query: () => Promise<T>): Promise<T> => {
      mayRead()
      return patiently(query)
    },
    /** Reads for a write in `inTurn`, which is finished even while the house closes. */
    look,
    /** Runs work alone, without changes of the house in between. */
    inTurn: <T>(work: () => Promise<T>): Promise<T> => (isClosed ? Promise.reject(closing()) : queue.run(work)),
    close: async () => {
      isClosed = true
      await queue.idle()
    },
  }
}

export type Writer = ReturnType<typeof writing>
