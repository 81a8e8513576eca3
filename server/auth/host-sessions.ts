import { randomBytes } from 'node:crypto'
import { serialQueue } from '../../src/core/tasks'
import type { Store } from '../store/store'

const signInMark = (store: Store) => store.secret('signedIn', () => '')

/** Returns whether the host has ever signed in. Before that, the page on the house's own machine shows the sign-in. */
export const hasSignedIn = async (store: Store) => (await signInMark(store)) !== ''

/** Stores that the host has signed in. */
export const keepSignedIn = async (store: Store) => {
  if (!(await signInMark(store))) await store.saveSecret('signedIn', 'yes')
}

/** Returns the stored sign-ins: a house among many closes and opens while its host works. */
export const readSignIns = async (store: Store): Promise<SavedSession[]> =>
  JSON.parse(await store.secret('sessions', () => '[]')) as SavedSession[]

/** Replaces the stored sign-ins. */
export const saveSignIns = (store: Store, sessions: SavedSession[]): Promise<void> =>
  store.saveSecret('sessions', JSON.stringify(sessions))

/** Returns a random token of 128 bits. */
export const token = (): string => randomBytes(16).toString('base64url')

/** Milliseconds. */
export const hostLife = 8 * 3_600_000

/** Milliseconds until an unused session ends, a link expires, a use is stored. */
const times = { idle: 30 * 60_000, link: 600_000, use: 60_000 }

const mostLinks = 20

/** A session as stored; `token` is a digest, which opens nothing. Times in milliseconds. */
export type SavedSession = { token: string; began: number; seen: number; device: string }

const oneTimeLinks = (now: () => number) => {
  const links = new Map<string, number>()
  return {
    link: () => {
      for (const [name, until] of links) if (until < now() || links.size >= mostLinks) links.delete(name)
      const name = token()
      links.set(name, now() + times.link)
      return name
    },
    takeLink: (name: string) => {
      const until = links.get(name)
      return links.delete(name) && until! >= now()
    },
    clear: () => links.clear(),
  }
}

type HostSessionsOptions = {
  now: () => number
  before: SavedSession[]
  save: (all: SavedSession[]) => Promise<void>
  /** Digests a token with a key that a new PIN replaces. */
  digest: (token: string) => string
}

/**
 * Returns a function that saves if a count has grown: sign-ins and sign-outs (`signs`), which it waits for, or uses. A
 * failed save is repeated at the next call.
 */
const saving = (save: () => Promise<void>) => {
  const stored = { signs: 0, uses: 0 }
  const queue = serialQueue()
  let signed = Promise.resolve()
  return (signs: number, uses: number): Promise<void> => {
    if (signs === stored.signs && uses === stored.uses) return signed
    const waits = signs !== stored.signs
    Object.assign(stored, { signs, uses })
    const saved = queue.run(save)
    saved.catch(() => Object.assign(stored, waits ? { signs: -1 } : { uses: -1 }))
    if (!waits) return Promise.resolve()
    signed = saved
    return saved
  }
}

/** The host's sessions. They end at sign-out, after 30 idle minutes, after 8 hours and with a new PIN. */
export const hostSessions = ({ now, before, save, digest }: HostSessionsOptions) => {
  const hosts = new Map(before.map(({ token, ...session }) => [token, session]))
  const { clear, ...links } = oneTimeLinks(now)
  let [signs, uses] = [0, 0]
  const isAlive = ({ began, seen }: { began: number; seen: number }) =>
    now() - seen <= times.idle && now() - began <= hostLife
  const end = (name: string) => {
    if (hosts.delete(name)) signs++
  }
  const alive = (): SavedSession[] =>
    [...hosts].filter(([, session]) => isAlive(session)).map(([token, session]) => ({ token, ...session }))
  const keep = saving(() => save(alive()))
  return {
    ...links,
    /** A polling page (`quiet`) does not keep the session alive. */
    isOpen: (name: string, quiet: boolean) => {
      const session = name ? hosts.get(digest(name)) : undefined
      if (!session || !isAlive(session)) return false
      if (!quiet && now() - session.seen >= times.use) {
        session.seen = now()
        uses++
      }
      return true
    },
    deviceOf: (name: string) => hosts.get(digest(name))?.device,
    open: (device: string) => {
      for (const [name, session] of hosts) if (!isAlive(session)) hosts.delete(name)
      const name = token()
      hosts.set(digest(name), { began: now(), seen: now(), device })
      signs++
      return name
    },
    end: (name: string) => end(digest(name)),
    endDevice: (device: string) => {
      for (const [name, session] of hosts) if (session.device === device) end(name)
    },
    stored: () => keep(signs, uses),
    clear: () => {
      hosts.clear()
      signs++
      clear()
    },
  }
}
