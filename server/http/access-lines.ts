import type { Accepted } from '../../schema/calls/access'
import type { CallName } from '../../schema/calls/api'
import type { RegionMatters } from '../../schema/offices'
import type { AccessKind, ErasureReason } from '../../schema/privacy'
import { checkin } from '../../schema/record'
import { guardedSettings, settings } from '../../schema/settings'
import { ruleFieldOf } from '../../src/core/flow/names'
import type { AnyAnswer, AnyContext, CallRow, Services } from '../api/handlers'
import { deviceId } from '../auth/host-sessions'
import { accessLog } from '../privacy/access-log'
import { allSettings } from '../settings/all-settings'
import { Refusal } from '../shared/messages'

type Line = { what: AccessKind; ids?: number[]; fields?: string[]; why?: ErasureReason }

/** Milliseconds: a repeated read within an hour adds no line. */
const hour = 3_600_000

const numbersIn = (given: unknown) =>
  Array.isArray(given) ? given.filter((id): id is number => Number.isSafeInteger(id)) : []

/** Returns the names of known fields, and `own` for others: a client's own text must not enter the log. */
const fieldsOf = ({ body }: AnyContext) => [
  ...new Set(
    Object.keys(body)
      .filter((field) => field !== '_was')
      .map((field) => (Object.hasOwn(checkin.properties, ruleFieldOf(field)) ? field : 'own')),
  ),
]

const settingsOf = ({ params, body }: AnyContext) =>
  [params.name ?? '', ...Object.keys(body)].filter((name) => Object.hasOwn(settings.properties, name))
const guards: { [name: string]: string } = guardedSettings
const isSecret = (name: string) => guards[name] === 'secret' || guards[name] === 'accounts'

/** Returns the parts of a line that the call's rule does not give; undefined: no line is written. */
type Details = (context: AnyContext, answer: AnyAnswer) => Partial<Line> | undefined

const namedIn = (ids: number[]) => (ids.length ? { ids } : undefined)

const details: { [name in CallName]?: Details } = {
  'POST /api/reservation-code': (_, { data }) => ((data as Accepted | undefined)?.kind === 'admin' ? {} : undefined),
  'POST /api/checkin': (_, { data }) => ({ ids: [(data as { id: number }).id] }),
  'PATCH /api/checkin/:id/update': (context) => ({ fields: fieldsOf(context) }),
  'GET /api/region': (_, { data }) =>
    namedIn((data as RegionMatters | undefined)?.doubts.map(({ checkin }) => checkin) ?? []),
  'POST /api/checkin/:id/erase': ({ body }) => ({ why: body.reason as ErasureReason }),
  'POST /api/checkins/keep': (_, { data }) => namedIn((data as { kept: number[] }).kept),
  'POST /api/export': (_, { data }) => ((data as { files?: unknown[] } | undefined)?.files?.length ? {} : undefined),
  'PATCH /api/settings/:name': (context) => {
    const fields = settingsOf(context)
    return { fields, ...(fields.some(isSecret) && { what: 'secret' }) }
  },
}

const signIns: readonly CallName[] = ['POST /api/admin/login', 'POST /api/reservation-code']

const lineOf = ({ name, log }: CallRow, context: AnyContext, answer: AnyAnswer): Line | undefined => {
  if (!log || log === 'none' || !(context.isHost || signIns.includes(name))) return undefined
  const more = details[name] ? details[name](context, answer) : {}
  return (
    more && {
      what: log.what,
      ...(log.ids && { ids: log.ids === 'path' ? [Number(context.params.id)] : numbersIn(context.body.ids) }),
      ...(log.fields && { fields: [...log.fields] }),
      ...more,
    }
  )
}

const isRefused = (name: CallName, error: unknown) =>
  error instanceof Refusal &&
  ((name === 'POST /api/admin/login' && error.status === 401) ||
    (error.more as { faults?: { field: string; rule: string }[] }).faults?.some(
      ({ field, rule }) => field === 'current' && rule === 'unknown',
    ))

const deviceIn = ({ cookies = [] }: AnyAnswer) =>
  cookies.flatMap((line) => /^(?:__Host-)?device=([^~;.]+)~/.exec(line)?.[1] ?? [])[0]

/** Writes the access log: a line for each call of the host whose rule says so, and for a wrong PIN or key. */
export const accessLines = (services: Services) => {
  const { store, sessions, now, report, reportLoss = report } = services
  const log = accessLog(services)
  const listed = new Map<string, number>()

  const nameOf = async ({ cookies, secure }: AnyContext, answer: AnyAnswer) => {
    const nonce = deviceIn(answer) ?? sessions.device(cookies, secure, (await allSettings(store)).adminPin)
    return nonce ? deviceId(nonce) : (sessions.hostDevice(cookies, secure) ?? '')
  }
  const isAgain = ({ what, ids }: Line, device: string) => {
    if (ids || (what !== 'list' && what !== 'view')) return false
    const at = now().getTime()
    const key = `${what} ${device}`
    const before = listed.get(key)
    if (before !== undefined && at - before < hour) return true
    if (listed.size > 1000) listed.clear()
    listed.set(key, at)
    return false
  }
  const write = async (context: AnyContext, answer: AnyAnswer, line: Line) => {
    try {
      const device = await nameOf(context, answer)
      if (!isAgain(line, device)) await log.add({ at: now().toISOString(), device, ...line })
    } catch (error) {
      reportLoss(`access log: a line could not be written (${(error as Error).name})`)
    }
  }
  return {
    answered: async (rule: CallRow, context: AnyContext, answer: AnyAnswer): Promise<void> => {
      const line = lineOf(rule, context, answer)
      if (line) await write(context, answer, line)
    },
    failed: async ({ name }: CallRow, context: AnyContext, error: unknown): Promise<never> => {
      if (isRefused(name, error)) await write(context, {}, { what: 'refused' })
      throw error
    },
  }
}
