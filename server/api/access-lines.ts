import type { api, CallName } from '../../schema/calls/api'
import type { RegionMatters } from '../../schema/office-answers'
import type { AccessKind, ErasureReason } from '../../schema/privacy'
import { checkin } from '../../schema/record'
import { guardedSettings, settings } from '../../schema/settings'
import { deviceId } from '../auth/devices'
import { accessLog } from '../privacy/access-log'
import { allSettings } from '../settings/all-settings'
import { Refusal } from '../shared/refusal'
import type { AnyAnswer, AnyContext, Handler, Handlers, Services } from './handlers'

/** What a line says besides when and where. */
type Said = { what: AccessKind; ids?: number[]; fields?: string[]; why?: ErasureReason }

type Teller = (context: AnyContext, answer: AnyAnswer) => Said | undefined

/** A list, or the day, that is read again within the hour on the same device is one reading. */
const hour = 3_600_000

const numbersIn = (given: unknown) =>
  Array.isArray(given) ? given.filter((id): id is number => Number.isSafeInteger(id)) : []
const idOf = ({ params }: AnyContext) => [Number(params.id)]

/**
 * The names of the fields a body changes; one that is no field of ours is not repeated, because anything could stand in
 * it.
 */
const fieldsOf = ({ body }: AnyContext) => [
  ...new Set(Object.keys(body).map((field) => (Object.hasOwn(checkin.properties, field) ? field : 'own'))),
]

const settingsOf = ({ params, body }: AnyContext) =>
  [params.name ?? '', ...Object.keys(body)].filter((name) => Object.hasOwn(settings.properties, name))
const guards: { [name: string]: string } = guardedSettings
const isSecret = (name: string) => guards[name] === 'secret' || guards[name] === 'accounts'

const ofCheckin =
  (what: AccessKind): Teller =>
  (context) => ({ what, ids: idOf(context) })

/**
 * The host's calls that leave no line: they show or change nothing of a guest's, or only follow a list that was read.
 */
const silent = [
  'GET /api/access-log',
  'GET /api/checkins/changes',
  'GET /api/devices',
  'GET /api/exports',
  'GET /api/filed',
  'GET /api/flow',
  'GET /api/flow/draft',
  'GET /api/flow/draft/state',
  'GET /api/flow/state',
  'GET /api/flow/versions',
  'GET /api/flow/versions/:id',
  'GET /api/flow/words',
  'GET /api/invitation/:code',
  'GET /api/istat-codes',
  'GET /api/istat-search',
  'GET /api/lacks',
  'GET /api/letters',
  'GET /api/retention',
  'GET /api/sendings',
  'GET /api/sendings/works',
  'GET /api/smtp2go-test',
  'GET /api/tables',
  'GET /api/tourism-month',
  'DELETE /api/istat-codes/:name',
  'POST /api/checkins/reported',
  'POST /api/flow/check',
  'POST /api/flow/draft',
  'POST /api/flow/draft/rebase',
  'POST /api/flow/trial',
  'POST /api/istat-code',
  'POST /api/letters/release',
  'POST /api/police/plan',
  'POST /api/police/receipts',
  'POST /api/police/try',
  'POST /api/region/known',
  'POST /api/tables',
] as const satisfies readonly CallName[]

type HostCall = { [name in CallName]: (typeof api)[name] extends { who: 'host' } ? name : never }[CallName]

/** Every other call of the host's must say what its line says; of those that others make too, these do. */
type Told =
  | Exclude<HostCall, (typeof silent)[number]>
  | 'POST /api/admin/login'
  | 'POST /api/reservation-code'
  | 'PATCH /api/checkin/:id/update'
  | 'POST /api/checkin'

/** The calls that leave a line when the host makes them, and what it says. */
const tellers: { [name in Told]: Teller } = {
  'POST /api/admin/login': () => ({ what: 'signIn' }),
  'POST /api/admin/logout': () => ({ what: 'signOut' }),
  'POST /api/admin/link': () => ({ what: 'link' }),
  'POST /api/reservation-code': (_, { data }) =>
    (data as { kind?: string } | undefined)?.kind === 'admin' ? { what: 'signIn' } : undefined,
  'POST /api/admin/recovery-key': () => ({ what: 'secret' }),
  'PATCH /api/devices/:device': () => ({ what: 'device' }),
  'POST /api/devices/:device/out': () => ({ what: 'device' }),
  'GET /api/checkins': () => ({ what: 'list' }),
  'GET /api/day': () => ({ what: 'view' }),
  'GET /api/checkin/:id': ofCheckin('view'),
  'GET /api/checkin/:id/exports': ofCheckin('view'),
  'POST /api/checkin': (_, { data }) => ({ what: 'edit', ids: [(data as { id: number }).id] }),
  'GET /api/checkin/:id/person': ofCheckin('export'),
  'PATCH /api/checkin/:id/update': (context) => ({ what: 'edit', ids: idOf(context), fields: fieldsOf(context) }),
  'POST /api/checkin/:id/identified': (context) => ({ what: 'edit', ids: idOf(context), fields: ['identified'] }),
  'POST /api/checkin/:id/hold': (context) => ({ what: 'edit', ids: idOf(context), fields: ['retentionHold'] }),
  'POST /api/checkin/:id/room': (context) => ({ what: 'edit', ids: idOf(context), fields: ['roomOf'] }),
  'GET /api/region': (_, { data }) => {
    const ids = (data as RegionMatters | undefined)?.doubts.map(({ checkin }) => checkin) ?? []
    return ids.length ? { what: 'view', ids } : undefined
  },
  'GET /api/checkin/:id/region': ofCheckin('view'),
  'POST /api/checkin/:id/region': ofCheckin('edit'),
  'POST /api/region/eliminate': () => ({ what: 'edit' }),
  'POST /api/police/settle': () => ({ what: 'edit', fields: ['told'] }),
  'POST /api/enable': ({ body }) => ({ what: 'edit', ids: numbersIn(body.ids), fields: ['enabledForSending'] }),
  'POST /api/told': ({ body }) => ({ what: 'edit', ids: numbersIn(body.ids), fields: ['told'] }),
  'DELETE /api/checkin/:id': ofCheckin('delete'),
  'POST /api/checkin/:id/erase': (context) => ({
    what: 'delete',
    ids: idOf(context),
    why: context.body.reason as ErasureReason,
  }),
  'POST /api/checkins/delete': ({ body }) => ({ what: 'delete', ids: numbersIn(body.ids) }),
  'POST /api/checkins/keep': (_, { data }) => {
    const { kept } = data as { kept: number[] }
    return kept.length ? { what: 'edit', ids: kept } : undefined
  },
  'POST /api/export': ({ body }, { data }) =>
    (data as { files?: unknown[] } | undefined)?.files?.length
      ? { what: 'export', ids: numbersIn(body.ids) }
      : undefined,
  'POST /api/police/send': ({ body }) => ({ what: 'export', ids: numbersIn(body.ids) }),
  'POST /api/region/send': () => ({ what: 'export' }),
  'POST /api/police/receipt/:id': () => ({ what: 'export' }),
  'POST /api/flow/publish': () => ({ what: 'publish' }),
  'POST /api/flow/import': () => ({ what: 'publish' }),
  'POST /api/flow/versions/:id/restore': () => ({ what: 'publish' }),
  'GET /api/workbook/:name': () => ({ what: 'export' }),
  'POST /api/backup': () => ({ what: 'backup' }),
  'PATCH /api/settings/:name': (context) => {
    const fields = settingsOf(context)
    return { what: fields.some(isSecret) ? 'secret' : 'settings', fields }
  },
}

const signIns: readonly CallName[] = ['POST /api/admin/login', 'POST /api/reservation-code']

/** Whether a PIN or key was wrong: at the door, or where the host has to type it again. */
const isRefused = (name: CallName, error: unknown) =>
  error instanceof Refusal &&
  ((name === 'POST /api/admin/login' && error.status === 401) ||
    (error.more as { faults?: { field: string; rule: string }[] }).faults?.some(
      ({ field, rule }) => field === 'current' && rule === 'unknown',
    ))

/** The device a browser is by its cookie, or by the one it is given with the answer. */
const deviceIn = ({ cookies = [] }: AnyAnswer) =>
  cookies.flatMap((line) => /^(?:__Host-)?device=([^~;.]+)~/.exec(line)?.[1] ?? [])[0]

/**
 * The calls, each of those the access log is about with a line of its own. A guest's own calls leave none, nor does
 * what was refused, but for a wrong PIN or key. A line that cannot be written keeps nobody from an answer.
 */
export const withAccessLog = (services: Services, handlers: Handlers): Handlers => {
  const { store, sessions, now, report } = services
  const log = accessLog(services)
  const listed = new Map<string, number>()

  const nameOf = async ({ cookies, secure }: AnyContext, answer: AnyAnswer) => {
    const nonce = deviceIn(answer) ?? sessions.device(cookies, secure, (await allSettings(store)).adminPin)
    return nonce ? deviceId(nonce) : (sessions.hostDevice(cookies, secure) ?? '')
  }
  const isAgain = ({ what, ids }: Said, device: string) => {
    if (ids || (what !== 'list' && what !== 'view')) return false
    const at = now().getTime()
    const key = `${what} ${device}`
    const before = listed.get(key)
    if (before !== undefined && at - before < hour) return true
    if (listed.size > 1000) listed.clear()
    listed.set(key, at)
    return false
  }
  const write = async (context: AnyContext, answer: AnyAnswer, said: Said) => {
    try {
      const device = await nameOf(context, answer)
      if (!isAgain(said, device)) await log.add({ at: now().toISOString(), device, ...said })
    } catch (error) {
      report(`access log: a line could not be written (${(error as Error).name})`)
    }
  }
  const wrap =
    (name: CallName, tell: Teller, work: Handler): Handler =>
    async (context) => {
      const isSignIn = signIns.includes(name)
      try {
        const answer = await work(context)
        const said = context.isHost || isSignIn ? tell(context, answer) : undefined
        if (said) await write(context, answer, said)
        return answer
      } catch (error) {
        if (isRefused(name, error)) await write(context, {}, { what: 'refused' })
        throw error
      }
    }
  const wrapped = Object.entries(tellers).map(([name, tell]) => [
    name,
    wrap(name as CallName, tell, handlers[name as CallName] as Handler),
  ])
  return { ...handlers, ...Object.fromEntries(wrapped) }
}
