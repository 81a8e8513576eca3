// The contract of a store: each test runs on every engine.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import initSqlJs from 'sql.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { type Engine, engines } from './engines'
import { failing, folder, stay, using, whole } from './store-world'

const exported = (file: string) => ({ at: '2025-07-01T10:00:00.000Z', ids: [1], file, sha256: '00' })
const letter = (checkinId: number) =>
  ({ checkinId, addressee: 'guest', status: 'queued', at: '2025-07-01T10:00:00.000Z', tries: 0 }) as const

/** Tests by name; `open` opens the test's house, as often as needed. */
const promises: { [name: string]: (open: () => Promise<Store>) => Promise<void> } = {
  'check-ins are numbered from 1 and come back as they were given, owner apart': (open) =>
    using(open(), async (store) => {
      const first = await store.addCheckin(stay(1))
      assert.is(first.id, 1)
      assert.is((await store.addCheckin(stay(2))).id, 2)
      const { owner, ...doc } = stay(1)
      assert.equal(await store.checkin(1), { id: 1, ...doc, owner })
      assert.equal((await store.checkins())[0], { id: 1, ...doc })
      assert.is(await store.checkin(3), undefined)
    }),

  'the same attempt of the same guest is one check-in, also when it comes twice at once': (open) =>
    using(open(), async (store) => {
      const answers = await Promise.all(
        [1, 2, 3].map((n) => store.addCheckin(stay(1, { specialRequests: `try ${n}` }))),
      )
      assert.equal(
        answers.map(({ id }) => id),
        [1, 1, 1],
      )
      assert.is((await store.addCheckin(stay(1))).specialRequests, 'try 1')
      assert.is((await store.addCheckin({ ...stay(1), owner: 'another' })).id, 2)
      assert.is((await store.checkinOf('another', String(stay(1).draftId)))?.id, 2)
      assert.is(await store.checkinOf('nobody', String(stay(1).draftId)), undefined)
      assert.is((await store.checkins()).length, 2)
    }),

  'a change adds, replaces and, with null, removes fields, but never the number or the owner': (open) =>
    using(open(), async (store) => {
      await store.addCheckin(stay(1))
      const patch = {
        id: 9,
        owner: 'thief',
        paymentMethod: 'CARTA',
        email: null,
        carPlate: 'AB123CD',
        notes: undefined,
      }
      const changed = (await store.updateCheckin(1, patch))!
      assert.is(changed.id, 1)
      const { owner, ...now } = (await store.checkin(1)) as Record<string, unknown>
      assert.equal(now, changed)
      assert.equal([owner, now.paymentMethod, now.carPlate, 'email' in now], ['owner-1', 'CARTA', 'AB123CD', false])
      assert.is((await store.updateCheckin(1, { mainGuestName: undefined }))!.mainGuestName, 'MARIA')
      assert.is(await store.updateCheckin(2, { email: 'x' }), undefined)
    }),

  'changes of one check-in that come at once are all kept': (open) =>
    using(open(), async (store) => {
      await store.addCheckin(stay(1))
      await Promise.all(Array.from({ length: 20 }, (_, n) => store.updateCheckin(1, { [`field${n}`]: 'yes' })))
      const now = (await store.checkin(1)) as Record<string, unknown>
      assert.is(Object.keys(now).filter((name) => name.startsWith('field')).length, 20)
    }),

  'a number is never given twice, not after a removal and a start': async (open) => {
    await using(open(), async (store) => {
      await store.addCheckin(stay(1))
      await store.addCheckin(stay(2))
      assert.is(await store.removeCheckin(2), true)
      assert.is(await store.removeCheckin(2), false)
      assert.is((await store.addCheckin(stay(3))).id, 3)
      await store.removeCheckin(3)
    })
    await using(open(), async (store) => assert.is((await store.addCheckin(stay(4))).id, 4))
  },

  'a day is asked for by arrival or departure, 29 February too, and from a day to another': (open) =>
    using(open(), async (store) => {
      await store.addCheckin(stay(1, { arrivalDate: '2028-02-28', departureDate: '2028-02-29' }))
      await store.addCheckin(stay(2, { arrivalDate: '2028-02-29', departureDate: '2028-03-01' }))
      await store.updateCheckin(1, { arrivalDate: '2028-02-27' })
      const ids = async (date: string, by?: 'arrival' | 'departure', to?: string) =>
        (await store.checkins({ date, by, to })).map(({ id }) => id)
      assert.equal(
        [
          await ids('2028-02-29'),
          await ids('2028-02-29', 'departure'),
          await ids('2028-02-28'),
          await ids('2028-02-27'),
        ],
        [[2], [1], [], [1]],
      )
      assert.equal(await ids('2028-02-01', 'arrival', '2028-02-29'), [1, 2])
      assert.equal(await ids('2028-02-29', 'departure', '2028-03-31'), [1, 2])
    }),

  'settings, place codes, lists and secrets are kept over a start': async (open) => {
    const code = {
      id: 'a',
      code: 'A101',
      description: 'Camera «blu»',
      showPaymentPage: true,
      totalRooms: 1,
      totalBeds: 2,
    }
    const before = await using(open(), async (store) => {
      assert.equal(await store.settings(), {})
      await store.saveSettings({ companyName: 'Da Gino', enablePayPal: true, reservationCodes: [code] })
      assert.is((await store.settings()).companyName, 'Da Gino')
      await store.saveSettings({ companyName: 'Da Lucia', enablePayPal: null })
      await store.savePlaceCode('GORIZIA', '405031007')
      await store.saveCounter('pin', { count: 3, since: 1, last: 2 })
      await store.saveCounter('gone', { count: 1 })
      await store.saveCounter('gone', null)
      assert.is(await store.note('export', exported('questura')), 1)
      await store.note('stripe-event', { event: 'evt_1' })
      await store.note('export', exported('ross1000'))
      assert.is(await store.removeNote('export', 1), true)
      assert.is(await store.removeNote('export', 1), false)
      assert.is(await store.removeNote('retention', 3), false)
      const secrets = await Promise.all(['one', 'two'].map((word) => store.secret('cookie', () => word)))
      assert.equal(secrets, ['one', 'one'])
      return whole(store)
    })
    assert.equal(before.settings, { companyName: 'Da Lucia', reservationCodes: [code] })
    assert.equal(before.places, { GORIZIA: '405031007' })
    assert.equal(before.notes, [{ id: 3, ...exported('ross1000') }])
    await using(open(), async (store) => {
      assert.equal(await whole(store), before)
      // More notes than one slice of the backward reading, with another kind between them.
      const times = Array.from({ length: 120 }, (_, n) => new Date(Date.UTC(2025, 7, 1) + n * 60_000).toISOString())
      for (const at of times) await store.note('export', { ...exported('later'), at })
      await store.note('stripe-event', { event: 'evt_2' })
      const since = async (at: string) => (await store.notes('export', at)).map((one) => one.at)
      assert.equal(await since(times[30]!), times.slice(30))
      assert.equal([await since('2026-01-01'), await since('2020-01-01')], [[], [exported('').at, ...times]])
      for (const { id } of await store.notes('export', times[0])) await store.removeNote('export', id)
      assert.equal(await store.counters(), { pin: { count: 3, since: 1, last: 2 } })
      assert.is(await store.secret('cookie', () => 'three'), 'one')
      await store.saveSecret('cookie', 'four')
      assert.is(await store.secret('cookie', () => 'five'), 'four')
    })
  },

  'letters that come with a check-in are stored with it, once': async (open) => {
    const { checkinId: _, ...host } = letter(0)
    await using(open(), async (store) => {
      const given = [host, { ...host, addressee: 'host' as const }]
      const [first, second, again] = await Promise.all([
        store.addCheckin(stay(1), given),
        store.addCheckin(stay(2), [host]),
        store.addCheckin(stay(1), given),
      ])
      assert.equal([first.letters?.length, second.letters?.length, again.letters], [2, 1, undefined])
      assert.equal([again.id, again.isRepeated], [first.id, true])
      const stored = (await store.notes('mail')).map(({ id, checkinId }) => [id, checkinId]).sort()
      const told = [first, second].flatMap(({ id, letters = [] }) => letters.map((one) => [one, id]))
      assert.equal(stored, told.sort())
      assert.is(await store.note('export', exported('a')), 4)
    })
    await using(open(), async (store) => assert.is((await store.notes('mail')).length, 3))
  },

  'letters go with their check-in, all or nothing': (open) =>
    using(open(), async (store) => {
      await store.addCheckin(stay(1))
      await store.addCheckin(stay(2))
      assert.equal([await store.addLetter(letter(1)), await store.addLetter(letter(2))], [1, 2])
      assert.is(await store.addLetter(letter(3)), undefined)
      assert.is(await store.updateNote('mail', 1, { ...letter(1), status: 'sending' }), true)
      assert.equal(
        (await store.notes('mail')).map(({ id, status }) => [id, status]),
        [
          [1, 'sending'],
          [2, 'queued'],
        ],
      )
      assert.is((await Promise.all([store.removeCheckin(1), store.addLetter(letter(1))]))[0], true)
      assert.is(await store.addLetter(letter(1)), undefined)
      assert.equal(
        (await store.notes('mail')).map(({ id }) => id),
        [2],
      )
      assert.is(await store.updateNote('mail', 1, letter(1)), false)
    }),

  'an entry of a list is replaced whole, under its own kind alone': (open) =>
    using(open(), async (store) => {
      const stay = { source: 'hand', made: '', arrival: '2026-12-03', departure: '2026-12-05' } as const
      const id = await store.note('booking', { ...stay, name: 'Ada' })
      const other = await store.note('booking', { ...stay, name: 'Ivo' })
      assert.is(await store.updateNote('booking', id, { ...stay, people: 2 }), true)
      assert.is(await store.updateNote('mail', other, letter(1)), false)
      assert.equal(await store.notes('booking'), [
        { id, ...stay, people: 2 },
        { id: other, ...stay, name: 'Ivo' },
      ])
      await store.removeNote('booking', id)
      assert.is(await store.updateNote('booking', id, stay), false)
    }),

  'any text is kept: emoji, lone surrogates, line feeds, zero bytes, names of the language': async (open) => {
    const odd = { specialRequests: 'a\nb\0c "\\ 🛏 \ud800 \u2028', constructor: 'x', toString: 'y' }
    await using(open(), async (store) => {
      await store.addCheckin(stay(1, odd))
      await store.addCheckin({} as never)
      await store.addCheckin({ owner: 'o\0\ud800', draftId: '\0\udfff', arrivalDate: '\0' })
      assert.is((await store.addCheckin({ owner: 'o\0\ud800', draftId: '\0\udfff' })).id, 3)
      await store.saveSettings({ companyName: odd.specialRequests })
    })
    await using(open(), async (store) => {
      const found = (await store.checkin(1)) as Record<string, unknown>
      assert.equal([found.specialRequests, found.constructor, found.toString], [odd.specialRequests, 'x', 'y'])
      assert.is((await store.settings()).companyName, odd.specialRequests)
      assert.equal((await store.checkins())[1], { id: 2 })
    })
  },

  'a text that ends a statement stays a text, as a value, a name, a key or a day': (open) =>
    using(open(), async (store) => {
      const ends = [`'; DROP TABLE checkins; --`, `"); DELETE FROM entry; --`, `\\'; DROP TABLE house; --`, '$1 ?1 %s']
      for (const [n, text] of ends.entries()) {
        await store.addCheckin({ owner: text, draftId: text, arrivalDate: text, [text]: text })
        assert.is((await store.checkinOf(text, text))?.id, n + 1)
        assert.is((await store.checkins({ date: text, to: text })).length, 1)
        await store.updateCheckin(n + 1, { [`${text} more`]: text })
        await store.saveSettings({ [text]: text } as never)
        await store.savePlaceCode(text, { code: text } as never)
        await store.saveCounter(text, { tries: n })
        await store.saveSecret(text, text)
        await store.note('export', { at: text, ids: [], file: text, sha256: text })
        await store.notes(text as never)
        await store.removeNote(text as never, 1)
      }
      const found = await store.checkins()
      assert.equal(
        found.map((one) => [one.draftId, ...Object.entries(one).at(-1)!]),
        ends.map((text) => [text, `${text} more`, text]),
      )
      assert.equal(Object.keys(await store.settings()).sort(), [...ends].sort())
      assert.equal(Object.keys(await store.placeCodes()).sort(), [...ends].sort())
      const counters = await store.counters()
      assert.equal(
        ends.map((text) => counters[text]?.tries),
        [0, 1, 2, 3],
      )
      assert.is(await store.secret(ends[0]!, () => 'another'), ends[0])
      assert.is((await store.notes('export')).length, 4)
    }),

  'after a close nothing is read or written, and what was under way is': async (open) => {
    const store = await open()
    await Promise.all([store.addCheckin(stay(1)), store.close(), store.close()])
    const calls = [
      store.checkins(),
      store.settings(),
      store.addCheckin(stay(2)),
      store.health(),
      store.saveSettings({}),
      store.backup(),
    ]
    for (const call of calls) assert.is((await failing(call)).name, 'StoreUnavailable')
    await using(open(), async (again) => assert.is((await again.checkins()).length, 1))
  },

  'two thousand check-ins are kept, found by their days, and read a slice at a time': async (open) => {
    await using(open(), async (store) => {
      await Promise.all(
        Array.from({ length: 2_000 }, (_, n) => store.addCheckin(stay(n, { arrivalDate: `2025-07-${10 + (n % 20)}` }))),
      )
    })
    await using(open(), async (store) => {
      assert.is((await store.checkins()).length, 2_000)
      assert.is((await store.checkins({ date: '2025-07-15' })).length, 100)
      const slices: number[] = []
      for await (const slice of store.checkinSlices()) slices.push(slice.length)
      assert.ok(slices.length > 1 && slices.reduce((sum, length) => sum + length, 0) === 2_000)
      assert.is((await store.addCheckin(stay('x'))).id, 2_001)
    })
  },

  'a backup is a SQLite file with the check-ins and without what opens doors': (open) =>
    using(open(), async (store) => {
      for (let n = 0; n < 50; n++) await store.addCheckin(stay(n))
      await store.removeCheckin(50)
      await store.saveSettings({ companyName: 'Da Gino', stripeSecretKey: 'sk_live_SECRET' })
      await store.secret('cookie', () => 'SECRET')
      await store.note('export', exported('questura'))
      const image = await store.backup()
      const { Database } = await initSqlJs({
        locateFile: () => createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
      })
      const db = new Database(image)
      const rows = (sql: string) => db.exec(sql)[0]?.values ?? []
      assert.equal(rows('SELECT count(*), max(id) FROM checkins'), [[49, 49]])
      assert.equal(rows("SELECT seq FROM sqlite_sequence WHERE name = 'checkins'"), [[50]])
      assert.equal(rows('SELECT arrival, owner FROM checkins WHERE id = 7'), [['2025-07-01', 'owner-6']])
      assert.equal(rows('SELECT kind, count(*) FROM notes GROUP BY kind'), [['export', 1]])
      assert.equal(rows('SELECT kind, name FROM entries'), [['setting', 'companyName']])
      assert.not.ok(Buffer.from(image).includes('SECRET'))
      db.close()
    }),

  'a backup keeps the accounts among the settings without their passwords and keys': async (open) => {
    const police = { id: 'a', label: 'Mare', user: 'VI000001', password: 'SECRET one', wsKey: 'SECRET two' }
    const region = { id: 'b', region: 'veneto', user: 'casa', password: 'SECRET three' }
    const lists = { policeAccounts: [police, { ...police, id: 'c' }], regionStructures: [region] }
    const image = await using(open(), async (store) => {
      await store.saveSettings(lists as unknown as Partial<Settings>)
      const image = Buffer.from(await store.backup())
      assert.equal(await store.settings(), lists, 'the store itself still has them')
      return image
    })
    assert.not.ok(image.includes('SECRET'))
    const dir = folder()
    writeFileSync(join(dir, 'checkin.sqlite'), image)
    const empty = { ...police, password: '', wsKey: '' }
    await using(openStore({ dir, backups: 0 }), async (store) =>
      assert.equal(await store.settings(), {
        policeAccounts: [empty, { ...empty, id: 'c' }],
        regionStructures: [{ ...region, password: '' }],
      }),
    )
  },
}

for (const { name, start, missing } of engines) {
  const test = suite(`store: ${name}`)
  let engine: Engine
  if (missing) console.log(`# skipped on ${name}: ${Object.keys(promises).length} promises of the store (${missing})`)
  else {
    test.before(async () => void (engine = await start()))
    test.after(() => engine.stop())
  }
  for (const [title, holds] of Object.entries(promises)) {
    const check = () => holds(() => engine.open(title))
    if (missing) test.skip(title, check)
    else test(title, check)
  }
  test.run()
}
