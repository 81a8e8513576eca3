import { readFileSync } from 'node:fs'
import { houseDrafts } from '../../../server/editor/drafts'
import { publishing } from '../../../server/editor/publishing'
import { readWords } from '../../../server/flow/read'
import type { Serving } from '../../../server/flow/serve'
import type { FlowNote } from '../../../server/store/notes'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import type { Store } from '../../../server/store/store'
import { folder } from '../store/store-world'

export const shipped = readFileSync('test/fixtures/flow/steps.json', 'utf8')

/** The same flow with other bytes. */
export const another = (blanks: number) => `${shipped}${' '.repeat(blanks)}`

const { words } = readWords('src/text')

/** An operation that applies, and one that cannot. */
export const optional = {
  kind: 'placeQuestion',
  field: 'phoneNumber',
  from: '/guest-email',
  to: '/guest-email',
  optional: true,
} as const
export const lost = { kind: 'placeQuestion', field: 'phoneNumber', from: '/gone' } as const

/**
 * A house's draft and its publishing over an in-memory store and files in a folder. The proof accepts every flow by
 * default; each call is recorded.
 */
export const editorWorld = (more: { disk?: Partial<Disk>; serving?: Partial<Serving> } = {}) => {
  const dir = folder()
  const disk: Disk = { ...machineDisk, ...more.disk }
  const notes: ({ id: number } & FlowNote)[] = []
  const calls: string[] = []
  const clock = { now: '2025-06-13T10:00:00.000Z' }
  const published = { flow: JSON.parse(shipped), words, version: 'v1' }
  const program = { text: shipped }
  let last = 0
  const store = {
    notes: async () => notes.map((note) => ({ ...note })),
    note: async (_kind: 'flow', note: FlowNote) => {
      calls.push('note')
      notes.push({ id: ++last, ...note })
      return last
    },
    removeNote: async (_kind: 'flow', id: number) => {
      calls.push('removeNote')
      const at = notes.findIndex((note) => note.id === id)
      return at >= 0 && Boolean(notes.splice(at, 1))
    },
  } as unknown as Store
  const serving = {
    sources: { steps: 'the program', texts: 'src/text' },
    current: () => published,
    prove: async (text: string) => ({ findings: [], published: { ...published, version: `v of ${text.length}` } }),
    renew: async () => void calls.push('renew'),
    ...more.serving,
  } as unknown as Serving
  const read: Disk['read'] = async (path, from) =>
    path === serving.sources.steps ? Buffer.from(program.text) : disk.read(path, from)
  const parts = { store, dir, serving, disk: { ...disk, read }, now: () => new Date(clock.now) }
  const draft = houseDrafts(parts)
  return { parts, dir, notes, calls, clock, program, draft, ...publishing(parts, draft) }
}
