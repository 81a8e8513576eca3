import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Checkin, fieldOf } from '../../schema/checkin'
import { defaults, type Settings } from '../../schema/settings'
import { party } from '../../src/core/checkin/party'
import type { OfficialFile } from '../../src/core/exports/record-layout'
import type { RegionGuest } from '../../src/core/exports/region-guest'
import { afterMoves, type Region } from '../../src/core/exports/region-ids'
import { fc } from '../property'
import { arrivals, departures, monthly } from './at-once'
import { book } from './book'
import { codeOf, guestFields, person } from './region-house'
import { official, ours } from './xsd'

const code = (name: string, structureCode: string) => codeOf(name, structureCode, 2, 4)
const settings: Settings = { ...defaults, reservationCodes: [code('A101', 'MARE'), code('B202', 'MONTE')] }

/** Five strangers, then the first one's twin and father. */
const people = [
  ...['ALDO', 'BRUNO', 'CARLO', 'DARIO', 'ENZO'].map((name, index) =>
    person({ Name: name, BirthDate: `198${index}-01-0${index + 1}` }),
  ),
  person({ Name: 'REMIGIO', BirthDate: '1980-01-01' }),
  person({ Name: 'ALDO', BirthDate: '1952-07-18' }),
]
const checkin = (id: number, arrivalDate: string, [main, second, third]: object[], more: object = {}) =>
  ({
    id,
    createdAt: `2026-01-01T00:00:${String(id).padStart(2, '0')}.000Z`,
    reservationCode: 'A101',
    enabledForSending: 'yes',
    arrivalDate,
    numberOfNights: '2',
    ...guestFields('main', main!),
    ...(second && { addSecondGuest: 'yes', ...guestFields('second', second) }),
    ...(third && { addThirdGuest: 'yes', ...guestFields('third', third) }),
    ...more,
  }) as Checkin

const hash = (key: string) => (text: string) => createHash('sha256').update(`${key}|${text}`).digest('hex')
const letters = (hex: string) =>
  hex
    .slice(0, 8)
    .replace(/[0-9]/g, (digit) => 'GHJKLMNPQR'[Number(digit)]!)
    .toUpperCase()
const regionOf = (key: string, known: readonly RegionGuest[], spent: ReadonlySet<string> = new Set()): Region => ({
  guests: known,
  isSpent: (id) => spent.has(id),
  trace: (text) => hash(key)(text).slice(0, 4),
  seal: (text) => hash(key)(text).slice(0, 16),
  mark: (text) => letters(hash(key)(text)),
})

type Had = { name: string; born: string; day: string }

/**
 * A small region: it takes files in order, adds and changes guests by id, and deletes guests with their ids for good.
 * If not `strict`, it ignores a deletion of an unknown guest, as after a restored backup.
 */
const smallRegion = (strict: boolean) => {
  const has = new Map<string, Had>()
  const ever = new Map<string, Set<string>>()
  const gone = new Set<string>()
  const part = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, inner]) => inner!)
  const one = (text: string, name: string) => part(text, name)[0] ?? ''
  return {
    has,
    ever,
    take: ({ text }: Pick<OfficialFile, 'text'>) => {
      for (const movimento of part(text, 'movimento')) {
        const day = one(movimento, 'data')
        for (const guest of part(one(movimento, 'arrivi'), 'arrivo')) {
          const [id, head] = [one(guest, 'idswh'), one(guest, 'idcapo')]
          assert.match(id, /^[A-Z0-9]{1,20}$/)
          if (head) assert.ok(has.has(head), 'the head comes first')
          const [name, born] = [one(guest, 'nome'), one(guest, 'datanascita')]
          assert.not.ok(gone.has(id), `${id} was eliminated`)
          has.set(id, { name, born, day })
          ever.set(id, (ever.get(id) ?? new Set()).add(`${name} ${born}`))
        }
        for (const guest of part(one(movimento, 'rettifiche'), 'eliminazione')) {
          const id = one(guest, 'idswh')
          if (strict) assert.is(has.get(id)?.day, one(guest, 'arrivo'), `it had ${id} on that day`)
          assert.is(one(guest, 'arrivo'), day)
          if (has.delete(id)) gone.add(id)
        }
      }
    },
    people: () => [...has.values()].map(({ name, day }) => `${name} ${day}`).sort(),
  }
}

const stayed = (all: readonly Checkin[]) =>
  all
    .filter(({ enabledForSending }) => enabledForSending === 'yes')
    .flatMap((one) => party(one).map((who) => `${one[fieldOf(who, 'name')]} ${one.arrivalDate!.replaceAll('-', '')}`))
    .sort()

const test = suite('corrections for the region')

const [aldo, bruno, carlo, dario] = people as [object, object, object, object]
const world = ({ strict = true } = {}) => {
  const region = smallRegion(strict)
  let known: readonly RegionGuest[] = []
  const spent = new Set<string>()
  const send = (files: readonly OfficialFile[]) => {
    for (const file of files) {
      region.take(file)
      known = afterMoves(known, file)
      for (const { idswh } of file.eliminated ?? []) spent.add(idswh)
    }
    return files
  }
  const now = () => regionOf('store', known, spent)
  return {
    region,
    send,
    now,
    month: (all: Checkin[]) => send(monthly('2026-02', all, book, settings, now()).files),
    /** Saves the store's state of the region; the returned function restores it. */
    backup: () => {
      const then = known
      return () => {
        known = then
      }
    },
  }
}

test('a guest who is deleted, disabled, replaced or moved is deleted in the next file of that day', async () => {
  const before = [
    checkin(1, '2026-02-03', [aldo, bruno]),
    checkin(2, '2026-02-03', [carlo]),
    checkin(3, '2026-02-10', [dario]),
  ]
  const cases: [string, Checkin[], number][] = [
    ['deleted', before.slice(1), 2],
    ['disabled', [{ ...before[0]!, enabledForSending: 'no' }, ...before.slice(1)], 2],
    ['taken out', [{ ...before[0]!, addSecondGuest: 'no' }, ...before.slice(1)], 2],
    ['replaced', [checkin(1, '2026-02-03', [aldo, people[4]!]), ...before.slice(1)], 1],
    ['moved', [{ ...before[0]!, arrivalDate: '2026-02-20' }, ...before.slice(1)], 2],
    ['another structure', [{ ...before[0]!, reservationCode: 'B202' }, ...before.slice(1)], 2],
  ]
  const xml: string[] = []
  for (const [what, next, count] of cases) {
    const { region, month } = world()
    month(before)
    assert.equal(region.people(), stayed(before))
    const files = month(next)
    assert.is(files.flatMap(({ eliminated = [] }) => eliminated).length, count, what)
    assert.equal(region.people(), stayed(next), what)
    xml.push(...files.map(({ text }) => text))
    assert.equal(
      month(next).flatMap(({ eliminated = [] }) => eliminated),
      [],
      'once is enough',
    )
  }
  assert.equal([await ours(xml), await official(xml)], [[], []])
})

test('a guest with a corrected typing mistake is sent again under the same id', () => {
  const { send, now } = world()
  const ids = (one: Checkin) =>
    send(arrivals(one, [one], book, settings, now()).files).flatMap(({ text }) =>
      [...text.matchAll(/<idswh>(.*?)</g)].map(([, id]) => id),
    )
  const first = ids(checkin(1, '2026-02-03', [aldo, bruno]))
  assert.is(new Set(first).size, 2)
  assert.equal(
    ids(
      checkin(1, '2026-02-03', [
        { ...aldo, Name: 'ALDDO' },
        { ...bruno, BirthDate: '1981-01-12' },
      ]),
    ),
    first,
  )
  const leaving = departures(checkin(1, '2026-02-03', [aldo, bruno]), [], book, settings, now()).files[0]!
  assert.equal(
    [...leaving.text.matchAll(/<idswh>(.*?)</g)].map(([, id]) => id),
    first,
  )
})

test('a guest who returns after a deletion gets another id, as often as it happens', () => {
  const two = [checkin(1, '2026-02-03', [aldo, bruno]), checkin(1, '2026-02-03', [aldo])] as const
  const cases: [string, Checkin, Checkin][] = [
    ['person', checkin(1, '2026-02-03', [aldo]), checkin(1, '2026-02-03', [bruno])],
    ['day', checkin(1, '2026-02-03', [aldo]), checkin(1, '2026-02-10', [aldo])],
    ['kind', ...two],
    ['structure', two[1], { ...two[1], reservationCode: 'B202' } as Checkin],
    ['twin', checkin(1, '2026-02-03', [aldo]), checkin(1, '2026-02-03', [people[5]!])],
    ['father', checkin(1, '2026-02-03', [aldo]), checkin(1, '2026-02-03', [people[6]!])],
  ]
  for (const [what, one, other] of cases) {
    const { region, month } = world()
    for (const now of [one, other, one, other, one]) {
      month([now])
      assert.equal(region.people(), stayed([now]), what)
    }
    // The guest occurs five times; a second one three times.
    assert.is(region.ever.size, party(one).length === 1 ? 5 : 8, what)
    for (const id of region.ever.keys()) assert.ok(id.length <= 20, id)
    for (const [id, persons] of region.ever) assert.is(persons.size, 1, `${what} ${id}: ${[...persons]}`)
  }
})

test('the host is warned about a possibly changed person before a file is made, and not afterwards', () => {
  const one = checkin(1, '2026-02-03', [aldo])
  const twin = checkin(1, '2026-02-03', [people[5]!])
  const { month, now } = world()
  month([one])
  const asked = { rule: 'samePerson', checkin: 1 }
  const warned = (made: { warnings: object[] }) => made.warnings.filter((warning) => 'checkin' in warning)
  assert.equal(warned(monthly('2026-02', [twin], book, settings, now())), [asked])
  assert.equal(warned(arrivals(twin, [twin], book, settings, now())), [asked])
  assert.equal(warned(arrivals(checkin(2, '2026-02-04', [bruno]), [twin], book, settings, now())), [])
  assert.equal(warned(monthly('2026-02', [checkin(1, '2026-02-03', [bruno])], book, settings, now())), [])
  month([twin])
  assert.equal(warned(monthly('2026-02', [twin], book, settings, now())), [])
})

test('entries exported before ids had a mark keep their id', () => {
  const one = checkin(7, '2026-02-03', [aldo, bruno])
  const { guests: _, ...keys } = regionOf('store', [])
  const sent = arrivals(one, [one], book, settings, { ...keys, guests: [] }).files[0]!.sent!
  const old = sent.map((guest) => ({ ...guest, idswh: guest.who === 'main' ? '7' : '7B' }))
  const file = arrivals(one, [one], book, settings, { ...keys, guests: old }).files[0]!
  assert.equal(
    [...file.text.matchAll(/<(?:idswh|idcapo)>(.*?)</g)].map(([, id]) => id),
    ['7', '', '7B', '7'],
  )
})

test('another store, or a check-in made again after a restored backup, has other ids', () => {
  const idsOf = (key: string, one: Checkin) =>
    arrivals(one, [one], book, settings, regionOf(key, [])).files[0]!.sent!.map(({ idswh }) => idswh)
  const one = checkin(123_456_789, '2026-02-03', [aldo, bruno, carlo])
  const all = [
    idsOf('one', one),
    idsOf('another', one),
    idsOf('one', { ...one, createdAt: '2026-01-02T00:00:00.000Z' } as Checkin),
  ].flat()
  assert.is(new Set(all).size, 9)
  for (const id of all) assert.ok(id.length <= 20, id)
  assert.equal(idsOf('one', one), all.slice(0, 3))
})

test('a check-in with a fault, or with a deleted code, loses no guest at the region', () => {
  const { region, month } = world()
  const before = [checkin(1, '2026-02-03', [aldo]), checkin(2, '2026-02-04', [bruno])]
  month(before)
  month([{ ...before[0]!, reservationCode: 'GONE' }, before[1]!])
  assert.equal(region.people(), stayed(before))
  month([{ ...before[0]!, numberOfNights: '90' as '9' }, before[1]!])
  assert.equal(region.people(), stayed(before))
})

test('rooms taken are never more than there are, and the list values are the official ones', () => {
  const all = [1, 2, 3].map((id) => checkin(id, '2026-02-03', [people[id]!]))
  const { files, warnings } = monthly('2026-02', all, book, settings)
  const taken = [...files[0]!.text.matchAll(/<camereoccupate>(\d+)</g)].map(([, count]) => Number(count))
  assert.is(Math.max(...taken), 2)
  assert.ok(warnings.some(({ rule, day }) => rule === 'rooms' && day === '2026-02-03'))
  assert.match(files[0]!.text, /<tipoturismo>Non specificato<[^]*<mezzotrasporto>Non Specificato</)
})

const days = ['2026-02-03', '2026-02-04', '2026-02-10']
const crowd = fc
  .uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 })
  .map((list) => list.map((index) => people[index]!))
const change = fc.oneof(
  fc.record({
    what: fc.constant('put' as const),
    id: fc.integer({ min: 1, max: 4 }),
    crowd,
    day: fc.constantFrom(...days),
    room: fc.constantFrom('A101', 'B202'),
  }),
  fc.record({
    what: fc.constantFrom('delete' as const, 'disable' as const, 'single' as const),
    id: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ what: fc.constant('month' as const), id: fc.constant(0) }),
)

test('whatever is deleted, moved, replaced and sent, the region ends with exactly the guests who stayed', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 14 }), (changes) => {
      const { region, send, now, month } = world()
      let all: Checkin[] = []
      for (const one of changes) {
        const others = all.filter(({ id }) => id !== one.id)
        const found = all.find(({ id }) => id === one.id)
        if (one.what === 'put') all = [...others, checkin(one.id, one.day, one.crowd, { reservationCode: one.room })]
        if (one.what === 'delete') all = others
        if (one.what === 'disable' && found) all = [...others, { ...found, enabledForSending: 'no' }]
        if (one.what === 'single' && found?.enabledForSending === 'yes')
          send(arrivals(found, all, book, settings, now()).files)
        if (one.what === 'month') month(all)
      }
      month(all)
      assert.equal(region.people(), stayed(all))
      for (const [id, persons] of region.ever) assert.is(persons.size, 1, `${id}: ${[...persons]}`)
    }),
    { numRuns: 100 },
  )
})

test('after a restored backup no guest is lost, no id is reused, and extra guests at the region are those sent in between', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.array(change, { maxLength: 8 }), (between, since) => {
      const { region, month, backup } = world({ strict: false })
      let seconds = 0
      const lived = (all: readonly Checkin[], changes: typeof between) => {
        let now = [...all]
        for (const one of changes) {
          const found = now.find(({ id }) => id === one.id)
          const others = now.filter(({ id }) => id !== one.id)
          if (one.what === 'delete') now = others
          if (one.what === 'month') month(now)
          if (one.what !== 'put') continue
          const createdAt = found?.createdAt ?? new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)).toISOString()
          now = [...others, checkin(one.id, one.day, one.crowd, { reservationCode: one.room, createdAt })]
        }
        month(now)
        return now
      }
      const then = lived([], between.slice(0, 3))
      const restore = backup()
      const before = new Set(region.has.keys())
      lived(then, between.slice(3))
      const sentBetween = new Set([...region.has.keys()].filter((id) => !before.has(id)))
      restore()
      const all = lived(then, since)
      const people = region.people()
      for (const one of stayed(all)) {
        assert.ok(people.includes(one), one)
        people.splice(people.indexOf(one), 1)
      }
      const besides = [...region.has].filter(([id]) => sentBetween.has(id)).map(([, { name, day }]) => `${name} ${day}`)
      for (const one of people) assert.ok(besides.includes(one), `${one} was not sent in between`)
      for (const [id, persons] of region.ever) assert.is(persons.size, 1, `${id}: ${[...persons]}`)
    }),
    { numRuns: 100 },
  )
})

test('a structure whose last code was deleted still gets its month, with its guests and deletions', () => {
  const month = '2027-02'
  const mare = checkin(1, '2027-02-03', [people[0]!])
  const monte = checkin(2, '2027-02-05', [people[1]!], { reservationCode: 'B202' })
  const lost = checkin(3, '2027-02-09', [people[2]!], { reservationCode: 'B202' })
  const first = monthly(month, [mare, monte, lost], book, settings, regionOf('k', [])).files
  assert.equal(
    first.map(({ name }) => name),
    ['MMARE202702.xml', 'MMONTE202702.xml'],
  )
  const known = first.reduce<readonly RegionGuest[]>(afterMoves, [])
  const without = { ...settings, reservationCodes: settings.reservationCodes.slice(0, 1) }
  const made = monthly(month, [mare, monte], book, without, regionOf('k', known))
  assert.equal([made.faults, made.warnings], [[], []])
  assert.equal(
    made.files.map(({ name }) => name),
    ['MMARE202702.xml', 'MMONTE202702.xml'],
  )
  const [, file] = made.files
  assert.equal(
    [file!.sent!.map(({ idswh }) => idswh), file!.eliminated!.map(({ checkin: id }) => id)],
    [known.filter(({ checkin: id }) => id === 2).map(({ idswh }) => idswh), [3]],
  )
  assert.equal(monthly('2027-05', [], book, without, regionOf('k', known)).files.length, 1, 'a month it had nobody in')
  const single = arrivals(monte, [mare, monte], book, without, regionOf('k', known))
  assert.is(single.files[0]!.text.includes(known.find(({ checkin: id }) => id === 2)!.idswh), true)
})

test.run()
