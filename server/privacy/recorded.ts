import { createHash } from 'node:crypto'
import type { CallName } from '../../schema/api'
import type { AccessKind } from '../../schema/privacy'
import { checkin } from '../../schema/record'
import { secretSettings, settings } from '../../schema/settings'
import type { AnyAnswer, AnyContext, Handler, Handlers, Services } from '../http/call'
import { Refusal } from '../http/refusal'
import { allSettings } from '../settings/settings'
import { accessLog } from './access-log'

/** What a line says besides when and where. */
type Said = { what: AccessKind; ids?: number[]; fields?: string[] }

type Teller = (context: AnyContext, answer: AnyAnswer) => Said | undefined

/** A list that is read again within the hour on the same device is one reading. */
const hour = 3_600_000

const numbersIn = (given: unknown) =>
  Array.isArray(given) ? given.filter((id): id is number => Number.isSafeInteger(id)) : []
const idOf = ({ params }: AnyContext) => [Number(params.id)]

/** The names of the fields a body changes; one that is no field of ours is not repeated, because anything could stand in it. */
const fieldsOf = ({ body }: AnyContext) => [
  ...new Set(Object.keys(body).map((field) => (Object.hasOwn(checkin.properties, field) ? field : 'own'))),
]

const settingsOf = ({ params, body }: AnyContext) =>
  [params.name ?? '', ...Object.keys(body)].filter((name) => Object.hasOwn(settings.properties, name))
const isSecret = (name: string) => (secretSettings as readonly string[]).includes(name)

const ofCheckin =
  (what: AccessKind): Teller =>
  (context) => ({ what, ids: idOf(context) })

/** The calls that leave a line when the host makes them, and what it says. */
const tellers: { [name in CallName]?: Teller } = {
  'POST /api/admin/login': () => ({ what: 'signIn' }),
  'POST /api/admin/logout': () => ({ what: 'signOut' }),
  'POST /api/admin/link': () => ({ what: 'link' }),
  'POST /api/reservation-code': (_, { data }) =>
    (data as { kind?: string } | undefined)?.kind === 'admin' ? { what: 'signIn' } : undefined,
  'GET /api/checkins': () => ({ what: 'list' }),
  'GET /api/checkin/:id/person': ofCheckin('export'),
  'PATCH /api/checkin/:id/update': (context) => ({ what: 'edit', ids: idOf(context), fields: fieldsOf(context) }),
  'POST /api/checkin/:id/identified': (context) => ({ what: 'edit', ids: idOf(context), fields: ['identified'] }),
  'POST /api/checkin/:id/hold': (context) => ({ what: 'edit', ids: idOf(context), fields: ['retentionHold'] }),
  'POST /api/told': ({ body }) => ({ what: 'edit', ids: numbersIn(body.ids), fields: ['told'] }),
  'DELETE /api/checkin/:id': ofCheckin('delete'),
  'POST /api/checkins/delete': ({ body }) => ({ what: 'delete', ids: numbersIn(body.ids) }),
  'POST /api/export': ({ body }, { data }) =>
    (data as { files?: unknown[] } | undefined)?.files?.length
      ? { what: 'export', ids: numbersIn(body.ids) }
      : undefined,
  'POST /api/police/send': ({ body }) => ({ what: 'export', ids: numbersIn(body.ids) }),
  'POST /api/police/receipt/:id': () => ({ what: 'export' }),
  'POST /api/flow/publish': () => ({ what: 'publish' }),
  'POST /api/flow/versions/:id/restore': () => ({ what: 'publish' }),
  'GET /api/workbook/:name': () => ({ what: 'export' }),
  'POST /api/backup': () => ({ what: 'backup' }),
  'PATCH /api/settings/:name': (context) => {
    const fields = settingsOf(context)
    return { what: fields.some(isSecret) ? 'secret' : 'settings', fields }
  },
}

const signIns: readonly CallName[] = ['POST /api/admin/login', 'POST /api/reservation-code']

/** The device a browser is by its cookie, or by the one it is given with the answer. */
const deviceIn = ({ cookies = [] }: AnyAnswer) =>
  cookies.flatMap((line) => /^(?:__Host-)?device=([^~;.]+)~/.exec(line)?.[1] ?? [])[0]

/**
 * The calls, each of those the access log is about with a line of its own. A guest's own calls leave none, nor does what was refused,
 * but for a sign-in with a wrong PIN or key. A line that the disk does not take keeps nobody from reading.
 */
export const recorded = (services: Services, handlers: Handlers): Handlers => {
  const { store, sessions, now, report } = services
  const log = accessLog(store)
  const listed = new Map<string, number>()

  const nameOf = async ({ cookies, secure }: AnyContext, answer: AnyAnswer) => {
    const nonce = deviceIn(answer) ?? sessions.device(cookies, secure, (await allSettings(store)).adminPin)
    return nonce ? createHash('sha256').update(nonce).digest('hex').slice(0, 8) : ''
  }
  const isAgain = ({ what }: Said, device: string) => {
    if (what !== 'list') return false
    const at = now().getTime()
    const before = listed.get(device)
    if (before !== undefined && at - before < hour) return true
    if (listed.size > 1000) listed.clear()
    listed.set(device, at)
    return false
  }
  const write = async (context: AnyContext, answer: AnyAnswer, said: Said) => {
    const device = await nameOf(context, answer)
    if (isAgain(said, device)) return
    await log
      .add({ at: now().toISOString(), device, ...said })
      .catch((error: Error) => report(`access log: a line could not be written (${error.name})`))
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
        if (name === 'POST /api/admin/login' && error instanceof Refusal && error.status === 401)
          await write(context, {}, { what: 'refused' })
        throw error
      }
    }
  const wrapped = Object.entries(tellers).map(([name, tell]) => [
    name,
    wrap(name as CallName, tell, handlers[name as CallName] as Handler),
  ])
  return { ...handlers, ...Object.fromEntries(wrapped) }
}
