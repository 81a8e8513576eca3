import type { Handlers, Services } from '../../../server/api/handlers'
import { sealPin } from '../../../server/settings/pin'
import { Refusal } from '../../../server/shared/messages'
import type { Store } from '../../../server/store/store'

/** The PIN of an in-memory house, and its hash in the settings. */
export const pin = '4711'
export const adminPin = await sealPin(pin, 1)

export const asker =
  (handlers: Partial<Handlers>) =>
  async (name: keyof Handlers, context: object = {}): Promise<any> => {
    const call = handlers[name] as unknown as (context: object) => Promise<unknown>
    const usual = {
      params: {},
      query: {},
      body: {},
      cookies: {},
      address: '192.0.2.1',
      secure: true,
      isHost: true,
      req: { headers: {} },
    }
    // As `server/http` answers a handler that returns nothing.
    return (await call({ ...usual, ...context })) ?? {}
  }

export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it should have been refused')
    },
    (error) => {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, message: error.message, more: error.more }
    },
  )

/**
 * Services of an in-memory house for one test: a host on the device `phone`, no spent budgets, and a store of settings,
 * check-ins and lists.
 */
export const house = (parts: { settings?: object; checkins?: { [id: number]: object }; more?: object } = {}) => {
  const settings: Record<string, unknown> = { adminPin, ...parts.settings }
  const checkins = new Map(Object.entries(parts.checkins ?? {}).map(([id, one]) => [Number(id), { id: +id, ...one }]))
  const lists: { [kind: string]: ({ id: number } & Record<string, unknown>)[] } = {}
  const secrets: Record<string, string> = {}
  const said: unknown[] = []
  const reported: string[] = []
  const noted =
    (what: string, answer?: unknown) =>
    async (...given: unknown[]) => {
      said.push([what, ...given])
      return answer
    }
  const store = {
    settings: async () => ({ ...settings }),
    saveSettings: async (patch: object) => void Object.assign(settings, patch),
    secret: async (name: string, make: () => string) => (secrets[name] ??= make()),
    saveSecret: async (name: string, value: string) => void (secrets[name] = value),
    checkin: async (id: number) => checkins.get(id),
    updateCheckin: async (id: number, patch: object) => {
      const found = checkins.get(id)
      if (!found) return undefined
      const changed = Object.fromEntries(Object.entries({ ...found, ...patch }).filter(([, value]) => value !== null))
      checkins.set(id, changed as typeof found)
      return changed
    },
    removeCheckin: async (id: number) => checkins.delete(id),
    notes: async (kind: string) => lists[kind] ?? [],
    checkinSlices: async function* () {
      for (const checkin of checkins.values()) yield [JSON.stringify(checkin)]
    },
  } as unknown as Store
  const services = {
    store,
    push: { tell: () => {}, gone: async () => {} },
    sessions: {
      device: () => 'phone',
      visitor: () => 'known',
      claimed: () => undefined,
      newDevice: () => 'new device',
      endDevice: noted('endDevice'),
      renew: noted('renew'),
      link: () => 'word',
      leave: () => 'host=; gone',
      hostDevice: () => 'phone',
      hostCookie: (secure: boolean, device: string) => `host=${device}${secure ? '; Secure' : ''}`,
      deviceCookie: (_secure: boolean, seal: string, device: string) => `device=${device}~${seal.length}`,
    },
    throttle: { wait: () => 0, fail: async () => {}, clear: async () => {}, forgive: async () => {} },
    workbooks: { changed: () => void said.push(['workbooks']) },
    now: () => new Date('2025-06-13T10:00:00.000Z'),
    report: (line: string) => reported.push(line),
    ...parts.more,
  } as unknown as Services
  return { services, store, feed: { store } as never, settings, checkins, lists, secrets, said, reported, noted }
}
