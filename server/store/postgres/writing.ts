import { randomBytes } from 'node:crypto'
import type { Checkin } from '../../../schema/checkin'
import { serialQueue } from '../../../src/core/tasks'
import { withId } from '../sqlite-file/changes'
import { type Added, type NewCheckin, type NewLetter, StoreUnavailable } from '../store'
import { patiently, Unanswered } from './connection'
import type { HeldHouse } from './postgres-database'
import { type CheckinRow, column, datesOf, type HouseCounts, type HouseStatements, type LetterRow } from './statements'

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
  const { write, ...writes } = writer(house, held, hold)
  /** Runs work alone, without changes of the house in between. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => (isClosed ? Promise.reject(closing()) : queue.run(work))
  return {
    ...writes,
    write,
    /** Makes a change if what it changes is there; resolves with whether it was. */
    writeIf: (isThere: () => Promise<unknown>, make: MakeChange): Promise<boolean> =>
      inTurn(async () => {
        if (!(await look(isThere))) return false
        await write(make)
        return true
      }),
    /** Throws once the house is closed or may be another's. */
    mayRead,
    read: async <T>(query: () => Promise<T>): Promise<T> => {
      mayRead()
      return patiently(query)
    },
    /** Reads for a write in `inTurn`, which is finished even while the house closes. */
    look,
    inTurn,
    close: async () => {
      isClosed = true
      await queue.idle()
    },
  }
}

export type Writer = ReturnType<typeof writing>

type Coming = Omit<CheckinRow, 'id'> & {
  letters: readonly NewLetter[]
  done: (added: Added) => void
  failed: (error: Error) => void
}

/** Limit of check-ins in one statement. */
const batchLength = 100

const attemptOf = ({ owner, draft }: Pick<CheckinRow, 'owner' | 'draft'>) => JSON.stringify([owner, draft])

const recordOf = ({ id, doc }: Pick<CheckinRow, 'id' | 'doc'>) => JSON.parse(withId(id, doc)) as Checkin

/** The numbers continue after the last. */
const numbered = (batch: readonly Coming[], last: { checkins: number; notes: number }) => {
  let [id, note] = [last.checkins, last.notes]
  const letters: LetterRow[] = []
  const rows = batch.map(({ letters: given, done: _, failed: __, ...row }) => {
    const checkin = { id: ++id, ...row }
    const ids = given.map((letter) => {
      letters.push({ id: ++note, checkin: id, doc: JSON.stringify({ checkinId: id, ...letter }) })
      return note
    })
    return { checkin, ids }
  })
  return { rows, letters, last: { checkins: id, notes: note } }
}

/** Adds check-ins with letters, batched while a statement runs. A stored attempt makes the statement do nothing. */
export const adding = (
  house: HouseStatements,
  { at, tryWrite, look, inTurn }: Pick<Writer, 'at' | 'tryWrite' | 'look' | 'inTurn'>,
) => {
  const waiting: Coming[] = []

  /** Answers the stored attempts, returns the others. */
  const withoutKnown = async (batch: readonly Coming[]) => {
    const found = await look(() => house.attempts(batch.map(({ owner, draft }) => ({ owner, draft }))))
    const known = new Map(found.map((row) => [attemptOf(row), row]))
    return batch.filter((one) => {
      const row = known.get(attemptOf(one))
      if (row) one.done({ ...recordOf(row), isRepeated: true })
      return !row
    })
  }

  const add = async (batch: readonly Coming[]) => {
    for (let rest = batch; rest.length; ) {
      const { rows, letters, last } = numbered(rest, at())
      const checkins = rows.map(({ checkin }) => checkin)
      if (await tryWrite((at, mark) => house.addCheckins(at, mark, checkins, letters), last)) {
        rest.forEach(({ done }, n) => done({ ...recordOf(rows[n]!.checkin), letters: rows[n]!.ids }))
        return
      }
      const others = await withoutKnown(rest)
      if (others.length === rest.length) throw new StoreUnavailable('The database refused without a reason.')
      rest = others
    }
  }

  /** The next batch; an attempt that comes twice waits for its first to be stored. */
  const next = () => {
    const attempts = new Set<string>()
    const batch: Coming[] = []
    for (const one of waiting.splice(0)) {
      const name = one.draft === null ? undefined : attemptOf(one)
      if (batch.length >= batchLength || (name && attempts.has(name))) waiting.push(one)
      else batch.push(one)
      if (name) attempts.add(name)
    }
    return batch
  }

  const flush = () => {
    let batch: Coming[] = []
    inTurn(async () => {
      batch = next()
      if (waiting.length) flush()
      await add(batch)
    }).catch((error) => {
      for (const { failed } of batch.length ? batch : waiting.splice(0)) failed(error)
    })
  }

  return ({ id: _, owner, ...given }: NewCheckin, letters: readonly NewLetter[] = []): Promise<Added> =>
    new Promise((done, failed) => {
      const row = { owner: column(owner), draft: column(given.draftId), ...datesOf(given), doc: JSON.stringify(given) }
      if (waiting.push({ ...row, letters, done, failed }) === 1) flush()
    })
}
