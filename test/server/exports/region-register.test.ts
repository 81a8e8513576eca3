import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { officialFiles } from '../../../server/exports/official-files'
import { openRegionLedger } from '../../../server/exports/region-ledger'
import { regionRegister, registeredGuests } from '../../../server/exports/region-register'
import { guestsAtRegion } from '../../../server/offices/guests-at-region'
import { places } from '../../../server/places/places'
import { italianDay } from '../../../server/shared/clock'
import { openStore } from '../../../server/store/sqlite/open'
import type { NewCheckin, Store } from '../../../server/store/store'
import { atTheDoor, byHand, codes } from '../http/door-world'
import { engines } from '../store/engines'
import { folder } from '../store/store-world'

const { checkins, settings } = JSON.parse(
  readFileSync('test/exports/tourism-arrivals-party/checkins.json', 'utf8'),
) as { checkins: (NewCheckin & { id: number; arrivalDate: string })[]; settings: Partial<Settings> }
const { id: _, ...party } = checkins[0]!
const month = party.arrivalDate.slice(0, 7)
const long = 'X'.repeat(21)

const test = suite('the register of the region’s guests')

const house =
  (
    work: (house: {
      store: Store
      month: () => Promise<string>
      single: (id: number) => Promise<string>
    }) => Promise<void>,
  ) =>
  async () => {
    const store = await openStore({ dir: folder() })
    await store.saveSettings(settings)
    const files = officialFiles({ store, places: places(store), now: () => new Date('2026-11-21T10:00:00Z') })
    const text = async (wanted: object) =>
      (await files.run({ ...wanted, sure: true })).files.map((file) => file.text).join('')
    try {
      await work({
        store,
        month: () => text({ kind: 'monthly', month }),
        single: (id) => text({ kind: 'tourism', ids: [id] }),
      })
    } finally {
      await store.close()
    }
  }
const idsIn = (text: string, kind: string) =>
  [...text.matchAll(new RegExp(`<${kind}>\\s*<idswh>(.*?)<`, 'g'))].map(([, id]) => id)

test(
  'a deleted check-in that was in a file is eliminated in the next, once',
  house(async ({ store, month, single }) => {
    const { id } = await store.addCheckin(party)
    const sent = idsIn(await single(id), 'arrivo')
    assert.is(sent.length, 3)
    for (const one of sent) assert.match(one!, /^[BCDFGHJKLMNPQRST]{8}1[BC]?$/)
    assert.equal(idsIn(await month(), 'arrivo'), sent, 'the month says the same of them')
    await store.removeCheckin(id)
    const next = await month()
    assert.equal(idsIn(next, 'eliminazione').sort(), [...sent].sort())
    assert.equal(idsIn(next, 'arrivo'), [])
    assert.equal(idsIn(await month(), 'eliminazione'), [])
    const kept = JSON.stringify(await store.notes('tourism-guests'))
    assert.not.match(kept, /D.ANGELO|MARIO/i)
  }),
)

test(
  'a deleted id is never used again, and is kept when the guest is deleted; its note names no one',
  house(async ({ store, single, month: file }) => {
    const { id } = await store.addCheckin(party)
    const [first] = idsIn(await single(id), 'arrivo')
    await store.updateCheckin(id, { arrivalDate: `${month}-28`, departureDate: `${month}-30` })
    const [second] = idsIn(await file(), 'arrivo')
    for (const note of await store.notes('tourism-guests')) await store.removeNote('tourism-guests', note.id)
    await store.updateCheckin(id, { arrivalDate: party.arrivalDate, departureDate: '' })
    const [third] = idsIn(await file(), 'arrivo')
    assert.is(new Set([first, second, third]).size, 3)
    const notes = await store.notes('region-spent')
    assert.equal(
      notes.map(({ prints }) => prints.length),
      [3],
    )
    for (const print of notes.flatMap(({ prints }) => prints)) assert.match(print, /^[0-9a-f]{16}$/)
  }),
)

test(
  'entries exported before ids had a mark keep their id, and are deleted under it',
  house(async ({ store, month }) => {
    const { id } = await store.addCheckin(party)
    await store.note('export', { at: '2026-11-20T10:00:00Z', ids: [id], file: 'AA1012011.xml', sha256: '' })
    assert.equal(idsIn(await month(), 'arrivo'), [`${id}`, `${id}B`, `${id}C`])
    await store.updateCheckin(id, { addThirdGuest: 'no' })
    const next = await month()
    assert.equal([idsIn(next, 'arrivo'), idsIn(next, 'eliminazione')], [[`${id}`, `${id}B`], [`${id}C`]])
  }),
)

test(
  'tourism files older than the register have all their check-ins read, other files none',
  house(async ({ store }) => {
    const at = '2026-11-20T10:00:00Z'
    const note = { at, sha256: '' }
    await store.note('export', { ...note, ids: [7, 8], file: 'AA1012011.xml' })
    await store.note('export', { ...note, ids: [9], file: 'police.txt' })
    await store.note('export', { ...note, ids: [10], file: 'AA1012012.xml', register: true })
    const register = regionRegister({ store, places: places(store) })
    assert.equal([...(await register.concerned(['2026-11-20']))], [7, 8])
  }),
)

test(
  'a check-in with guests at the region is read on the region’s days, whatever its own',
  house(async ({ store, single }) => {
    const { id } = await store.addCheckin(party)
    const register = regionRegister({ store, places: places(store) })
    assert.equal(await register.arrivals(id), [])
    await single(id)
    assert.equal(await register.arrivals(id), Array(3).fill(party.arrivalDate))
    await store.updateCheckin(id, { arrivalDate: '2031-01-10' })
    assert.equal([...(await register.concerned([party.arrivalDate]))], [id])
    assert.equal([...(await register.concerned(['2031-01-10']))], [])
  }),
)

test('two stores make different ids of the same check-in', async () => {
  const ids: (string | undefined)[] = []
  for (let store = 0; store < 2; store++)
    await house(async ({ store, single }) => {
      const { id } = await store.addCheckin(party)
      ids.push(...idsIn(await single(id), 'arrivo'))
    })()
  assert.is(new Set(ids).size, 6)
})

test(
  'a file held back by warnings changes nothing at the region',
  house(async ({ store }) => {
    await store.saveSettings({ reservationCodes: [], ross1000StructureCode: 'A00000' })
    const { id } = await store.addCheckin(party)
    const files = officialFiles({ store, places: places(store), now: () => new Date('2026-11-21T10:00:00Z') })
    const held = await files.run({ kind: 'tourism', ids: [id] })
    assert.equal([held.files.length, await store.notes('tourism-guests')], [0, []])
  }),
)

for (const { name, start, missing } of engines) {
  if (missing) {
    console.log(`not tried: ${name} (${missing})`)
    continue
  }
  test(`${name}: a restored store learns from the ledger which other guests the region holds, and which ids are gone`, async () => {
    const engine = await start()
    const store = await engine.open('casa')
    const [dir, now] = [folder(), () => new Date('2026-11-21T10:00:00Z')]
    const book = places(store)
    const opened = async () => {
      const ledger = await openRegionLedger(dir, () => registeredGuests(store))
      const register = regionRegister({ store, places: book, ledger })
      const files = officialFiles({ store, places: book, now, register })
      const wanted = { kind: 'monthly', month, sure: true }
      return {
        guestsAtRegion: guestsAtRegion({ store, places: book, register, ledger, now }),
        month: async () => (await files.run(wanted)).files.map(({ text }) => text).join(''),
      }
    }
    try {
      await store.saveSettings(settings)
      const { id: before } = await store.addCheckin(party)
      const first = await opened()
      const [head] = idsIn(await first.month(), 'arrivo')
      const backup = await store.notes('tourism-guests')
      // After the backup a check-in is added and a guest is removed.
      const { id: since } = await store.addCheckin({ ...party, addSecondGuest: 'no', addThirdGuest: 'no' })
      await store.updateCheckin(before, { enabledForSending: 'no' })
      const beyond = idsIn(await first.month(), 'arrivo')
      // Restore the backup: the store loses the later check-in.
      await store.removeCheckin(since)
      await store.updateCheckin(before, { enabledForSending: 'yes' })
      for (const note of await store.notes('region-spent')) await store.removeNote('region-spent', note.id)
      for (const note of await store.notes('tourism-guests')) await store.removeNote('tourism-guests', note.id)
      for (const { id: _, ...note } of backup) await store.note('tourism-guests', note)
      const again = await opened()
      const { strangers } = await again.guestsAtRegion.matters()
      assert.equal(
        strangers.map(({ id }) => id),
        beyond,
      )
      assert.is(await again.guestsAtRegion.eliminate(beyond as string[]), 1)
      const text = await again.month()
      assert.equal(idsIn(text, 'eliminazione'), beyond)
      const arrived = idsIn(text, 'arrivo')
      assert.is(arrived.length, 3)
      assert.not.ok(arrived.includes(head), 'it was eliminated after the backup')
      assert.equal((await again.guestsAtRegion.matters()).strangers, [])
    } finally {
      await store.close()
      await engine.stop()
    }
  })
}

test(
  'an old invalid structure code prevents the month’s file, and is named',
  atTheDoor(
    async ({ ask, host }) => {
      const jar = await host()
      const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
      await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { enabledForSending: 'yes' } })
      const month = italianDay().slice(0, 7)
      const { data } = (await ask('POST', '/api/export', { jar, body: { kind: 'monthly', month, sure: true } })).json
      assert.equal(data.files, [])
      assert.equal(data.faults[0], {
        checkin: 0,
        guest: 'main',
        field: 'structureCode',
        rule: 'structureCode',
        text: long,
      })
    },
    { settings: { reservationCodes: [{ ...codes[0], structureCode: long }] } },
  ),
)

test.run()
