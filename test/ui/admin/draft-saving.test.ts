import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { allSaved, kept, openDraft } from '../../../src/ui/admin/flow/draft/saving'
import { edit, session } from '../../../src/ui/admin/flow/draft/session'
import { words } from '../../fixtures/words'

const test = suite('the draft is saved')

const text = readFileSync('steps.json', 'utf8')
const optional = (field: string, isOptional = true) =>
  ({ kind: 'setOptional', step: '/guest-email', field, optional: isOptional }) as const

/** A server that keeps a draft; what it is sent waits until it is let through. */
const server = () => {
  const posts: { revision: number; operations: object[] }[] = []
  let through = () => {}
  let revision = 0
  const draft = () => ({ text, base: 'a', served: 'a', basis: 'published', revision, operations: [], lost: [] })
  const answers: Record<string, (body: string) => unknown> = {
    'GET /api/flow/words': () => ({ words, hostWords: {} }),
    'GET /api/flow/draft': draft,
    'GET /api/flow/draft/state': () => ({ revision, base: 'a', others: 0 }),
    'POST /api/flow/draft': (body) => {
      posts.push(JSON.parse(body))
      return { revision: ++revision }
    },
  }
  globalThis.fetch = async (input, given) => {
    const name = `${given?.method} ${String(input).split('?')[0]}`
    if (name.startsWith('POST')) await new Promise<void>((done) => (through = done))
    return new Response(JSON.stringify({ success: true, data: answers[name]!(String(given?.body)) }))
  }
  return { posts, letThrough: () => through() }
}
const until = async (holds: () => boolean) => {
  while (!holds()) await wait(5)
}

test('publishing waits for the saving under way, and for what was edited meanwhile', async () => {
  const { posts, letThrough } = server()
  const close = openDraft(() => assert.unreachable('the draft was not read'))
  await until(() => session.get() !== undefined)
  edit(optional('phoneNumber'))
  const first = allSaved()
  await wait(10)
  edit(optional('phonePrefix'))
  const second = allSaved()
  const letting = setInterval(letThrough, 5)
  assert.equal(await Promise.all([first, second]), [true, true])
  clearInterval(letting)
  assert.equal(
    posts.map(({ revision, operations }) => [revision, operations.length]),
    [
      [0, 1],
      [1, 2],
    ],
  )
  assert.is(kept.get()!.revision, 2)
  close()
})

test.run()
