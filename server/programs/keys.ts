import { randomBytes } from 'node:crypto'
import type { ConnectedProgram } from '../../schema/calls/programs'
import { serialQueue } from '../../src/core/serial-queue'
import { sha256 } from '../shared/digests'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'
import type { ProgramNote } from '../store/notes'
import type { Store } from '../store/store'

const most = 20

/** Milliseconds between two notes of a program's use. */
const hour = 3_600_000

/** Digests of keys by program. They are secrets, which no backup holds: a withdrawn key does not come back with one. */
type Digests = { [program: string]: string }

const secretName = 'program-keys'

const isSame = (one: string) => (other: { name: string }) => one.toLowerCase() === other.name.toLowerCase()

/** The programs that may send bookings, each with a key of 192 bits that is stored as its digest. */
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
      const [known, all] = [await digests(), await notes()]
      return all.map(({ id: _, ...note }) => ({ ...note, hasKey: Object.hasOwn(known, note.name) }))
    },
    /** Makes a program's key, or a new one in its place. Refuses (409) a program too many. */
    make: (typed: string): Promise<string> =>
      run(async () => {
        const all = await notes()
        const known = all.find(isSame(typed))
        if (!known && all.length >= most) throw new Refusal(409, say('server.programs.full', { most }))
        const name = known?.name ?? typed
        if (!known) await store.note('program', { name, made: now().toISOString() })
        const key = `bv_${randomBytes(24).toString('base64url')}`
        await keepDigest(name, sha256(key))
        return key
      }),
    /** Ends a program's key at once. Returns whether there was such a program. */
    withdraw: (typed: string): Promise<boolean> =>
      run(async () => {
        const known = (await notes()).find(isSame(typed))
        if (!known) return false
        // The key first: after a failure between the two, the program has none.
        await keepDigest(known.name, undefined)
        return store.removeNote('program', known.id)
      }),
    /** Returns the name of the program that a key belongs to. */
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
