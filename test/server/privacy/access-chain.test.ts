import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type AccessPlace, accessLog, accessMarkFile } from '../../../server/privacy/access-log'
import type { Store } from '../../../server/store/store'
import { type Engine, engines } from '../store/engines'
import { folder, using } from '../store/store-world'

const line = (n: number) => ({ at: `2026-01-01T10:00:0${n}.000Z`, what: 'edit' as const, device: 'abc', ids: [n] })

const anew = ({ store, dir }: AccessPlace) => accessLog({ store: { ...store }, dir })
const isWhole = async (at: AccessPlace) => (await anew(at).read()).isWhole
const ids = async ({ store }: AccessPlace) => (await store.notes('access')).map(({ id }) => id)

const five = async (store: Store, dir = folder()) => {
  const at = { store, dir }
  const log = anew(at)
  await Promise.all([1, 2, 3, 4, 5].map((n) => log.add(line(n))))
  assert.equal([await isWhole(at), (await ids(at)).length], [true, 5])
  return { ...at, log }
}

/** An attacker who can write to the store but not read the folder: each change must be noticed. */
const attacks: { [name: string]: (store: Store) => Promise<unknown> } = {
  'the newest line is cut off': async (store) => store.removeNote('access', (await store.notes('access')).at(-1)!.id),
  'the oldest line is cut off': async (store) => store.removeNote('access', (await store.notes('access'))[0]!.id),
  'a line in the middle is taken out': async (store) =>
    store.removeNote('access', (await store.notes('access'))[2]!.id),
  'all lines are taken out': async (store) => {
    for (const { id } of await store.notes('access')) await store.removeNote('access', id)
  },
  'the newest line is replaced by another, with a digest that needs no key': async (store) => {
    const { id, ...last } = (await store.notes('access')).at(-1)!
    await store.removeNote('access', id)
    const { at, what, device, before } = last
    const sum = createHash('sha256')
      .update(JSON.stringify([at, what, device, [9], 0, [], before]))
      .digest('hex')
    await store.note('access', { ...last, ids: [9], sum })
  },
  'a line is added behind the newest': async (store) => {
    const { id: _, ...last } = (await store.notes('access')).at(-1)!
    await store.note('access', { ...last, before: last.sum, sum: 'f'.repeat(64) })
  },
}

/** Events in normal use: the log stays valid. */
const honest: { [name: string]: (store: Store) => Promise<void> } = {
  'after a restart it goes on': async (store) => {
    const at = await five(store)
    await anew(at).add(line(6))
    assert.equal([await isWhole(at), (await ids(at)).length], [true, 6])
  },
  'a line whose mark was not written before a crash belongs to it': async (store) => {
    const at = await five(store)
    const path = join(at.dir, accessMarkFile)
    const before = readFileSync(path)
    await at.log.add(line(6))
    writeFileSync(path, before)
    assert.ok(await isWhole(at))
    await anew(at).add(line(7))
    assert.ok(await isWhole(at))
  },
  'the oldest lines go by their term, and then all': async (store) => {
    const at = await five(store)
    const [first, second, , , last] = await ids(at)
    await at.log.forget([second!, first!, last!])
    assert.equal([await isWhole(at), (await ids(at)).length], [true, 3], 'the newest stays: what is between does')
    await anew(at).forget(await ids(at))
    assert.equal([await isWhole(at), await ids(at)], [true, []])
    await anew(at).add(line(8))
    assert.ok(await isWhole(at))
    await store.removeNote('access', (await ids(at))[0]!)
    assert.not(await isWhole(at))
  },
  'a term does not mend what was cut off': async (store) => {
    const at = await five(store)
    const all = await ids(at)
    await store.removeNote('access', all[4]!)
    await anew(at).forget(all.slice(0, 2))
    assert.not(await isWhole(at))
    await anew(at).forget(await ids(at))
    assert.not(await isWhole(at))
  },
  'lines from before the key are named as such, and the new ones are verified': async (store) => {
    const at = await five(store)
    rmSync(join(at.dir, accessMarkFile))
    const { since, isWhole: holds } = await anew(at).read()
    assert.equal([holds, since], [true, ''])
    await anew(at).add(line(6))
    assert.equal((await anew(at).read()).since, line(6).at)
    await anew(at).forget((await ids(at)).slice(0, 2))
    assert.ok(await isWhole(at))
    await store.removeNote('access', (await ids(at)).at(-1)!)
    assert.not(await isWhole(at))
  },
}

for (const { name, start, missing } of engines) {
  const test = suite(`the access log against who writes in the store: ${name}`)
  let engine: Engine
  if (missing) console.log(`# skipped on ${name} (${missing})`)
  else {
    test.before(async () => void (engine = await start()))
    test.after(() => engine.stop())
  }
  const holds = (title: string, work: (store: Store) => Promise<unknown>) => {
    const check = () => using(engine.open(title), work).then(() => {})
    if (missing) test.skip(title, check)
    else test(title, check)
  }
  for (const [title, attack] of Object.entries(attacks))
    holds(title, async (store) => {
      const at = await five(store)
      await attack(store)
      assert.not(await isWhole(at))
      await anew(at).add(line(6))
      assert.not(await isWhole(at), 'nor does another line mend it')
    })
  for (const [title, work] of Object.entries(honest)) holds(title, work)
  test.run()
}
