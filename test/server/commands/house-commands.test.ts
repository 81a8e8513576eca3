import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folderEngine, type HouseEngine, houseCommands } from '../../../server/commands/house-commands'
import { openStore } from '../../../server/store/sqlite/open'
import { inspectImage } from '../../../server/store/sqlite-file/database'
import { folder } from '../store/store-world'

const test = suite('the operator’s commands')
const rosa = 'rosa.example.it'

const street = (engine: Partial<HouseEngine> = {}, sure = false) => {
  const root = folder()
  return { root, ...houseCommands(root, { ...folderEngine(root), ...engine }, { sure }) }
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'it was done',
    ({ message }: Error) => message,
  )

test('a new house prints its PIN and key once, and costs nothing until its first visitor', async () => {
  const { root, make } = street()
  const [first, pin, key, ...rest] = await make(rosa)
  assert.is(first, `${rosa} is made: https://${rosa}/admin-login`)
  assert.match(pin!, /^PIN: \S+ \(shown this once; change it in the settings\)$/)
  assert.match(key!, /^Recovery key: \S+ \(shown this once; write it down, it signs you in when the PIN cannot\)$/)
  assert.equal(rest, [])
  assert.is(statSync(join(root, rosa)).mode & 0o777, 0o700)
  assert.is(readFileSync(join(root, rosa, 'wake'), 'utf8'), 'never')
  assert.is(statSync(join(root, rosa, 'wake')).mode & 0o777, 0o600)
  const store = await openStore({ dir: join(root, rosa), backups: 0 })
  await store.close()
})

test('an invalid, unknown or existing name is refused with a sentence', async () => {
  const { root, make, rename, suspend, resume, remove, ...rest } = street({}, true)
  mkdirSync(join(root, rosa))
  const how = 'by its host name, in small letters: rosa.example.it'
  for (const [work, message] of [
    [() => make(), `Name the new house ${how}`],
    [() => make('Rosa'), `Name the new house ${how}`],
    [() => make(rosa), `There is a house ${rosa} already.`],
    [() => suspend(), `Name the house ${how}`],
    [() => resume('../x'), `Name the house ${how}`],
    [() => remove('b.it'), `There is no house b.it in ${root}.`],
    [() => rest.export('b.it'), `There is no house b.it in ${root}.`],
    [() => rename('b.it', 'c.it'), `There is no house b.it in ${root}.`],
    [() => rename(rosa), `Name the new house ${how}`],
    [() => rename(rosa, rosa), `There is a house ${rosa} already.`],
    [() => rest['into-database'](rosa), 'Say in DATABASE_URL which database it is.'],
    [() => rest['into-folder'](), 'Say in DATABASE_URL which database it is.'],
    [() => rest['into-database']('b.it'), `There is no house b.it in ${root}.`],
  ] as const)
    assert.is(await refusal(work()), message)
})

test('the list has every house by name with its size, and says which is suspended', async () => {
  const { root, list, suspend, resume } = street()
  for (const name of ['b.it', 'a.it', '.removed-c.it']) mkdirSync(join(root, name, 'receipts'), { recursive: true })
  writeFileSync(join(root, 'b.it', 'receipts', 'one.pdf'), Buffer.alloc(1_200_000))
  writeFileSync(join(root, 'b.it', 'checkin.sqlite'), Buffer.alloc(40_000))
  assert.equal(await suspend('a.it'), ['a.it is suspended: a running server closes it within seconds.'])
  assert.ok(existsSync(join(root, 'a.it', 'suspended')))
  assert.equal(await list(), ['a.it  0.0 MB  suspended', 'b.it  1.2 MB', '2 houses'])
  assert.equal(await resume('a.it'), ['a.it is open again.'])
  assert.equal(await list(), ['a.it  0.0 MB', 'b.it  1.2 MB', '2 houses'])
})

test('a house is renamed, exported and removed while closed, and suspended only meanwhile', async () => {
  const said: unknown[] = []
  let held = 2
  const { root, rename, remove, ...rest } = street(
    {
      lock: async (name) => {
        said.push(['lock', name, existsSync(join(root, name, 'suspended'))])
        if (held-- > 0) throw new Error('it is open')
        return async () => void said.push(['unlock', name])
      },
      rename: async (...names) => void said.push(['rename', ...names]),
      remove: async (name) => void said.push(['remove', name]),
    },
    true,
  )
  mkdirSync(join(root, rosa))
  assert.equal(await rename(rosa, 'b.it'), [
    `${rosa} is b.it now. Its guests' and its host's links have to be sent anew.`,
  ])
  const asked = ['lock', rosa, true]
  assert.equal(said.splice(0), [asked, asked, asked, ['unlock', rosa], ['rename', rosa, 'b.it']])
  assert.equal(readdirSync(join(root, 'b.it')), [], 'and is open under its new name')

  const file = join(root, 'out.sqlite')
  assert.equal(await rest.export('b.it', file), [`b.it is in ${file}, without its secrets.`])
  assert.is((await inspectImage(readFileSync(file)))?.mark.alone, true)
  assert.not.ok(existsSync(join(root, 'b.it', 'suspended')))

  mkdirSync(join(root, '.removed-b.it', 'left'), { recursive: true })
  said.length = 0
  assert.equal(await remove('b.it'), ['b.it is removed.'])
  assert.equal(said, [
    ['lock', 'b.it', true],
    ['unlock', 'b.it'],
    ['remove', 'b.it'],
  ])
  assert.equal(readdirSync(root), ['out.sqlite'])
})

test('an export without a name gets the house’s', async () => {
  const { make, ...rest } = street()
  await make(rosa)
  const [before, place] = [process.cwd(), folder()]
  process.chdir(place)
  try {
    assert.equal(await rest.export(rosa), [`${rosa} is in ${rosa}.sqlite, without its secrets.`])
    assert.equal(readdirSync(place), [`${rosa}.sqlite`])
  } finally {
    process.chdir(before)
  }
})

test('a suspended house stays suspended, even if the command fails', async () => {
  const { root, suspend, rename } = street({
    rename: async () => {
      throw new Error('no')
    },
  })
  for (const name of ['a.it', 'b.it']) mkdirSync(join(root, name))
  await suspend('a.it')
  assert.equal([await refusal(rename('a.it', 'c.it')), await refusal(rename('b.it', 'c.it'))], ['no', 'no'])
  assert.equal(
    ['a.it', 'b.it'].map((name) => existsSync(join(root, name, 'suspended'))),
    [true, false],
  )
})

test('a house whose folder cannot be renamed keeps its name in the database too', async () => {
  const said: string[][] = []
  const { root, rename } = street({
    rename: async (...names) => {
      said.push(names)
      writeFileSync(join(root, names[1]), '')
    },
  })
  mkdirSync(join(root, rosa))
  assert.match(await refusal(rename(rosa, 'b.it')), /ENOTDIR/)
  assert.equal(said, [
    [rosa, 'b.it'],
    ['b.it', rosa],
  ])
})

test('a removal needs --yes after a first refusal', async () => {
  const { root, remove } = street()
  mkdirSync(join(root, rosa))
  assert.is(
    await refusal(remove(rosa)),
    `This removes everything of ${rosa}, for good. Export it first, then say it again with --yes.`,
  )
  assert.equal(readdirSync(root), [rosa])
})

test('houses are moved one after the other, those that are named or all', async () => {
  const said: string[] = []
  const moved = (way: string) => async (name: string) => {
    said.push(`${way} ${name}`)
    return `${way === 'into' ? 3 : 4} check-ins`
  }
  const { root, ...commands } = street({ move: { into: moved('into'), out: moved('out') } })
  for (const name of ['a.it', 'b.it']) mkdirSync(join(root, name))
  assert.equal(await commands['into-database'](), ['a.it: 3 check-ins', 'b.it: 3 check-ins'])
  assert.equal(await commands['into-folder']('b.it'), ['b.it: 4 check-ins'])
  assert.equal(said, ['into a.it', 'into b.it', 'out b.it'])
  assert.equal(readdirSync(join(root, 'a.it')), [])
})

test('a move of all houses that was interrupted goes on with those that are left; a named house must be there', async () => {
  const left = new Set(['b.it', 'c.it'])
  const moved = async (name: string) => (left.delete(name) ? '3 check-ins' : undefined)
  const { root, ...commands } = street({ move: { into: moved, out: moved } })
  for (const name of ['a.it', 'b.it', 'c.it']) mkdirSync(join(root, name))
  assert.equal(await commands['into-database'](), ['b.it: 3 check-ins', 'c.it: 3 check-ins'])
  assert.equal(await commands['into-folder'](), [])
  assert.is(await refusal(commands['into-database']('a.it')), `There is no store of a.it in ${join(root, 'a.it')}.`)
  assert.is(await refusal(commands['into-folder']('a.it')), 'The database holds nothing of a.it.')
})

test.run()
