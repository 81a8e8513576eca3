import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Booking } from '../../../schema/bookings'
import type { NoteKind } from '../../../server/store/notes'
import { openStore } from '../../../server/store/sqlite/open'
import { type Store, withCachedNotes } from '../../../server/store/store'
import { failing, folder, using } from './store-world'

const test = suite('notes that every link is looked for in')

const stay = (name: string): Booking => ({
  arrival: '2025-07-01',
  departure: '2025-07-03',
  source: 'hand',
  made: '2025-06-01T10:00:00.000Z',
  name,
})

/** A cached store on a real one, whose reads are counted; `fails` breaks the next read. */
const counted = async () => {
  const plain = await openStore({ dir: folder(), backups: 0 })
  const reads: string[] = []
  const world = { reads, fails: false }
  const notes: Store['notes'] = (kind: NoteKind, since?: string) => {
    reads.push(kind)
    if (!world.fails) return plain.notes(kind, since) as never
    world.fails = false
    return Promise.reject(new Error('the disk')) as never
  }
  return { ...world, world, store: withCachedNotes({ ...plain, notes }) }
}

const names = async (store: Store) => (await store.notes('booking')).map(({ name }) => name)

test('stays are read once, and have each change of them', async () => {
  const { store, reads } = await counted()
  await using(Promise.resolve(store), async () => {
    const id = await store.note('booking', stay('Ada'))
    for (let n = 0; n < 3; n++) assert.equal(await names(store), ['Ada'])
    assert.is(reads.length, 1)
    await store.updateNote('booking', id, stay('Bea'))
    assert.equal(await names(store), ['Bea'])
    await store.note('booking', stay('Cleo'))
    assert.equal(await names(store), ['Bea', 'Cleo'])
    await store.removeNote('booking', id)
    assert.equal([await names(store), reads.length], [['Cleo'], 1])
    assert.is(await store.updateNote('booking', id, stay('Dora')), false)
    assert.is(await store.removeNote('booking', id), false)
    assert.equal(await store.notes('booking'), [{ ...stay('Cleo'), id: id + 1 }])
    await store.note('reminder', { at: '2025-07-01T10:00:00.000Z' } as never)
    assert.equal([await names(store), reads.length], [['Cleo'], 1], 'another list does not count')
  })
})

test('a reading that a change overtakes is not remembered', async () => {
  const { store } = await counted()
  await using(Promise.resolve(store), async () => {
    const id = await store.note('booking', stay('Ada'))
    const changing = store.updateNote('booking', id, stay('Bea'))
    await Promise.all([store.notes('booking'), changing])
    assert.equal(await names(store), ['Bea'])
  })
})

test('after a write that fails the list is read again, because it may have been stored', async () => {
  const { store, reads } = await counted()
  await using(Promise.resolve(store), async () => {
    const updateNote = async (...given: Parameters<Store['updateNote']>) => {
      await store.updateNote(...given)
      throw new Error('no answer')
    }
    const unsure = withCachedNotes({ ...store, updateNote: updateNote as Store['updateNote'] })
    const id = await unsure.note('booking', stay('Ada'))
    assert.equal([await names(unsure), reads.length], [['Ada'], 1])
    const { message } = await failing(unsure.updateNote('booking', id, stay('Bea')))
    assert.equal([message, await names(unsure)], ['no answer', ['Bea']])
  })
})

test('a caller that sorts or cuts its list changes nobody else’s', async () => {
  const { store } = await counted()
  await using(Promise.resolve(store), async () => {
    for (const name of ['Ada', 'Bea']) await store.note('booking', stay(name))
    ;(await store.notes('booking')).reverse().pop()
    assert.equal(await names(store), ['Ada', 'Bea'])
  })
})

test('a failed reading is told and tried again; other lists, and those since a time, are never cached', async () => {
  const { store, world, reads } = await counted()
  await using(Promise.resolve(store), async () => {
    world.fails = true
    await store.notes('booking').then(
      () => assert.unreachable('the reading failed'),
      (error: Error) => assert.is(error.message, 'the disk'),
    )
    assert.equal(await names(store), [])
    const before = reads.length
    for (let n = 0; n < 2; n++) await store.notes('reminder')
    for (let n = 0; n < 2; n++) await store.notes('booking', '2025-01-01T00:00:00.000Z')
    assert.is(reads.length - before, 4)
  })
})

test.run()
