import type { Checkin } from '../../../schema/checkin'
import { withId } from '../sqlite-file/changes'
import { type Added, type NewCheckin, type NewLetter, StoreUnavailable } from '../store'
import { type CheckinRow, column, datesOf, type HouseStatements, type LetterRow } from './statements'
import type { Writer } from './writing'

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
