import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { workbooks } from '../../../server/excel/workbooks'
import { type Disk, machineDisk, readSealed } from '../../../server/store/sealed/disk'
import { dataKey } from '../../../server/store/sealed/sealing'
import { openStore } from '../../../server/store/sqlite/open'
import { backupsIn } from '../../../server/store/sqlite-file/backup-files'
import { inspectImage } from '../../../server/store/sqlite-file/database'
import {
  addErased,
  erasingAgain,
  freeBackups,
  printOf,
  readErased,
} from '../../../server/store/sqlite-file/erase-again'
import { imagesInFiles } from '../../../server/store/sqlite-file/new-images'
import type { Store } from '../../../server/store/store'
import { identityRemoval } from '../../../src/core/data-protection/retention'
import { taxOfStay } from '../../../src/core/tax/tax-report'
import { ruleSet } from '../../core/tax/rule-sets'
import { standsIn } from './raw-bytes'
import { faults, faultyDisk } from './store-disk'
import { failing, folder, stay, using } from './store-world'

const test = suite('erasure that is provable')

const guests = ['ZACCARIA', 'ZAMPIERI', 'ZORZETTO', 'ZULIANI'] as const
const textsOf = (name: string) => [`${name} ÉLODIE`, `${name.toLowerCase()}@example.org`, `AX${name}`]
const checkinOf = (name: string) =>
  stay(name, {
    mainGuestLastName: textsOf(name)[0],
    email: textsOf(name)[1],
    mainGuestDocumentNumber: textsOf(name)[2],
    specialRequests: `"${name}"\nallergico`,
    createdAt: `2025-07-01T10:00:00.${name.length}00Z`,
  })
const day = (n: number) => () => new Date(`2025-07-0${n}T10:00:00Z`)
const sealed: Disk = { ...machineDisk, keys: { all: [dataKey(Buffer.alloc(32, 'a'))] } }

/** Three days of a house: two guests, a third, a fourth; each day ends with its backup. */
const lived = async (disk: Disk) => {
  const dir = folder()
  for (const [n, names] of [guests.slice(0, 2), guests.slice(2, 3), guests.slice(3)].entries())
    await using(openStore({ dir, disk, now: day(n + 1) }), async (store) => {
      for (const name of names) await store.addCheckin(checkinOf(name))
    })
  return dir
}

/** Erases the first record and the identity in the second. */
const erase = async (store: Store) => {
  assert.ok(await store.removeCheckin(1))
  const second = (await store.checkin(2)) as Checkin
  await store.updateCheckin(2, identityRemoval(second, '2025-07-04T03:00:00.000Z'))
}
const gone = [...textsOf(guests[0]), ...textsOf(guests[1])]
const kept = [...textsOf(guests[2]), ...textsOf(guests[3])]

/** Waits until a folder contains none of the texts; returns the texts that remain after the timeout. */
const settled = async (dir: string, texts: readonly string[]) => {
  for (let n = 0; n < 300 && standsIn(dir, texts).length; n++) await pause(100)
  return standsIn(dir, texts)
}

const backupsOf = async (dir: string, disk: Disk) =>
  Promise.all(
    (await backupsIn(disk, dir)).map(async (path) => {
      const found = await inspectImage((await readSealed(disk, path))!)
      assert.ok(found?.intact && found.mark.alone, path)
      const rows = found.db.sql('SELECT id, doc FROM checkins ORDER BY id')
      found.db.close()
      return rows.map(([id, doc]) => `${id} ${JSON.parse(String(doc)).mainGuestLastName ?? ''}`.trim())
    }),
  )
const left = [['2'], ['2', '3 ZORZETTO ÉLODIE'], ['2', '3 ZORZETTO ÉLODIE', '4 ZULIANI ÉLODIE']]

for (const [disk, says] of [
  [machineDisk, 'without a key'],
  [sealed, 'with a key'],
] as const) {
  test(`after a deletion and an expiry no file or backup holds their data, ${says}; the others' remain`, async () => {
    const dir = await lived(disk)
    const before = standsIn(dir, gone)
    assert.is(before.length > 10, disk === machineDisk, 'the search finds what is not sealed')
    await using(openStore({ dir, disk, now: day(3) }), async (store) => {
      await erase(store)
      for (let n = 0; n < 300 && (await readErased(disk, dir)).freed < 2; n++) await pause(100)
      assert.equal(standsIn(dir, gone), [])
    })
    assert.equal(standsIn(dir, gone), [])
    assert.is(standsIn(dir, kept).length > 6, disk === machineDisk)
    assert.equal(await backupsOf(dir, disk), left)
  })

  test(`a restored older copy is erased before the first answer, and its files soon after, ${says}`, async () => {
    const dir = await lived(disk)
    const copy = readFileSync(join(dir, 'backups', 'checkin-2025-07-03.sqlite'))
    await using(openStore({ dir, disk, now: day(3) }), erase)
    for (const name of ['checkin.sqlite', 'checkin.journal', 'checkin.mark']) rmSync(join(dir, name))
    writeFileSync(join(dir, 'checkin.sqlite'), copy)
    await using(openStore({ dir, disk, now: day(3) }), async (store) => {
      const found = (await store.checkins()).map(({ id, mainGuestLastName = '' }) =>
        `${id} ${mainGuestLastName}`.trim(),
      )
      assert.equal(found, left[2])
      assert.equal(await settled(dir, gone), [])
    })
    assert.equal(standsIn(dir, gone), [])
  })
}

test('a deletion whose entry on the list could not be written leaves the backups with the next fold', async () => {
  const dir = await lived(machineDisk)
  const { disk, breakNow } = faultyDisk()
  const said: string[] = []
  await using(openStore({ dir, disk, now: day(3), report: (line) => said.push(line) }), async (store) => {
    await erase(store)
    breakNow('fail', /checkin\.erased/)
  })
  assert.match(said.join(), /could not be written/)
  await using(openStore({ dir, now: day(3) }), async () => assert.equal(await settled(dir, gone), []))
  assert.equal(await backupsOf(dir, machineDisk), left)
})

test('the Excel copy is erased too', async () => {
  const dir = folder()
  await using(openStore({ dir }), async (store) => {
    for (const name of guests) await store.addCheckin(checkinOf(name))
    await store.saveSettings({ enableLocalExcelSave: true })
    const books = workbooks({ store, dir, report: (line) => assert.unreachable(line) })
    await books.flush()
    const inBook = () => standsIn(dir, gone).filter((found) => found.startsWith('checkins.xlsx'))
    assert.is(inBook().length, gone.length, 'the search looks inside')
    await erase(store)
    books.changed()
    await books.flush()
    assert.equal(inBook(), [])
    assert.equal(await settled(dir, gone), [])
    await books.stop()
  })
})

test('data erased at once, or in many pieces, is on the list once', async () => {
  const dir = folder()
  await using(openStore({ dir, now: day(1) }), async (store) => {
    for (const name of guests) await store.addCheckin(checkinOf(name))
    await erase(store)
    for (let n = 0; n < 300 && (await readErased(machineDisk, dir)).list.length < 2; n++) await pause(100)
    const { list } = await readErased(machineDisk, dir)
    assert.equal(
      list.map(({ id, what }) => `${id} ${what}`),
      ['1 record', '2 identity'],
    )
    await addErased(machineDisk, dir, list)
    assert.equal((await readErased(machineDisk, dir)).list, list)
  })
})

test('an expected stay that was removed, or replaced by its bare entry, is in no file and no backup; the other is', async () => {
  const dir = folder()
  const bare = {
    source: 'airbnb',
    made: '2025-07-01T09:00:00.000Z',
    arrival: '2025-08-01',
    departure: '2025-08-03',
  } as const
  const names = ['Zenaide Zoppi', 'Zeno Zanon', 'Zita Zuffi']
  await using(openStore({ dir, now: day(1) }), async (store) => {
    for (const name of names) await store.note('booking', { ...bare, name })
  })
  assert.is(standsIn(dir, names).length, 6)
  await using(openStore({ dir, now: day(2) }), async (store) => {
    const [first, second] = await store.notes('booking')
    await store.removeNote('booking', first!.id)
    await store.updateNote('booking', second!.id, { ...bare, erased: true })
    assert.equal(await settled(dir, names.slice(0, 2)), [])
  })
  assert.ok(standsIn(dir, names.slice(2)).length > 1)
  await using(openStore({ dir, now: day(3) }), async (store) => {
    assert.equal(
      (await store.notes('booking')).map(({ name, erased }) => name ?? erased),
      [true, names[2]],
      'the bare entry is not erased again',
    )
  })
})

test('another check-in with the same number is unchanged', async () => {
  const [one, other] = [await lived(machineDisk), folder()]
  await using(openStore({ dir: one, now: day(3) }), erase)
  const { list } = await readErased(machineDisk, one)
  await using(openStore({ dir: other, backups: 0 }), (store) => store.addCheckin(stay('other')))
  const found = await inspectImage(readFileSync(join(other, 'checkin.sqlite')))
  assert.equal(erasingAgain(found!.db.sql, list, '2025-07-04'), [])
  found!.db.close()
})

test('a backup with an erased identity keeps the data for the tourist tax', async () => {
  const dir = folder()
  const byNight = ruleSet(
    { kind: 'fixed', cents: 300 },
    { from: '2025-01-01', ageOn: 'night', reliefs: [{ kind: 'minor', off: 100, age: 14 }] },
  )
  await using(openStore({ dir, now: day(1) }), async (store) => {
    await store.saveSettings({ taxRules: [byNight] })
    await store.addCheckin(
      stay('ZORA', { arrivalDate: '2025-07-01', numberOfNights: '3', mainGuestBirthDate: '2011-07-03' }),
    )
  })
  await using(openStore({ dir, now: day(3) }), async (store) => {
    await store.updateCheckin(1, identityRemoval((await store.checkin(1)) as Checkin, '2025-07-04T03:00:00.000Z'))
  })
  await freeBackups(machineDisk, dir, '2025-07-04T03:00:00.000Z')
  const [backup = ''] = await backupsIn(machineDisk, dir)
  const found = await inspectImage(readFileSync(backup))
  const doc = JSON.parse(found!.db.sql('SELECT doc FROM checkins')[0]![0] as string) as Checkin
  found!.db.close()
  assert.not.match(JSON.stringify(doc), /ZORA|BirthDate/)
  assert.equal(
    taxOfStay(doc, [byNight])!.guests[0]!.nights.map(({ cents }) => cents),
    [0, 0, 300],
  )
})

test('erasing in backups leaves no unfinished file, even if one cannot be replaced', async () => {
  const dir = await lived(machineDisk)
  await using(openStore({ dir, now: day(3) }), erase)
  const backups = join(dir, 'backups')
  const before = readdirSync(backups)
  const full = { ...machineDisk, rename: () => Promise.reject(new Error('no room')) }
  for (const disk of [full, machineDisk]) {
    const freed = freeBackups(disk, dir, '2025-07-04T03:00:00.000Z', imagesInFiles(disk))
    if (disk === full) assert.match((await failing(freed)).message, /no room/)
    await freed.catch(() => {})
    assert.equal(readdirSync(backups), before)
  }
  assert.equal(standsIn(backups, gone), [])
  assert.equal(await backupsOf(dir, machineDisk), left)
})

for (const fault of faults)
  test(`erasing in backups with a ${fault} at each disk call in turn: every backup stays whole, and the next run completes it`, async () => {
    const start = await lived(machineDisk)
    await using(openStore({ dir: start, now: day(3) }), erase)
    let at = 0
    for (; at < 100; at++) {
      const dir = folder()
      cpSync(start, dir, { recursive: true })
      const { disk, seen } = faultyDisk(at, fault)
      await freeBackups(disk, dir, '2025-07-04T03:00:00.000Z').catch(() => {})
      await backupsOf(dir, machineDisk)
      await freeBackups(machineDisk, dir, '2025-07-04T03:00:00.000Z')
      assert.equal(standsIn(join(dir, 'backups'), gone), [], `${fault} at ${seen[at]}`)
      assert.equal(await backupsOf(dir, machineDisk), left, `${fault} at ${seen[at]}`)
      if (seen.length <= at) break
    }
    assert.ok(at > 10 && at < 100, `${at} calls`)
  })

test('a check-in is recognised by its number, attempt and time of creation', () => {
  const of = [
    [7, 'a', '2025-06-13T10:00:00.000Z'],
    [8, 'a', '2025-06-13T10:00:00.000Z'],
    [7, 'b', '2025-06-13T10:00:00.000Z'],
    [7, 'a', '2025-06-13T10:00:00.001Z'],
  ] as const
  const prints = of.map(([id, draft, createdAt]) => printOf(id, draft, { createdAt }))
  assert.is(new Set(prints).size, 4)
  assert.is(printOf(7, 'a', { createdAt: of[0][2], notes: 'changed' } as object), prints[0])
})

test.run()
