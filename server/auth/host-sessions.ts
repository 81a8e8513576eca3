import type { KnownDevice } from '../../schema/privacy'
import { serialQueue } from '../../src/core/tasks'
import { randomToken, sha256 } from '../shared/digests'
import type { DeviceNote } from '../store/notes'
import { keepNote, type Store } from '../store/store'

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

/** Milliseconds after which a session ends, even if it is in use. */
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
      const name = randomToken()
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
      const name = randomToken()
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

/** Milliseconds an unused device stays known: as long as its cookie. */
const longest = 180 * 86_400_000

const most = 100

/** Returns a device's id: eight hexadecimal digits of the digest of its cookie's nonce. */
export const deviceId = (nonce: string): string => sha256(nonce).slice(0, 8)

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]
const browsers: readonly [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** Returns browser and system in two words (`Windows, Firefox`); empty when unknown. */
export const browserName = (userAgent = ''): string =>
  [systems, browsers].flatMap((table) => table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []).join(', ')

/** The devices that signed in with the present PIN. A removed device has no own budget; `gone` is called with it. */
export const deviceBook = async (
  store: Pick<Store, 'note' | 'notes' | 'updateNote' | 'removeNote'>,
  now: () => Date,
  gone: (device: string) => Promise<void> = async () => {},
) => {
  const devices = new Map((await store.notes('device')).map((one) => [one.device, one]))

  const keep = async (note: DeviceNote) => {
    const id = await keepNote(store, 'device', devices.get(note.device)?.id, note)
    devices.set(note.device, { id, ...note })
  }
  const remove = async (device: string) => {
    const found = devices.get(device)
    devices.delete(device)
    await gone(device)
    // Also an older note that a killed sign-in left: it would make the device known again.
    for (const note of found ? await store.notes('device') : [])
      if (note.device === device) await store.removeNote('device', note.id)
    return found !== undefined
  }
  const isOld = ({ last }: DeviceNote) => now().getTime() - Date.parse(last) > longest

  return {
    isKnown: (nonce: string) => devices.has(deviceId(nonce)),
    /** Stores a sign-in; returns whether the device is new, except for the first. */
    seen: async (nonce: string, name: string): Promise<boolean> => {
      const [device, at] = [deviceId(nonce), now().toISOString()]
      const before = devices.get(device)
      for (const one of [...devices.values()]) if (isOld(one) && one.device !== device) await remove(one.device)
      const isAnother = !before && devices.size > 0
      await keep(before ? { ...before, last: at } : { device, name, first: at, last: at })
      const oldest = [...devices.values()].sort((a, b) => a.last.localeCompare(b.last))
      for (const one of oldest.slice(0, Math.max(0, devices.size - most))) await remove(one.device)
      return isAnother
    },
    rename: async (device: string, name: string) => {
      const found = devices.get(device)
      if (found) await keep({ ...found, name })
      return found !== undefined
    },
    remove,
    /** A new PIN makes every device unknown except the one that changed it. */
    clear: async (except: string) => {
      for (const device of [...devices.keys()]) if (device !== deviceId(except)) await remove(device)
    },
    list: (own: string | undefined): KnownDevice[] =>
      [...devices.values()]
        .sort((a, b) => b.last.localeCompare(a.last))
        .map(({ device, name, first, last }) => ({
          device,
          name,
          first,
          last,
          ...(own && deviceId(own) === device && { isThis: true as const }),
        })),
  }
}

export type DeviceBook = Awaited<ReturnType<typeof deviceBook>>
