import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { policeClient } from '../../../server/offices/police-client'
import type { PoliceAccount } from '../../../server/offices/police-session'
import { readReceipt } from '../../../server/offices/receipt-files'
import type { SendFault } from '../../stand-ins/faults'
import { type Account, policeStandIn } from '../../stand-ins/police'

const test = suite('police client')

const noon = Date.parse('2026-11-20T12:00:00+01:00')
let clock = noon
const now = () => new Date(clock)

const account: PoliceAccount = { user: 'XX000001', password: 'segreta', wsKey: 'chiave&<1>', category: 'single' }
const many: PoliceAccount = { user: 'XX000002', password: 'altra', wsKey: 'chiave2', category: 'apartments' }
const accounts: Account[] = [
  { user: 'XX000001', password: 'segreta', wsKey: 'chiave&<1>', structure: 'CASA' },
  {
    user: 'XX000002',
    password: 'altra',
    wsKey: 'chiave2',
    structure: 'APPARTAMENTI',
    apartments: [
      { id: 4, name: 'UNO', active: true },
      { id: 5, name: 'DUE', active: false },
    ],
  },
]
const sample = (name: string) => readFileSync(`test/fixtures/official/alloggiati/${name}`, 'latin1').split('\r\n')
const party = sample('sample_168_group3.txt')

/** A client with a timeout for a busy machine; a test of silence sets a shorter one. */
const open = async (wait = 10_000) => {
  const patience = { send: wait, other: wait }
  clock = noon
  const police = await policeStandIn({ accounts, now })
  const client = policeClient({ url: police.url, now: () => clock, patience })
  return { police, client }
}

test('the official sample of a party is accepted whole, once, in order and untrimmed', async () => {
  const { police, client } = await open()
  assert.equal(await client.test(account, party), { kind: 'judged', lines: [undefined, undefined, undefined] })
  assert.is(police.acquired().length, 0)
  assert.equal(await client.send(account, party), { kind: 'judged', lines: [undefined, undefined, undefined] })
  assert.equal(
    police.acquired().map(({ line }) => line),
    party,
  )
  await police.close()
})

test('one token serves many calls, is renewed before it expires, and only one is requested at a time', async () => {
  const { police, client } = await open()
  await Promise.all([client.test(account, party), client.test(account, party), client.test(account, party)])
  const tokens = () => police.calls().filter(({ operation }) => operation === 'GenerateToken').length
  assert.is(tokens(), 1)
  clock = noon + 59 * 60_000
  await client.test(account, party)
  assert.is(tokens(), 2)
  police.expireTokens()
  assert.is((await client.test(account, party)).kind, 'judged')
  assert.is(tokens(), 3)
  await police.close()
})

test('wrong credentials return the portal’s sentence, after one try', async () => {
  const { police, client } = await open()
  const answer = await client.send({ ...account, wsKey: 'alt' }, party)
  assert.equal(answer, {
    kind: 'signIn',
    verdict: { code: '1', name: 'CREDENZIALI_ERRATE', detail: 'Utente, password o WSKEY non validi' },
  })
  assert.is(police.calls().length, 1)
  await police.close()
})

test('each wrong line has the portal’s words at its place, and only right lines are acquired', async () => {
  const { police, client } = await open()
  const [head, second] = party
  const old = head!.replace('20/11/2026', '18/11/2026')
  const answer = await client.send(account, [head!, second!, old, head!.slice(0, -1)])
  assert.equal(answer.kind === 'judged' && answer.lines.map((line) => line?.detail), [
    undefined,
    undefined,
    'Data di Arrivo Errata',
    'Dimensione Riga errata',
  ])
  assert.is(police.acquired().length, 2)
  await police.close()
})

test('apartments send lines of 174 characters; a closed one is refused, a single structure may not use the call', async () => {
  const { police, client } = await open()
  const lines = sample('sample_174_group3.txt')
  assert.equal(await client.send(many, lines), { kind: 'judged', lines: [undefined, undefined, undefined] })
  const closed = await client.send(many, [lines[0]!.replace(/000004$/, '000005')])
  assert.is(closed.kind === 'judged' && closed.lines[0]?.detail, 'Appartamento Errato')
  const wrong: PoliceAccount = { ...many, category: 'single' }
  assert.is((await client.test(wrong, party)).kind, 'refused')
  assert.is((await client.send(wrong, party)).kind, 'unclear', 'a Send that was denied in other words')
  await police.close()
})

const acquiredOf: { [fault in SendFault]: { kind: string; lines: number } } = {
  dropAfter: { kind: 'unclear', lines: 3 },
  dropBefore: { kind: 'unclear', lines: 0 },
  silence: { kind: 'unclear', lines: 3 },
  page: { kind: 'unclear', lines: 3 },
  busy: { kind: 'unclear', lines: 0 },
  fault: { kind: 'unclear', lines: 3 },
  short: { kind: 'unclear', lines: 3 },
  prefixes: { kind: 'judged', lines: 3 },
  bom: { kind: 'judged', lines: 3 },
  indented: { kind: 'judged', lines: 3 },
  denied: { kind: 'judged', lines: 3 },
  deniedToken: { kind: 'judged', lines: 3 },
  deniedBare: { kind: 'unclear', lines: 3 },
  signedOut: { kind: 'unclear', lines: 3 },
}

for (const [fault, { kind, lines }] of Object.entries(acquiredOf))
  test(`a Send that ends in ${fault} is ${kind}, and is never retried automatically`, async () => {
    const { police, client } = await open(fault === 'silence' ? 400 : 10_000)
    police.fail(fault as SendFault, 'Send')
    assert.is((await client.send(account, party)).kind, kind)
    assert.is(police.acquired().length, lines)
    assert.is(police.calls().filter(({ operation }) => operation === 'Send').length, 1)
    await police.close()
  })

test('an unreachable portal has accepted nothing; without a token a Send is not sent', async () => {
  const { police, client } = await open(400)
  police.fail('silence', 'GenerateToken')
  assert.is((await client.send(account, party)).kind, 'unreached')
  await police.close()
  assert.is((await client.send(account, party)).kind, 'unreached')
})

test('a test of credentials returns the table of errors and the apartments', async () => {
  const { police, client } = await open()
  const access = await client.tryAccess(many)
  assert.is(access.kind, 'access')
  if (access.kind !== 'access') return
  assert.equal(access.apartments, [{ id: '4', name: 'UNO', town: 'ROMA' }])
  assert.is(access.errors['12'], 'SCHEDINA_CAMPO_NON_CORRETTO')
  assert.match(access.issued, /^2026-11-20T12:00:00\.\d{7}\+01:00$/)
  await police.close()
})

test('a receipt is available on the next day, for the lines sent; a missing one is no fault', async () => {
  const { police, client } = await open()
  await client.send(account, party)
  assert.equal(await client.receipt(account, '2026-11-20'), { kind: 'none' })
  clock = noon + 86_400_000
  const receipt = await client.receipt(account, '2026-11-20')
  assert.equal(receipt.kind === 'receipt' && readReceipt(receipt.pdf), { counted: 3 })
  assert.equal(await client.receipt(account, '2026-11-19'), { kind: 'none' })
  police.fail('html', 'Ricevuta')
  const page = await client.receipt(account, '2026-11-20')
  assert.ok(page.kind === 'receipt' && page.pdf.includes('<html>'), 'whatever came is handed on')
  await police.close()
})

test.run()
