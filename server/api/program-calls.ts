import type { StoredBooking } from '../../schema/bookings'
import { type BookingVerdict, mostSent } from '../../schema/calls/programs'
import { type ProgramCall, sentStay, takenStay } from '../../src/core/bookings/program-stays'
import { openApi } from '../../src/core/programs/open-api'
import { confirmedBy } from '../auth/throttle'
import { mostStays } from '../bookings/stays'
import { wordOf } from '../shared/body'
import { italianDay } from '../shared/clock'
import { notFound, Refusal, say } from '../shared/messages'
import type { Handlers, Services } from './handlers'

const longest = 40

/** Takes over a program's bookings one by one, in order; answers a verdict for each. */
const taking = ({ bookings, now }: Pick<Services, 'bookings' | 'now'>) => {
  const takeOne = async (stored: StoredBooking[], given: unknown, call: ProgramCall): Promise<BookingVerdict> => {
    const { reference, stay, faults } = sentStay(given, call.at)
    if (!stay) return { reference, verdict: 'refused', faults }
    const { verdict, added, changed } = takenStay(stored, stay, call)
    if (added && stored.length >= mostStays) return { reference, verdict: 'full' }
    if (added) stored.push({ ...added, id: await bookings.add(added) })
    if (changed) {
      await bookings.save(changed)
      stored[stored.findIndex(({ id }) => id === changed.id)] = changed
    }
    const id = changed?.id ?? (added && stored.at(-1)!.id)
    return { reference, verdict, ...(id && { stay: id }) }
  }
  return (program: string, list: readonly unknown[]): Promise<BookingVerdict[]> =>
    bookings.alone(async () => {
      const call = { program, at: now().toISOString(), today: italianDay(now()) }
      const stored = await bookings.all()
      const results: BookingVerdict[] = []
      for (const given of list) results.push(await takeOne(stored, given, call))
      return results
    })
}

/** The calls of other programs, and the host's calls about their keys. */
export const connectedProgramCalls = (services: Services) => {
  const { programs } = services
  const confirmed = confirmedBy(services)
  const take = taking(services)
  return {
    'POST /api/v1/bookings': async ({ program, body }) => {
      const list: readonly unknown[] = Array.isArray(body.bookings) ? body.bookings : []
      if (!list.length || list.length > mostSent) throw new Refusal(400, say('server.stays', { most: mostSent }))
      return { data: { results: await take(program!, list) } }
    },
    'GET /api/openapi.json': async () => ({ whole: openApi() }),
    'GET /api/programs': async () => ({ data: { programs: await programs.list() } }),
    'POST /api/programs': async (context) => {
      const name = wordOf(context.body.name).replace(/\s+/g, ' ')
      if (!name || [...name].length > longest) throw new Refusal(400, say('server.programs.name', { most: longest }))
      await confirmed(context)
      return { data: { key: await programs.make(name) } }
    },
    'POST /api/programs/withdraw': async ({ body }) => {
      if (!(await programs.withdraw(wordOf(body.name)))) throw notFound('server.programs.gone')
    },
  } satisfies Partial<Handlers>
}

/** The host's calls about the webhook. */
export const webhookHostCalls = (services: Services) => {
  const { webhooks } = services
  const confirmed = confirmedBy(services)
  return {
    'GET /api/webhook': async () => {
      const webhook = await webhooks.state()
      return { data: { ...(webhook && { webhook }) } }
    },
    'POST /api/webhook/key': async (context) => {
      await confirmed(context)
      return { data: { key: await webhooks.makeKey() } }
    },
    'POST /api/webhook/test': async () => {
      const answer = await webhooks.test()
      if (!answer) throw new Refusal(409, say('server.webhook.noKey'))
      return { data: { answer } }
    },
    'POST /api/webhook/on': async () => webhooks.renew(),
  } satisfies Partial<Handlers>
}
