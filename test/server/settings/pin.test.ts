import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cookieKey, firstSecrets, isAccessCode, isPin, isRecoveryKey } from '../../../server/settings/pin'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { failing, folder } from '../store/store-world'

const test = suite('first secrets')
const inHouse = (work: (store: Store) => Promise<void>) => async () => {
  const store = await openStore({ dir: folder(), backups: 0 })
  await work(store).finally(store.close)
}
/** Makes the first secrets and returns what the operator is told. */
const first = async (store: Store, given?: string) => {
  const told: string[] = []
  await firstSecrets(store, given, (line) => told.push(line))
  return told
}
const sealedPin = async (store: Store) => (await store.settings()).adminPin ?? ''

test(
  'a new house gets a PIN of four digits and a recovery key, printed once',
  inHouse(async (store) => {
    const [pinLine, keyLine, ...more] = await first(store)
    const [, pin] = /^PIN: (\d{4}) \(shown this once; change it in the settings\)$/.exec(pinLine!) ?? []
    const [, recoveryKey] = /^Recovery key: (\S+) \(shown this once; write it down, /.exec(keyLine!) ?? []
    assert.match(recoveryKey!, /^([2-9A-HJ-NP-Z]{5}-){4}[2-9A-HJ-NP-Z]{5}$/)
    assert.equal(more, [])
    assert.ok(await isPin(pin!, await sealedPin(store)))
    assert.ok(!(await sealedPin(store)).includes(pin!))
    assert.ok(await isRecoveryKey(store, recoveryKey!.toLowerCase().replaceAll('-', ' ')))
    assert.not(await isRecoveryKey(store, recoveryKey!.slice(0, -1)))
    assert.not(await isRecoveryKey(store, ''))
    assert.equal(await first(store), [])
  }),
)

test(
  'PIN and recovery key are told before they are stored: what nobody read is told anew',
  inHouse(async (store) => {
    const unread = (what: string) => (line: string) => {
      if (line.startsWith(what)) throw new Error('killed')
    }
    for (const what of ['PIN', 'Recovery key']) {
      assert.is((await failing(firstSecrets(store, undefined, unread(what)))).message, 'killed')
      assert.is(await sealedPin(store), '')
    }
    const lines = await first(store)
    assert.equal(
      lines.map((line) => line.split(':')[0]),
      ['PIN', 'Recovery key'],
    )
    assert.equal(await first(store), [])
  }),
)

test(
  'ADMIN_PIN sets the PIN, once: used again it changes nothing',
  inHouse(async (store) => {
    const [note, keyLine, ...more] = await first(store, '4271')
    assert.is(note, 'ADMIN_PIN has set the PIN, this once. Take the variable away.')
    assert.match(keyLine!, 'Recovery key')
    assert.equal(more, [])
    assert.ok(await isPin('4271', await sealedPin(store)))
    assert.not(await isPin('4272', await sealedPin(store)))
    const sealed = await sealedPin(store)
    assert.equal(await first(store, '4271'), ['ADMIN_PIN was used before and changes nothing. Take the variable away.'])
    assert.is(await sealedPin(store), sealed)
  }),
)

test(
  'a start that is killed while it sets ADMIN_PIN sets it when it is repeated',
  inHouse(async (store) => {
    await first(store)
    for (const call of ['saveSecret', 'saveSettings'] as const) {
      const killed: Store = { ...store, [call]: () => Promise.reject(new Error('killed')) }
      assert.is((await failing(firstSecrets(killed, '4271'))).message, 'killed')
    }
    assert.match((await first(store, '4271'))[0]!, 'has set the PIN')
    assert.ok(await isPin('4271', await sealedPin(store)))
  }),
)

test(
  'another ADMIN_PIN replaces the PIN, and nobody stays signed in',
  inHouse(async (store) => {
    await firstSecrets(store, '4271')
    const key = await cookieKey(store)
    await firstSecrets(store, '9999')
    assert.ok(await isPin('9999', await sealedPin(store)))
    assert.is.not(await cookieKey(store), key)
  }),
)

test(
  'an ADMIN_PIN equal to the PIN keeps the hash, which identifies known devices',
  inHouse(async (store) => {
    const [, pin] = /^PIN: (\d{4})/.exec((await first(store))[0]!) ?? []
    const [sealed, key] = [await sealedPin(store), await cookieKey(store)]
    await firstSecrets(store, pin)
    assert.is(await sealedPin(store), sealed)
    assert.is(await cookieKey(store), key)
  }),
)

test(
  'an ADMIN_PIN that is no PIN stops the start and says why',
  inHouse(async (store) => {
    for (const wrong of ['123', '12345', '12a4', ' 1234', '１２３４'])
      await firstSecrets(store, wrong).then(
        () => assert.unreachable(wrong),
        ({ message }) => assert.is(message, 'ADMIN_PIN must be four digits'),
      )
    assert.is(await sealedPin(store), '')
  }),
)

test(
  'an old access code is hashed at the start, and still works',
  inHouse(async (store) => {
    await store.saveSettings({ adminAccessCode: '8305' })
    assert.ok(await isAccessCode(store, '8305', '8305'))
    await firstSecrets(store, undefined)
    const { adminAccessCode: kept = '' } = await store.settings()
    assert.ok(!kept.includes('8305'))
    assert.ok(await isAccessCode(store, '8305', kept))
    assert.not(await isAccessCode(store, '8306', kept))
    assert.not(await isAccessCode(store, '', kept))
    assert.not(await isAccessCode(store, '', ''))
  }),
)

test.run()
