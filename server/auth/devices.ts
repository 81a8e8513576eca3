import { createHash } from 'node:crypto'
import type { KnownDevice } from '../../schema/privacy'
import type { DeviceNote } from '../store/notes'
import type { Store } from '../store/store'

/** Milliseconds an unused device stays known: as long as its cookie. */
const longest = 180 * 86_400_000

const most = 100

/** Returns a device's id: eight hexadecimal digits of the digest of its cookie's nonce. */
export const deviceId = (nonce: string): string => createHash('sha256').update(nonce).digest('hex').slice(0, 8)

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
  store: Pick<Store, 'note' | 'notes' | 'removeNote'>,
  now: () => Date,
  gone: (device: string) => Promise<void> = async () => {},
) => {
  const devices = new Map((await store.notes('device')).map((one) => [one.device, one]))

  const keep = async (note: DeviceNote) => {
    const before = devices.get(note.device)
    devices.set(note.device, { id: await store.note('device', note), ...note })
    if (before) await store.removeNote('device', before.id)
  }
  const remove = async (device: string) => {
    const found = devices.get(device)
    devices.delete(device)
    await gone(device)
    if (found) await store.removeNote('device', found.id)
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
    /** A new PIN makes every device unknown. */
    clear: async () => {
      for (const device of [...devices.keys()]) await remove(device)
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
