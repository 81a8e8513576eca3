import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { speaker } from '../../../src/core/flow/speaker'
import {
  allSaved,
  editDraft,
  editorSession,
  openDraft,
  saving,
  serverDraft,
} from '../../../src/ui/admin/editor/draft/draft-session'
import { house } from '../../../src/ui/shared/published'
import { words } from '../../fixtures/words'
import { until } from '../../until'

const test = suite('the draft is saved')

house.set({ speak: speaker({}) } as never)

const text = readFileSync('steps.json', 'utf8')
const optional = (field: string, isOptional = true) =>
  ({ kind: 'placeQuestion', field, from: '/guest-email', to: '/guest-email', optional: isOptional }) as const

/** A server with a draft; requests wait until the test lets them through. */
const server = (serverDraft: object[] = []) => {
  const posts: { revision: number; operations: object[] }[] = []
  const asked: string[] = []
  let through = () => {}
  let revision = 0
  let operations = serverDraft
  const held = new Map<string, Promise<void>>()
  const draft = () => ({ text, base: 'a', served: 'a', basis: 'published', revision, operations, lost: [] })
  const answers: Record<string, (body: string) => unknown> = {
    'GET /api/flow/words': () => ({ words, hostWords: {} }),
    'GET /api/flow/draft': draft,
    'GET /api/flow/draft/state': () => ({ revision, base: 'a', others: 0 }),
    'POST /api/flow/draft': (body) => {
      const post = JSON.parse(body) as (typeof posts)[number]
      posts.push(post)
      if (post.revision !== revision) return undefined
      operations = post.operations
      return { revision: ++revision }
    },
  }
  globalThis.fetch = async (input, given) => {
    const name = `${given?.method} ${String(input).split('?')[0]}`
    asked.push(name)
    if (name.startsWith('POST')) await new Promise<void>((done) => (through = done))
    const data = answers[name]!(String(given?.body))
    await held.get(name)
    return new Response(JSON.stringify({ success: Boolean(data), data }), { status: data ? 200 : 409 })
  }
  return {
    posts,
    asked: (name: string) => asked.filter((one) => one === name).length,
    letThrough: () => through(),
    other: (theirs: object[]) => {
      operations = theirs
      revision++
    },
    /** Holds the responses of a call back until the returned function is called. */
    hold: (name: string) => {
      let release = () => {}
      held.set(name, new Promise((done) => (release = done)))
      return () => {
        held.delete(name)
        release()
      }
    },
  }
}
test('publishing waits for the current save and for operations added meanwhile', async () => {
  const { posts, letThrough, asked } = server()
  const close = openDraft(() => assert.unreachable('the draft was not read'))
  await until('the draft', () => editorSession.get() !== undefined)
  editDraft(optional('phoneNumber'))
  const first = allSaved()
  await until('the first posting', () => asked('POST /api/flow/draft') === 1)
  editDraft(optional('phonePrefix'))
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
  assert.is(serverDraft.get()!.revision, 2)
  close()
})

test('an edit made while another window’s draft loads is kept once, and saved on top of it', async () => {
  const { posts, letThrough, asked, other, hold } = server()
  const close = openDraft(() => assert.unreachable('the draft was not read'))
  await until('the draft', () => editorSession.get() !== undefined)
  const mine = optional('phoneNumber')
  const theirs = optional('phonePrefix')
  other([theirs])
  editDraft(mine)
  const release = hold('GET /api/flow/draft')
  const letting = setInterval(letThrough, 5)
  await until('its draft asked for', () => asked('GET /api/flow/draft') === 2)
  // The server has refused and is sending its draft; now the host changes an answer and changes it back.
  editDraft(optional('phoneNumber', false))
  editDraft(mine)
  release()
  await until('it saved', () => saving.get().state === 'saved' && posts.length > 1)
  clearInterval(letting)
  assert.equal(posts.at(-1), { revision: 1, operations: [theirs, mine, optional('phoneNumber', false), mine] })
  assert.equal(editorSession.get()!.history.done, posts.at(-1)!.operations)
  close()
})

test('a draft whose answer was lost after saving is not applied twice', async () => {
  const mine = optional('phoneNumber')
  const { letThrough, other, posts } = server()
  const close = openDraft(() => assert.unreachable('the draft was not read'))
  await until('the draft', () => editorSession.get() !== undefined)
  editDraft(mine)
  other([mine])
  const letting = setInterval(letThrough, 5)
  await until('it saved', () => posts.length > 0 && saving.get().state === 'saved')
  clearInterval(letting)
  assert.equal(editorSession.get()!.history.done, [mine])
  close()
})

test.run()
