import { randomBytes } from 'node:crypto'
import type { ConnectedProgram } from '../../schema/calls/programs'
import { serialQueue } from '../../src/core/tasks'
import { sha256 } from '../shared/digests'
import { Refusal, say } from '../shared/messages'
import type { ProgramNote } from '../store/notes'
import type { Store } from '../store/store'

const most = 20

/** Milliseconds: the last use of a key is written once an hour. */
const hour = 3_600_000

/** Digests of keys by program. They are in no downloaded backup: restoring one revives no withdrawn key. */
type Digests = { [program: string]: string }

const secretName = 'program-keys'

const isSame = (one: string) => (other: { name: string }) => one.toLowerCase() === other.name.toLowerCase()

/** The keys of other programs: 192 bits each, stored as digests. */
export const programKeys = ({ store, now }: { store: Store; now: () => Date }) => {
  const { run } = serialQueue()
  const digests = async () => JSON.parse(await store.secret(secretName, () => '{}')) as Digests
  const keepDigest = async (program: string, digest: string | undefined) => {
    const { [program]: _, ...others } = await digests()
    await store.saveSecret(secretName, JSON.stringify({ ...others, ...(digest && { [program]: digest }) }))
  }
  const notes = () => store.notes('program')
  const used = async ({ id, ...note }: ProgramNote & { id: number }) => {
    const at = now()
    if (!note.used || Math.abs(at.getTime() - Date.parse(note.used)) >= hour)
      await store.updateNote('program', id, { ...note, used: at.toISOString() })
  }
  return {
    list: async (): Promise<ConnectedProgram[]> => {
      const [keyDigests, all] = [await digests(), await notes()]
      return all.map(({ id: _, ...note }) => ({ ...note, hasKey: Object.hasOwn(keyDigests, note.name) }))
    },
    /** Returns a new key, which replaces the program's former one. Refuses (409) more programs than the limit. */
    make: (typed: string): Promise<string> =>
      run(async () => {
        const all = await notes()
        const program = all.find(isSame(typed))
        if (!program && all.length >= most) throw new Refusal(409, say('server.programs.full', { most }))
        const name = program?.name ?? typed
        if (!program) await store.note('program', { name, made: now().toISOString() })
        const key = `bv_${randomBytes(24).toString('base64url')}`
        await keepDigest(name, sha256(key))
        return key
      }),
    /** Removes a program and its key. Returns whether it existed. */
    withdraw: (typed: string): Promise<boolean> =>
      run(async () => {
        const program = (await notes()).find(isSame(typed))
        if (!program) return false
        // The key goes first, so that a failure between the two leaves no valid key.
        await keepDigest(program.name, undefined)
        return store.removeNote('program', program.id)
      }),
    programOf: async (key: string): Promise<string | undefined> => {
      const digest = sha256(key)
      const name = Object.entries(await digests()).find(([, one]) => one === digest)?.[0]
      const note = (await notes()).find((one) => one.name === name)
      if (note) await run(() => used(note))
      return note?.name
    },
  }
}

export type ProgramKeys = ReturnType<typeof programKeys>
