import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { officeAccess } from '../../../server/offices/access'

const test = suite('access to the offices')

const open = () => {
  const notes: ({ id: number; print: string } & Record<string, unknown>)[] = []
  let last = 0
  let key = ''
  const store = {
    secret: async (name: string, make: () => string) => (key ||= `${name} ${make()}`),
    notes: async (kind: string) => (kind === 'office-access' ? notes : []),
    note: async (_: string, note: object) => void notes.push({ ...note, id: ++last } as never),
    updateNote: async (_: string, id: number, note: object) => {
      const at = notes.findIndex((one) => one.id === id)
      if (at >= 0) notes[at] = { ...note, id } as never
      return at >= 0
    },
    removeNote: async (kind: string, id: number) => {
      if (kind === 'office-access')
        notes.splice(
          notes.findIndex((one) => one.id === id),
          1,
        )
    },
  }
  return { access: officeAccess(store as never, () => new Date(0)), notes, key: () => key }
}

test('a refusal is remembered for the same credentials until another answer', async () => {
  const { access, notes, key } = open()
  await access.keep('police', 'A', ['user', 'old'], 'signIn', { words: 'no' })
  assert.match(key(), /^office-access [\w-]{43}$/)
  const { print, ...note } = notes[0]!
  assert.equal(note, {
    id: 1,
    office: 'police',
    account: 'A',
    at: '1970-01-01T00:00:00.000Z',
    end: 'signIn',
    words: 'no',
  })
  assert.match(print, /^[\w-]{43}$/)
  assert.is((await access.refusal('police', 'A', ['user', 'old']))?.words, 'no')
  for (const [office, account, credentials] of [
    ['police', 'A', ['user', 'new']],
    ['police', 'A', ['userold']],
    ['police', 'B', ['user', 'old']],
    ['region', 'A', ['user', 'old']],
  ] as const)
    assert.is(await access.refusal(office, account, credentials), undefined)
  await access.keep('region', 'A', ['user', 'old'], 'signIn')
  await access.keep('police', 'B', ['user', 'old'], 'signIn')
  await access.keep('police', 'A', ['user', 'old'], 'access', { skew: 6 })
  assert.is(await access.refusal('police', 'A', ['user', 'old']), undefined)
  assert.equal(
    notes.map(({ id }) => id),
    [1, 2, 3],
    'one for each account',
  )
  assert.is((await access.last('police', 'A'))?.skew, 6)
  await access.reopen('police', 'B')
  await access.reopen('police', 'A')
  assert.equal(
    notes.map(({ id }) => id),
    [1, 2],
    'only a refusal is forgotten',
  )
  assert.is(await access.last('region', 'B'), undefined)
})

test.run()
