import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type LedgerGuest, ledgerNowhere, openRegionLedger } from '../../../server/exports/region-ledger'
import { folder } from '../store/store-world'

const test = suite('the ledger of the region')

const guest = (idswh: string, more: Partial<LedgerGuest> = {}): LedgerGuest => ({
  idswh,
  checkin: 1,
  type: '16',
  arrival: '2026-02-03',
  structure: 'MARE',
  ...more,
})
const nobody = async () => []
const open = (dir: string) => openRegionLedger(dir, nobody)
const stateOf = async (dir: string) =>
  [...(await open(dir)).entries().values()].map(({ idswh, state }) => `${idswh} ${state}`)

test('an id changes from held to leaving to gone, and never back, in the file as well', async () => {
  const dir = folder()
  const ledger = await open(dir)
  await ledger.add([guest('A'), guest('B'), guest('C')], 'held')
  await ledger.add([guest('B')], 'leaving')
  await ledger.add([guest('C')], 'gone')
  await ledger.add([guest('B'), guest('C')], 'held')
  await ledger.add([guest('C')], 'leaving')
  assert.equal(await stateOf(dir), ['A held', 'B leaving', 'C gone'])
  assert.equal(
    [...ledger.entries().values()].map(({ state }) => state),
    ['held', 'leaving', 'gone'],
  )
  assert.equal((await open(dir)).entries().get('A'), { ...guest('A'), state: 'held' })
})

test('a line torn by a crash is the only one lost, and parallel additions are all stored', async () => {
  const dir = folder()
  await (await open(dir)).add([guest('A')], 'held')
  appendFileSync(join(dir, 'checkin.region'), '["+","TOR')
  const ledger = await open(dir)
  await Promise.all(['B', 'C', 'D'].map((id) => ledger.add([guest(id)], 'held')))
  assert.equal(await stateOf(dir), ['A held', 'B held', 'C held', 'D held'])
})

test('a new ledger begins with the guests of the register; an existing one does not', async () => {
  const dir = folder()
  const known = async () => [{ ...guest('A'), who: 'main' as const, name: 'SEALED', birth: 'SEALED' }]
  assert.is((await openRegionLedger(dir, known)).entries().size, 1)
  assert.not.match(readFileSync(join(dir, 'checkin.region'), 'utf8'), /SEALED/)
  writeFileSync(join(dir, 'checkin.region'), '')
  assert.is((await openRegionLedger(dir, known)).entries().size, 0)
})

test('expired ids are deleted in the file too', async () => {
  const dir = folder()
  const ledger = await open(dir)
  await ledger.add([guest('A'), guest('B', { checkin: 2 })], 'held')
  await ledger.forget(({ checkin }) => checkin === 2)
  await ledger.add([guest('C', { checkin: 3 })], 'held')
  assert.equal(await stateOf(dir), ['A held', 'C held'])
})

test('a failed write is reported, and leaves no state in memory only', async () => {
  const ledger = await open(join(folder(), 'missing'))
  await ledger.add([guest('A')], 'held').then(
    () => assert.unreachable(),
    (error: NodeJS.ErrnoException) => assert.is(error.code, 'ENOENT'),
  )
  assert.is(ledger.entries().size, 0)
  const nowhere = ledgerNowhere()
  await nowhere.add([guest('A')], 'held')
  assert.is(nowhere.entries().size, 1)
})

test.run()
