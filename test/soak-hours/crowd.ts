import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { italianDay } from '../../server/shared/clock'
import { openStore } from '../../server/store/sqlite/open'
import { addDays } from '../../src/core/text/dates'
import { answers, asker, type Jar } from '../server/http/door-world'
import { codes, pin, type SoakedHouse, soakedHouse } from './house'
import { minuteBook } from './minutes'
import { type Asking, persistent, type Tally } from './people'

/** How many guests come at once, through how many connections, and after which shares of them the process is killed. */
export type Crowd = { guests: number; connections: number; killsAfter: readonly number[] }

/** What a crowd left behind. All but `answered`, `letters`, `memory` and `heldUp` must be nought or empty. */
export type CrowdReport = {
  answered: number
  letters: number
  /** The most megabytes, and the longest pause of the event loop in seconds. */
  memory: number
  heldUp: number
  lost: number
  twice: number
  undone: number
  /** Traces of calls that were refused. */
  halves: number
  /** Stays whose link belongs to no check-in or to more than one. */
  stays: number
  lettersTwice: number
  lettersLost: number
  /** Repeated calls that another id or token answered. */
  otherwise: number
  wrong: string[]
}

/** A guest: what the server answered for. */
type Guest = { id: number; phone: string; receipt: string }

type Booked = { id: number; token: string; code: string }

const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'ABCDEFGHIL'[Number(digit)]!)

const phoneOf = (n: number, round: number) => `333${String(n).padStart(5, '0')}${String(round).padStart(2, '0')}`

/** Signs in, and again after a kill. */
const hostAsking = (ask: Asking) => {
  const jar: Jar = {}
  return async (method: string, path: string, body?: object) => {
    for (;;) {
      const said = await ask(method, path, { jar, expected: 401, ...(body && { body }) })
      if (said.status !== 401) return said
      await ask('POST', '/api/admin/login', { jar, body: { pin } })
    }
  }
}

/** Books so many stays and makes their links. */
const booked = async (ask: Asking, count: number): Promise<Booked[]> => {
  const call = hostAsking(ask)
  const codeOf = (n: number) => codes[n % codes.length]!
  const stays = Array.from({ length: count }, (_, n) => ({
    arrival: italianDay(),
    departure: addDays(italianDay(), 3),
    name: `ROSSI ${letters(n)}`,
    code: codeOf(n),
    reference: `CROWD${n}`,
  }))
  const { json } = await call('POST', '/api/bookings', { stays })
  const ids = json.data.ids as number[]
  const links: Booked[] = []
  for (const [n, id] of ids.entries()) {
    const link = await call('POST', `/api/bookings/${id}/link`)
    links.push({ id, token: link.json.data.token, code: codeOf(n) })
  }
  return links
}

type Street = { ask: Asking; guests: Map<string, Guest>; repeats: { otherwise: number } }

/**
 * A guest from the link or code to the arrival page, who corrects two answers, sends a wrong correction between them,
 * and repeats each call whose answer may have been lost.
 */
const guestHurries = async ({ ask, guests, repeats }: Street, n: number, who: string, stay?: Booked) => {
  const jar: Jar = {}
  const draftId = String(n).padStart(16, who)
  // Of two people with one link, the second is refused.
  const as = { jar, address: `10.${n >> 14}.${(n >> 7) & 127}.${n & 127}`, expected: 410 }
  const known: Guest = { id: 0, phone: phoneOf(n, 0), receipt: '' }
  const same = (one: unknown, other: unknown) => {
    if (one !== other) repeats.otherwise++
  }
  const { status } = await (stay
    ? ask('POST', '/api/stay-link', { ...as, body: { token: stay.token, draftId } })
    : ask('POST', '/api/reservation-code', { ...as, body: { code: codes[n % codes.length], draftId } }))
  if (status === 410) return
  const body = answers({
    draftId,
    mainGuestLastName: `ROSSI ${letters(n)}`,
    mainGuestDocumentNumber: `CA${String(n).padStart(5, '0')}AA`,
    email: `crowd${n}@example.org`,
    phoneNumber: known.phone,
  })
  const sent = await ask('POST', '/api/checkin', { ...as, body })
  if (sent.status !== 200) return
  known.id = sent.json.data.id
  guests.set(draftId, known)
  const update = `/api/checkin/${known.id}/update`
  const correct = async (round: number) => {
    const phoneNumber = phoneOf(n, round)
    const said = await ask('PATCH', update, { ...as, body: { ...body, phoneNumber } })
    if (said.status === 200) known.phone = phoneNumber
    if (said.status === 200) same(said.json.data.id, known.id)
  }
  await correct(1)
  const half = { ...body, mainGuestName: 'HALF', phoneNumber: phoneOf(n, 99), arrivalDate: 'never' }
  await ask('PATCH', update, { ...as, body: half, expected: 400 })
  await correct(2)
  const still = { ...jar }
  const confirm = () => ask('POST', `/api/checkin/${known.id}/confirm`, { ...as, jar: { ...still } })
  known.receipt = (await confirm()).json.data?.receipt
  same((await confirm()).json.data?.receipt, known.receipt)
  // As a browser does whose connection broke. Not everybody: it would write a lost correction again.
  if (n % 3 === 0) {
    const again = { ...as, jar: still, body: { ...body, phoneNumber: known.phone } }
    same((await ask('POST', '/api/checkin', again)).json.data?.id, known.id)
  }
  const page = await ask('POST', '/api/arrival', { address: as.address, body: { token: known.receipt } })
  same(page.json.data?.state.is, 'released')
}

const count = <T>(all: readonly T[], fits: (one: T) => boolean) => all.filter(fits).length

const repeated = (texts: readonly unknown[]) => texts.length - new Set(texts).size

/** Compares the stored house with the answers. */
const judged = async (dir: string, guests: ReadonlyMap<string, Guest>, links: readonly Booked[]) => {
  const store = await openStore({ dir, backups: 0 })
  try {
    const all = (await store.checkins()).filter(({ draftId }) => draftId)
    const found = new Map(all.map((record) => [record.draftId!, record]))
    const notes = (await store.notes('mail')).filter(({ checkinId }) => checkinId !== undefined)
    const kinds = notes.map(({ checkinId, addressee, arrival }) => `${checkinId} ${addressee} ${Boolean(arrival)}`)
    const known = [...guests]
    const stays = await store.notes('booking')
    const linked = links.map(({ id }) => stays.find((stay) => stay.id === id)?.checkins ?? [])
    const ids = new Set(all.map(({ id }) => id))
    return {
      lost: count(known, ([draftId, { id }]) => found.get(draftId)?.id !== id),
      twice: repeated(all.map(({ draftId }) => draftId)) + repeated(all.map(({ id }) => id)),
      undone: count(known, ([draftId, { phone, receipt }]) => {
        const record = found.get(draftId)
        return record !== undefined && (record.phoneNumber !== phone || Boolean(receipt && !record.confirmedAt))
      }),
      halves: count(all, ({ mainGuestName }) => mainGuestName === 'HALF'),
      stays:
        count(linked, (checkins) => checkins.length !== 1 || !ids.has(checkins[0]!.id)) +
        repeated(linked.flatMap((checkins) => checkins.map(({ id }) => id))),
      lettersTwice: repeated(kinds),
      lettersLost: count(known, ([, { id, receipt }]) =>
        ['guest false', 'host false', ...(receipt ? ['guest true'] : [])].some(
          (kind) => !kinds.includes(`${id} ${kind}`),
        ),
      ),
    }
  } finally {
    await store.close()
  }
}

/** The most memory and the longest pause, read from the house's metrics. */
const watching = (house: SoakedHouse) => {
  const read = asker(house.metrics)
  const most = { memory: 0, heldUp: 0 }
  let isOver = false
  const done = (async () => {
    for (; !isOver; await pause(500)) {
      const { text } = await read('GET', '/metrics').catch(() => ({ text: '' }))
      const value = (name: string) => Number(new RegExp(`^benvenuto_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
      most.memory = Math.max(most.memory, Math.round(value('memory_bytes') / 1e6))
      // The first seconds are the start's own.
      if (value('up_seconds') > 2) most.heldUp = Math.max(most.heldUp, value('held_up_seconds'))
    }
  })()
  return async () => {
    isOver = true
    await done
    return most
  }
}

/**
 * Lets a crowd come at once, half by code and half by the links of their stays, kills the process among them, and
 * compares what is stored at the end with what was answered.
 */
export const soakCrowd = async ({ guests: size, connections, killsAfter }: Crowd): Promise<CrowdReport> => {
  const house = await soakedHouse()
  const tally: Tally = { stored: new Map(), removed: new Set(), wrong: [] }
  const book = minuteBook()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = persistent(house, book, tally, agent)
  const street: Street = { ask, guests: new Map(), repeats: { otherwise: 0 } }
  try {
    await house.begin()
    const links = await booked(ask, size >> 1)
    const watched = watching(house)
    const kills = killsAfter.map(async (share) => {
      while (street.guests.size < share * size) await pause(10)
      await house.kill()
      await house.begin()
    })
    const everybody = Array.from({ length: size }, (_, n) => {
      const stay = n % 2 ? links[n >> 1] : undefined
      const second = n % 20 === 1 && guestHurries(street, n, 'd', stay)
      return Promise.all([guestHurries(street, n, 'c', stay), second])
    })
    await Promise.all([...everybody, ...kills])
    const most = await watched()
    await house.kill()
    const sent = house.office.letters.map(({ headers }) => headers['message-id'])
    const said = await judged(house.dir, street.guests, links)
    const { answers: answered } = book.end(0, 0)
    const twice = said.lettersTwice + repeated(sent)
    return {
      answered,
      letters: sent.length,
      ...most,
      ...said,
      lettersTwice: twice,
      ...street.repeats,
      wrong: tally.wrong,
    }
  } finally {
    await house.close()
  }
}

/** How much of a report should not have been. */
export const crowdFailures = ({ answered, letters, memory, heldUp, wrong, ...faults }: CrowdReport) =>
  Object.values(faults).reduce((sum, fault) => sum + fault, wrong.length)
