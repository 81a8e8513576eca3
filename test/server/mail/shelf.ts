import type { Settings } from '../../../schema/settings'
import type { LetterNote, MailDayNote } from '../../../server/store/notes'
import type { NewLetter, Store } from '../../../server/store/store'

export const letter = (checkinId: number, more: Partial<LetterNote> = {}): LetterNote => ({
  checkinId,
  addressee: 'guest',
  status: 'queued',
  at: '2025-06-13T09:00:00.000Z',
  tries: 0,
  next: '2025-06-13T09:00:00.000Z',
  ...more,
})

/** An in-memory store for letters: check-ins, letters, counts of days, and settings that a test can replace. */
export const shelf = (checkins: { [id: number]: object } = {}, settings: Partial<Settings> = {}) => {
  const lists: { [kind: string]: Map<number, object> } = { mail: new Map(), 'mail-day': new Map(), booking: new Map() }
  const state = { settings }
  let last = 0
  const add = (kind: 'mail' | 'mail-day', entry: LetterNote | MailDayNote) => {
    lists[kind]!.set(++last, { ...entry })
    return last
  }
  const kept = <T>(kind: string) => [...lists[kind]!].map(([id, entry]) => ({ id, ...entry }) as T & { id: number })
  const lettersOf = (id: number) => kept<LetterNote>('mail').filter(({ checkinId }) => checkinId === id)
  const store = {
    secret: async () => 'a key',
    settings: async () => state.settings,
    addCheckin: async (record: object, given: NewLetter[] = []) => {
      const [known] = Object.entries(checkins).find(([, one]) => one === record) ?? []
      const id = Number(known)
      if (lettersOf(id).length) return { id, isRepeated: true }
      return { id, letters: given.map((one) => add('mail', { checkinId: id, ...one })) }
    },
    checkin: async (id: number) => checkins[id] && { id, ...checkins[id] },
    note: async (kind: 'mail-day', entry: MailDayNote) => add(kind, entry),
    notes: async (kind: string) => kept(kind),
    addLetter: async (entry: LetterNote) => (checkins[entry.checkinId!] ? add('mail', entry) : undefined),
    updateNote: async (kind: string, id: number, entry: object) =>
      lists[kind]!.has(id) && Boolean(lists[kind]!.set(id, { ...entry })),
    removeNote: async (kind: string, id: number) => lists[kind]!.delete(id),
  } as unknown as Store
  return {
    store,
    state,
    checkins,
    add,
    letters: () => kept<LetterNote>('mail'),
    days: () => kept<MailDayNote>('mail-day'),
  }
}
