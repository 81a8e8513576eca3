import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Entry, letterList, letterName } from '../../../server/mail/letter-list'
import { failing } from '../store/store-world'
import { letter, shelf } from './shelf'

const test = suite('the list of letters')

const opened = async (house = shelf({ 1: {}, 2: {} })) => {
  const lines: string[] = []
  return { ...house, lines, list: await letterList(house.store, (line) => lines.push(line)) }
}
const namesOf = (entries: readonly Entry[]) => entries.map(letterName)

test('a letter is identified by check-in and addressee', () => {
  assert.is(letterName({ checkinId: 12, addressee: 'host' }), '12 host')
})

test('letters are listed in the order queued, the guest’s first within a check-in', async () => {
  const { list, letters } = await opened()
  await list.add(letter(2, { addressee: 'host' }))
  await list.add(letter(1, { addressee: 'host', status: 'sent' }))
  await list.add(letter(1))
  await list.add(letter(3))
  assert.equal(namesOf(list.all()), ['2 host', '1 host', '1 guest'])
  assert.equal(list.all(), letters())
  assert.equal(namesOf(list.of(1)), ['1 guest', '1 host'])
  assert.equal(namesOf(list.waiting()), ['2 host', '1 guest'])
  assert.equal(
    [list.has({ checkinId: 2, addressee: 'host' }), list.has({ checkinId: 2, addressee: 'guest' })],
    [true, false],
  )
})

test('a letter waits while it is queued: not once it is sent or forgotten, and again when it is queued anew', async () => {
  const { list } = await opened()
  await list.add(letter(1))
  await list.add(letter(2))
  const [one] = list.all()
  await list.save(one!, { status: 'held' })
  assert.equal(namesOf(list.waiting()), ['2 guest'])
  await list.save(one!, { status: 'queued' })
  assert.equal(namesOf(list.waiting()), ['2 guest', '1 guest'])
  await list.forget(2)
  assert.equal(namesOf(list.waiting()), ['1 guest'])
})

test('a changed letter is stored, and its earlier retry time and error are removed', async () => {
  const { list, letters } = await opened()
  await list.add(letter(1, { error: 'Non è riuscito.' }))
  const [entry] = list.all()
  await list.save(entry!, { status: 'sent', tries: 2 })
  const { next: _, ...rest } = letter(1, { status: 'sent', tries: 2 })
  assert.equal(JSON.parse(JSON.stringify(letters())), [{ ...rest, id: entry!.id }])
  assert.equal(JSON.parse(JSON.stringify(list.all())), [{ ...rest, id: entry!.id }])
})

test('a letter of a deleted check-in is not changed, and is dropped once the store has deleted it', async () => {
  const { list, letters, store } = await opened()
  await list.add(letter(1))
  await list.add(letter(2))
  const [one, two] = list.all()
  await list.forget(1)
  assert.equal([namesOf(list.all()), letters().length], [['2 guest'], 1])
  assert.is((await failing(list.save(one!, { status: 'sent' }))).message, 'the check-in is gone')
  await list.keep(one!, { status: 'sent' })
  assert.is(one!.status, 'queued')
  await store.removeNote('mail', two!.id)
  await list.save(two!, { status: 'sent' })
  assert.equal(list.all(), [])
})

test('forgetting a check-in takes both of its letters, and no other', async () => {
  const { list, letters } = await opened()
  for (const checkinId of [1, 2])
    for (const addressee of ['guest', 'host'] as const) await list.add(letter(checkinId, { addressee }))
  await list.forget(1)
  assert.equal(namesOf(list.all()), ['2 guest', '2 host'])
  assert.equal(namesOf(letters()), ['2 guest', '2 host'])
  await list.forget(3)
  assert.is(letters().length, 2)
})

test('a state that cannot be stored stays in memory, and is logged', async () => {
  const house = shelf({ 1: {} })
  const store = { ...house.store, updateNote: () => Promise.reject(new RangeError('full')) }
  const { list, lines, letters } = await opened({ ...house, store })
  await list.add(letter(1))
  await list.keep(list.all()[0]!, { status: 'sent' })
  assert.equal([list.all()[0]!.status, letters()[0]!.status], ['sent', 'queued'])
  assert.equal(lines, ['mail: the state of a letter could not be written (RangeError)'])
  assert.is((await failing(list.save(list.all()[0]!, { status: 'failed' }))).message, 'full')
})

test('after a crash the newest note of each letter remains, and none of a deleted check-in', async () => {
  const house = shelf({ 1: {} })
  house.add('mail', letter(1))
  house.add('mail', letter(9))
  const newest = house.add('mail', letter(1, { status: 'sending' }))
  const host = house.add('mail', letter(1, { addressee: 'host' }))
  const { list, letters } = await opened(house)
  assert.equal(
    list.all().map(({ id }) => id),
    [newest, host],
  )
  assert.equal(letters(), list.all())
  assert.is(list.of(1)[0]!.status, 'sending')
})

test.run()
