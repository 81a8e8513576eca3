import { isUnderWay } from '../../src/core/bookings/letter-plan'
import { serialQueue } from '../../src/core/tasks'
import type { LetterNote } from '../store/notes'
import type { NewLetter } from '../store/store'
import { type LetterList, letterName } from './letter-list'

type Addressee = LetterNote['addressee']

/** A new letter to the guest of an expected stay; with an `error` it is stored as failed and never sent. */
export type NewStayLetter = Required<Pick<LetterNote, 'bookingId' | 'about'>> &
  Pick<LetterNote, 'byHost' | 'base' | 'language' | 'error'>

/** Returns a new letter that is due in `minutes`. */
export const newLetter = (addressee: Addressee, after: (minutes: number) => string, minutes = 0): NewLetter => ({
  addressee,
  status: 'queued',
  at: after(0),
  next: after(minutes),
  tries: 0,
})

/** Queues the letters of check-ins, each once. */
export const letterEntry = (letters: LetterList, after: (minutes: number) => string) => {
  const arriving = new Map<string, Promise<void>>()
  return async (checkinId: number, addressee: Addressee, minutes = 0) => {
    const name = letterName({ checkinId, addressee })
    const coming = arriving.get(name)
    if (coming) await coming
    const stored = letters.of(checkinId).find((entry) => entry.addressee === addressee && !entry.arrival)
    if (stored) {
      // A letter that waited for the confirmation is due now; a failed one keeps its delay.
      if (!minutes && stored.status === 'queued' && !stored.tries && (stored.next ?? '') > after(0))
        await letters.save(stored, { next: after(0) })
      return
    }
    const letter = { checkinId, ...newLetter(addressee, after, minutes) }
    const saved = letters.add(letter).finally(() => arriving.delete(name))
    arriving.set(name, saved)
    await saved
  }
}

/** Queues a stay's letter; one of each kind, unless the host asks for another. Returns whether it was queued. */
export const stayEntry = (letters: LetterList, after: (minutes: number) => string) => {
  const { run } = serialQueue()
  return (letter: NewStayLetter): Promise<boolean> =>
    run(async () => {
      const before = letters.ofStay(letter.bookingId).filter(({ about }) => about === letter.about)
      const isGiven = before.some(({ status }) => status !== 'dropped')
      if (before.some(isUnderWay) || (isGiven && !letter.byHost)) return false
      const { next, ...queued } = newLetter('guest', after)
      const state = letter.error ? ({ ...queued, status: 'failed' } as const) : { ...queued, next }
      await letters.add({ ...letter, nth: before.length, ...state })
      return true
    })
}

/**
 * Queues a check-in's letter with arrival instructions, once; a dropped one is queued again, and with `isAgain` one
 * that was sent or failed. Returns whether it was queued.
 */
export const arrivalEntry = (letters: LetterList, after: (minutes: number) => string) => {
  const { run } = serialQueue()
  return (checkinId: number, next: string, isAgain = false): Promise<boolean> =>
    run(async () => {
      const all = letters.of(checkinId)
      const stored = all.find(({ arrival }) => arrival)
      const base = all.find(({ base }) => base)?.base
      const letter = { ...newLetter('guest', after), arrival: true, next, ...(base && { base }) } as const
      const isWaiting = stored?.status === 'queued' && !stored.tries && stored.next !== next
      const isOver = isAgain && stored !== undefined && !isUnderWay(stored)
      if (!stored) await letters.add({ checkinId, ...letter })
      else if (isWaiting || stored.status === 'dropped') await letters.save(stored, letter)
      else if (isOver) await letters.save(stored, { ...letter, nth: (stored.nth ?? 0) + 1 })
      else return false
      return true
    })
}
