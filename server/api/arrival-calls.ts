import type { AtDoor, DoorWay } from '../../schema/calls/arrival'
import type { Checkin } from '../../schema/checkin'
import { type StayGuide, stayGuide } from '../../schema/code'
import type { Settings } from '../../schema/settings'
import { guidesOf, leadsElsewhere, shownGuide } from '../../src/core/arrival/guide'
import { displayId } from '../../src/core/checkin/checkin-states'
import { doorCard, hereCard, receiptLinkAt } from '../../src/core/checkin/link-journeys'
import { doorLetter } from '../../src/core/mail/stay-letter'
import { arrivalLanguage, outdatedLetters } from '../arrival/arrivals'
import { doorCodes, presentWith } from '../arrival/door-codes'
import { refusingLinks, wrongCodes } from '../auth/guest-entry'
import { confirmedBy } from '../auth/throttle'
import { tellChanges } from '../mail/queue'
import { allSettings, validated } from '../settings/all-settings'
import { numbersIn, wordOf } from '../shared/body'
import { italianDay } from '../shared/clock'
import { mustExist, mustNotWait, notFound, Refusal, say } from '../shared/messages'
import { type ChangeFeed, withoutOwner } from '../store/store'
import { type AnyContext, type Handlers, numberOf, type Services } from './handlers'

/** Returns the instructions for one stay without empty fields. Refuses (400) other content. */
const writtenGuide = (given: unknown): StayGuide => {
  const faults = validated('arrival', stayGuide, given)
  if (faults.length) throw new Refusal(400, say('server.arrival.guide'), { faults })
  const isFilled = (value: unknown): boolean =>
    typeof value === 'string' ? value.trim() !== '' : Object.values(value as object).some(isFilled)
  return Object.fromEntries(Object.entries(given as StayGuide).filter(([, value]) => isFilled(value)))
}

/** Answers the guest's page; checks at each request that the link is valid. */
const reading = (services: Services) => {
  const { store, arrivals } = services
  const refuse = refusingLinks(services)
  return {
    'POST /api/arrival': async (context) => {
      const { body } = context
      const checkin = (await arrivals.links.find(wordOf(body.token))) ?? (await refuse(context))
      const all = await allSettings(store)
      const state = await arrivals.stateOf(checkin, all)
      if (state.is === 'over') throw new Refusal(410, say('server.arrival.over'), { over: 'over' })
      const { roomDescription: room = '', arrivalDate: arrival = '', departureDate: departure = '' } = checkin
      const language = arrivalLanguage(checkin, body.language)
      const guide = state.is === 'released' && (await arrivals.guideOf(checkin, all, language))
      return { data: { room, arrival, departure, state, ...(guide && { guide }) } }
    },
  } satisfies Partial<Handlers>
}

/** The calls about arrival instructions. */
export const arrivalInstructionCalls = (services: Services, { store }: ChangeFeed) => {
  const { arrivals, now } = services
  const letters = outdatedLetters(services)
  const confirmed = confirmedBy(services)
  const checkinNow = async (context: Parameters<typeof numberOf>[0]) =>
    withoutOwner(mustExist(await store.checkin(numberOf(context))))
  const linkOf = async (checkin: Checkin, all: Settings, origin: string) =>
    receiptLinkAt(all.publicAddress || origin, await arrivals.links.tokenOf(checkin), arrivalLanguage(checkin))
  return {
    ...reading(services),
    'GET /api/arrival-preview': async ({ query: { room, language } }) => {
      const all = await allSettings(store)
      const code = all.reservationCodes.find(({ id }) => id === room)?.code
      const guides = [...guidesOf(all, code), { address: all.houseAddress }]
      return { data: shownGuide(guides, arrivalLanguage({ id: 0 }, language)) }
    },
    'GET /api/arrival-letters': async ({ query }) => ({ data: { ids: await letters.find(query) } }),
    'POST /api/arrival-letters': async ({ body }) => ({
      data: { queued: await letters.send(numbersIn(body.ids, 'server.ids')) },
    }),
    'GET /api/checkin/:id/arrival': async (context) => {
      const [checkin, all] = [await checkinNow(context), await allSettings(store)]
      const language = arrivalLanguage(checkin, context.query.language)
      return {
        data: {
          state: await arrivals.stateOf(checkin, all),
          own: await arrivals.guides.of(checkin),
          guide: await arrivals.guideOf(checkin, all, language),
          link: await linkOf(checkin, all, context.origin),
        },
      }
    },
    'POST /api/checkin/:id/arrival': async (context) => {
      const { as } = context.body
      const { id } = await checkinNow(context)
      if (as !== 'released' && as !== 'withdrawn' && as !== 'rule') throw new Refusal(400, say('server.arrival.word'))
      const arrivalWord = as === 'rule' ? null : JSON.stringify({ as, at: now().toISOString() })
      mustExist(await store.updateCheckin(id, { arrivalWord }))
    },
    'PATCH /api/checkin/:id/arrival': async (context) => {
      const own = writtenGuide(context.body.own)
      const checkin = await checkinNow(context)
      const { id } = checkin
      const isGuarded = leadsElsewhere(await arrivals.guides.of(checkin), own)
      if (isGuarded) await confirmed(context)
      mustExist(await store.updateCheckin(id, { arrivalGuide: await arrivals.guides.sealed(id, own) }))
      const line = () =>
        `${say('settings.arrivalGuides.label')} (check-in ${displayId(checkin)}): ${say('host.settingChanged')}`
      if (isGuarded) await tellChanges(services, await allSettings(store), () => [line()])
    },
    'POST /api/checkin/:id/arrival/link': async (context) => {
      const checkin = await checkinNow(context)
      const receiptRound = String(Number(checkin.receiptRound ?? 0) + 1)
      const renewed = mustExist(await store.updateCheckin(checkin.id, { receiptRound }))
      return { data: { link: await linkOf(renewed, await allSettings(store), context.origin) } }
    },
  } satisfies Partial<Handlers>
}

type Asker = Pick<AnyContext, 'body' | 'address' | 'cookies' | 'secure'>

/** Finds the check-ins at the door: by the receipt's token, or by the reservation code among those present today. */
const guestsAt = (services: Services) => {
  const { store, arrivals, sessions, now } = services
  const refuse = refusingLinks(services)
  const wrong = wrongCodes(services)
  const today = () => italianDay(now())

  const byReceipt = async (context: Asker, token: string): Promise<Checkin[]> => {
    const checkin = (await arrivals.links.find(token)) ?? (await refuse(context))
    const { is } = await arrivals.stateOf(checkin, await allSettings(store))
    if (is === 'over') throw new Refusal(410, say('server.arrival.over'), { over: 'over' })
    if ((checkin.arrivalDate ?? '') > today())
      throw new Refusal(409, say('server.door.early'), { over: 'early', arrivalDate: checkin.arrivalDate })
    return [checkin]
  }
  const byCode = async (context: Asker, code: string): Promise<Checkin[]> => {
    const sender = await wrong.sender(context.address, sessions.visitor(context.cookies, context.secure))
    // Before the comparison, so that the answer does not reveal a right code.
    mustNotWait(wrong.wait(sender))
    const present = await presentWith(store, code, today())
    const { reservationCodes } = await allSettings(store)
    // No pause between check and count: parallel tries cannot outrun the budget.
    mustNotWait(wrong.wait(sender))
    if (present.length) return present
    if (!reservationCodes.some((one) => one.code === code.toUpperCase())) return refuse(context, 'code', sender)
    throw new Refusal(409, say('server.door.nobody'), { over: 'nobody' })
  }
  return (context: Asker) => {
    const receipt = wordOf(context.body.receipt)
    return receipt ? byReceipt(context, receipt) : byCode(context, wordOf(context.body.code))
  }
}

/** Sends a notice to the host's devices, else to the house's mailbox; returns which accepted it. */
const notifying =
  ({ store, push, mailQueue, now }: Services) =>
  async (room: string): Promise<DoorWay> => {
    if (await push.reach({ kind: 'door', room })) return 'push'
    const all = await allSettings(store)
    const isSent = await mailQueue.tell(all, (style) => doorLetter(style, room, now()))
    return isSent ? 'mail' : 'nobody'
  }

/** The calls about the QR code at the door. */
export const doorQrCalls = (services: Services, { store }: ChangeFeed) => {
  const { throttle, now } = services
  const codes = doorCodes(services)
  const refuse = refusingLinks(services)
  const guestsOf = guestsAt(services)
  const tell = notifying(services)
  const mustBeOn = async () => {
    const all = await allSettings(store)
    if (!all.doorQr) throw notFound()
    return all
  }
  const today = async () => {
    const { day, token } = await codes.today()
    return { day, here: `${hereCard}#${token}` }
  }
  /** Returns the seconds until these guests may notify the host again, by their own limit and the house's. */
  const waitOf = (guest: string) =>
    Math.max(throttle.wait('door', guest, now().getTime()), throttle.wait('doors', 'house', now().getTime()))

  return {
    'GET /api/door': async () => ({ data: { ...(await today()), display: `${doorCard}#${await codes.display()}` } }),
    'POST /api/door/code': async (context) => {
      await mustBeOn()
      if (!(await codes.isDisplay(wordOf(context.body.token)))) return refuse(context)
      const code = await today()
      return { data: { ...code, left: codes.left(code.day) } }
    },
    'POST /api/door/here': async (context) => {
      const { videoCall } = await mustBeOn()
      const code = (await codes.read(wordOf(context.body.door))) ?? (await refuse(context, 'otherHouse'))
      if (!code.isCurrent) throw new Refusal(410, say('server.door.otherDay'), { over: 'otherDay' })
      const guests = await guestsOf(context)
      const [{ id, roomDescription: room = '', atDoor }] = guests as [Checkin]
      const call = videoCall && { call: videoCall }
      const again = waitOf(String(id))
      const before = atDoor && (JSON.parse(atDoor) as AtDoor)
      if (again && before) return { data: { ...before, room, again, ...call } }
      mustNotWait(again)
      // Counted first, so that parallel presses send one notice.
      await throttle.fail('door', String(id), now().getTime())
      await throttle.fail('doors', 'house', now().getTime())
      const notice: AtDoor = { at: now().toISOString(), by: await tell(room) }
      for (const guest of guests) await store.updateCheckin(guest.id, { atDoor: JSON.stringify(notice) })
      return { data: { ...notice, room, ...call } }
    },
  } satisfies Partial<Handlers>
}
