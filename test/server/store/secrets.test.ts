import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { machineDisk } from '../../../server/store/sealed/disk'
import { openBackup, sealBackup, seriesOf } from '../../../server/store/sealed/sealed-backup'
import { dataKey } from '../../../server/store/sealed/sealing'
import { withSealedSecrets } from '../../../server/store/sealed/secrets'
import { openStore } from '../../../server/store/sqlite/open'
import { restore } from '../../../server/store/sqlite/recovery'
import { filesIn, standsIn } from './raw-bytes'
import { failing, folder, stay, using, whole } from './store-world'

const test = suite('secrets and copies')

const secrets = {
  stripeSecretKey: 'sk_live_51QxZaccaria',
  stripeWebhookSecret: 'whsec_0123456789',
  smtp2goPassword: 'parola della posta',
  webhookAddress: 'https://pms.example/hook/malachiatoken',
  policeAccounts: [{ id: 'a', user: 'VI000001', password: 'parola questura', wsKey: 'chiave del servizio' }],
  regionStructures: [{ id: 'b', user: 'casa', password: 'parola regione' }],
  calendarFeeds: [{ id: 'c', name: 'Airbnb', address: 'https://feeds.example/ical/zaccariatoken.ics' }],
} as unknown as Partial<Settings>
const words = [
  'sk_live_51QxZaccaria',
  'whsec_0123456789',
  'parola della posta',
  'parola questura',
  'chiave del servizio',
  'parola regione',
  'zaccariatoken',
  'malachiatoken',
]

const opened = async (dir: string, report: string[] = [], disk = machineDisk) =>
  withSealedSecrets({ store: await openStore({ dir, disk }), dir, disk, report: (line) => report.push(line) })

test('secrets of mail, payment and offices are encrypted in every file, and read back unchanged', async () => {
  const dir = folder()
  await using(opened(dir), async (store) => {
    await store.saveSettings({ ...secrets, companyName: 'Casa Zaccaria' })
    assert.equal(await store.settings(), { ...secrets, companyName: 'Casa Zaccaria' })
    assert.equal(standsIn(dir, words), [])
  })
  assert.equal(standsIn(dir, words), [])
  assert.ok(standsIn(dir, ['Casa Zaccaria']).length)
  await using(opened(dir), async (store) => {
    assert.equal(await store.settings(), { ...secrets, companyName: 'Casa Zaccaria' })
    await store.saveSettings({ smtp2goPassword: '', stripeSecretKey: null })
    const { stripeSecretKey: _, ...others } = secrets
    assert.equal(await store.settings(), { ...others, smtp2goPassword: '', companyName: 'Casa Zaccaria' })
  })
})

test('plain secrets are encrypted at the first opening', async () => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), (store) => store.saveSettings(secrets))
  assert.ok(standsIn(dir, words).length >= words.length)
  await using(opened(dir), async (store) => assert.equal(await store.settings(), secrets))
  assert.equal(standsIn(dir, words), [])
})

test('a backup without the key file has no usable secret, which is reported once; the rest is there', async () => {
  const dir = folder()
  const seals = { adminPin: 'the seal of a PIN', adminAccessCode: 'the seal of a code' }
  await using(opened(dir), (store) => store.saveSettings({ ...secrets, ...seals, companyName: 'Casa' }))
  const other = folder()
  const [backup] = filesIn(dir).filter(([name]) => name.startsWith('backups'))
  writeFileSync(join(other, 'checkin.sqlite'), backup![1])
  const said: string[] = []
  await using(opened(other, said), async (store) => {
    const settings = await store.settings()
    assert.equal([settings.companyName, settings.smtp2goPassword, settings.policeAccounts![0]!.wsKey], ['Casa', '', ''])
    assert.is(settings.policeAccounts![0]!.user, 'VI000001')
    const { adminPin, adminAccessCode } = settings
    assert.equal({ adminPin, adminAccessCode }, seals, 'what is a seal already lets the host in with the backup alone')
    await store.settings()
    await store.saveSettings({ smtp2goPassword: 'un’altra parola' })
    assert.is((await store.settings()).smtp2goPassword, 'un’altra parola')
  })
  assert.equal([said.length, /type them again/.test(said[0]!)], [1, true])
  rmSync(join(dir, 'secrets.key'))
  writeFileSync(join(dir, 'secrets.key'), 'nonsense')
  assert.match((await failing(opened(dir))).message, /secrets\.key holds no key/)
})

test('the key of the secrets is itself encrypted in an encrypted folder', async () => {
  const dir = folder()
  const disk = { ...machineDisk, keys: { all: [dataKey(Buffer.alloc(32, 'a'))] } }
  await using(opened(dir, [], disk), (store) => store.saveSettings(secrets))
  assert.match(readFileSync(join(dir, 'secrets.key'), 'latin1'), /^BVSEAL1/)
  await using(opened(dir, [], disk), async (store) => assert.equal(await store.settings(), secrets))
})

test('a copy opens with its passphrase, also with a blank or another Unicode form, and with no other', async () => {
  const bytes = Buffer.alloc(70_000, 'ZACCARIA')
  const copy = await sealBackup(bytes, 'perché no, quattro')
  assert.not.ok(copy.includes('ZACCARIA'))
  assert.equal(await openBackup(copy, ' perché no, quattro '.normalize('NFD')), bytes)
  assert.match((await failing(openBackup(copy, 'perche no, quattro'))).message, /passphrase is not the one/)
  // In the salt, and in what is sealed.
  for (const at of [9, copy.length - 1]) {
    const changed = Buffer.from(copy)
    changed[at]! ^= 1
    assert.match((await failing(openBackup(changed, 'perché no, quattro'))).message, /is not the one.*or the file/)
  }
})

test('a copy is restored into an empty folder, encrypted like the folder; existing files are never overwritten', async () => {
  const dir = folder()
  const passphrase = 'quattro parole a caso'
  const { copy, all } = await using(openStore({ dir, backups: 0 }), async (store) => {
    await store.addCheckin(stay(1, { mainGuestLastName: 'ZACCARIA ELODIE' }))
    return { copy: await sealBackup(await store.backup(), passphrase), all: await whole(store) }
  })
  const ask = async () => passphrase
  const before = filesIn(dir)
  assert.match((await failing(restore({ bytes: copy, dir, disk: machineDisk, ask }))).message, /is there.*Nothing was/)
  assert.equal(filesIn(dir), before)
  const empty = folder()
  const wrong = restore({ bytes: copy, dir: empty, disk: machineDisk, ask: async () => 'quattro parole sbagliate' })
  assert.match((await failing(wrong)).message, /passphrase is not the one/)
  assert.equal(filesIn(empty), [])
  for (const keys of [undefined, { all: [dataKey(Buffer.alloc(32, 'a'))] }]) {
    const disk = { ...machineDisk, keys }
    const other = folder()
    assert.match(await restore({ bytes: copy, dir: other, disk, ask }), /1 check-ins/)
    assert.is(standsIn(other, ['ZACCARIA ELODIE']).length, keys ? 0 : 1)
    await using(openStore({ dir: other, disk, backups: 0 }), async (store) => assert.equal(await whole(store), all))
    assert.match(await seriesOf(disk, other), /^R[0-9A-Z]{5,6}$/)
  }
  const placed = folder()
  writeFileSync(join(placed, 'checkin.sqlite'), copy)
  assert.match((await failing(openStore({ dir: placed }))).message, /sealed with a passphrase.*npm run restore/)
  const again = folder()
  cpSync(join(dir, 'checkin.sqlite'), join(again, 'a-snapshot'))
  const snapshot = readFileSync(join(again, 'a-snapshot'))
  assert.match((await failing(restore({ bytes: snapshot, dir: folder(), disk: machineDisk, ask }))).message, /no whole/)
})

test('a backup begins new numbers and a new access log, put in place by hand too; once, and not after a move', async () => {
  const from = folder()
  const image = await using(openStore({ dir: from, backups: 0 }), (store) => store.backup())
  const begun = async (dir: string, at: string) => {
    await using(openStore({ dir, backups: 0, now: () => new Date(at) }), async () => {})
    return [await seriesOf(machineDisk, dir), existsSync(join(dir, 'access-log.key'))]
  }
  const placed = folder()
  writeFileSync(join(placed, 'checkin.sqlite'), image)
  writeFileSync(join(placed, 'access-log.key'), '{}')
  const first = await begun(placed, '2026-11-25T10:00:00Z')
  assert.equal(first, ['RHTFKO', false])
  assert.equal(await begun(placed, '2026-11-25T11:00:00Z'), first, 'the journal that it began goes on')
  const moved = folder()
  writeFileSync(join(moved, 'checkin.sqlite'), image)
  await using(openStore({ dir: moved, backups: 0, isMoved: true }), async () => {})
  assert.equal(await begun(moved, '2026-11-25T10:00:00Z'), ['', false])
  assert.equal(await begun(folder(), '2026-11-25T10:00:00Z'), ['', false], 'a new house')
})

test.run()
