import { createHmac, randomBytes } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import { guestLetter, hostLetter } from '../../src/core/mail/letters'
import de from '../../src/text/letter.de.json'
import en from '../../src/text/letter.en.json'
import es from '../../src/text/letter.es.json'
import fr from '../../src/text/letter.fr.json'
import it from '../../src/text/letter.it.json'
import { allSettings } from '../settings/settings'
import type { LetterNote } from '../store/notes'
import type { Store } from '../store/store'
import { mailAllowance } from './allowance'
import {
  canSend,
  type DeliveryFault,
  type Envelope,
  hindrance,
  houseOf,
  logoOf,
  type MailServer,
  send,
  tryOut,
} from './smtp'

const words = { it, en, fr, es, de }

/** Who a letter goes to. */
export type Addressee = LetterNote['addressee']

/** How a letter stands, for the host's card: `error` is a sentence in Italian, `next` the time of the next try. */
export type LetterState = Omit<LetterNote, 'tries'>

type Entry = LetterNote & { id: number }

/** The house's letters: what goes in is on the disk, what is due is sent, and no letter is sent twice. */
export type Post = {
  /** Resolves when the letters of a check-in wait on the disk to be sent; a check-in's second time, and one without mail set up, does nothing. */
  enqueue: (checkinId: number) => Promise<void>
  /** The same for a check-in that was saved and not confirmed yet: the host is told at once, the guest when they confirm, or half an hour later. */
  announce: (checkinId: number) => Promise<void>
  /** How the letters of one check-in stand. */
  status: (checkinId: number) => LetterState[]
  /** How all letters stand, in the order they were queued. */
  list: () => LetterState[]
  /** Tries every waiting letter now: the host has changed the settings. */
  wake: () => void
  /** Lets a check-in's held letters go: the host has said so. */
  release: (checkinId: number) => Promise<void>
  /** Forgets a check-in's letters: it was removed. */
  forget: (checkinId: number) => Promise<void>
  /** Sends a letter to the house itself and says in Italian how it went. */
  test: (settings: Settings) => Promise<{ success: boolean; message: string }>
  /** Ends the worker; a letter being handed over gets a few seconds for its answer. */
  close: () => Promise<void>
}

/** Calls `run` after some milliseconds, unless what it answers is called before. */
export type Timer = (run: () => void, milliseconds: number) => () => void

export type PostOptions = {
  store: Store
  server: MailServer
  log?: (line: string) => void
  now?: () => Date
  timer?: Timer
}

/** Minutes the guest's letter waits for a check-in to be confirmed: somebody who pays meanwhile is written to once, of what is true then. */
const patience = 30

/** Minutes from a failed try to the next; after the last of them the letter is given up. */
export const delays = [1, 5, 15, 60, 240, 1440, 1440, 1440]

const machineTimer: Timer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

const nameOf = ({ checkinId, addressee }: Pick<LetterState, 'checkinId' | 'addressee'>) => `${checkinId} ${addressee}`
const shown = ({ checkinId, addressee, status, at, next, error }: Entry): LetterState => ({
  checkinId,
  addressee,
  status,
  at,
  ...(next && { next }),
  ...(error && { error }),
})

const envelopeOf = (addressee: Addressee, record: Checkin, settings: Settings, id: string): Envelope => {
  const logo = logoOf(settings.logoUrl)
  const language = record.selectedLanguage ?? 'it'
  const house = houseOf(settings)
  const common = { id, logo, from: { name: settings.companyName, address: settings.emailSender } }
  return addressee === 'guest'
    ? {
        ...common,
        to: record.email ?? '',
        replyTo: house,
        language,
        letter: guestLetter(record, settings, words[language], language, logo?.picture),
      }
    : {
        ...common,
        to: house,
        replyTo: record.email || house,
        language: 'it',
        letter: hostLetter(record, settings, it, logo?.picture),
      }
}

/** The entries of the store's list, the newest of each letter; what a crash left between two of them goes. */
const restored = async (store: Store) => {
  const entries = new Map<string, Entry>()
  for (const entry of await store.notes('mail')) {
    const older = entries.get(nameOf(entry))
    entries.set(nameOf(entry), entry)
    if (older) await store.removeNote('mail', older.id)
  }
  // A letter that was being written down while its check-in was removed.
  for (const [name, { id, checkinId }] of entries)
    if (!(await store.checkin(checkinId))) {
      entries.delete(name)
      await store.removeNote('mail', id)
    }
  return entries
}

/**
 * Opens the house's post: goes on with the letters in the store, and sends what is put in.
 *
 * A letter is sent at most once. It is noted as `sending`, durably, after the server has taken its text and before the dot that hands
 * it over; up to then every failure is tried again, and from then on only the server's own refusal is. A letter whose answer never
 * came, or that a crash left in `sending`, may have arrived: it is not sent again but shown to the host as failed, because a guest
 * who is told twice doubts the house, while a host who is told can ask the guest.
 */
export const openPost = async ({
  store,
  server,
  log = console.log,
  now = () => new Date(),
  timer = machineTimer,
}: PostOptions): Promise<Post> => {
  const key = await store.secret('mail', () => randomBytes(32).toString('base64url'))
  const allowance = await mailAllowance(store, key, now)
  const entries = await restored(store)
  const arriving = new Map<string, Promise<void>>()
  const ending = new AbortController()
  const after = (minutes: number) => new Date(now().getTime() + minutes * 60_000).toISOString()
  let cancel = () => {}
  let running: Promise<void> | undefined
  let closed = false
  let told = false

  const save = async (entry: Entry, change: Partial<Entry>) => {
    if (!entries.has(nameOf(entry))) throw new Error('the check-in is gone')
    Object.assign(entry, { next: undefined, error: undefined }, change)
    const { id, ...letter } = entry
    if (!(await store.updateLetter(id, letter))) entries.delete(nameOf(entry))
  }
  // What cannot be written stays true in memory; on the disk the letter is then one state behind, and never one that sends it twice.
  const keep = (entry: Entry, change: Partial<Entry>) =>
    entries.has(nameOf(entry))
      ? save(entry, change).catch((error: Error) =>
          log(`mail: the state of a letter could not be written (${error.name})`),
        )
      : undefined

  const forget = async (checkinId: number) => {
    for (const addressee of ['guest', 'host'] as const) {
      const entry = entries.get(nameOf({ checkinId, addressee }))
      entries.delete(nameOf({ checkinId, addressee }))
      if (entry) await store.removeNote('mail', entry.id)
    }
  }

  const fail = (entry: Entry, { sentence, mark }: DeliveryFault) => {
    log(`mail: a letter to the ${entry.addressee} was not sent (${mark}), given up`)
    return keep(entry, { status: 'failed', at: after(0), error: sentence })
  }
  const postpone = (entry: Entry, fault: DeliveryFault) => {
    const minutes = delays[entry.tries]
    if (fault.permanent || minutes === undefined) return fail(entry, fault)
    log(`mail: a letter to the ${entry.addressee} was not sent (${fault.mark}), next try in ${minutes} min`)
    return keep(entry, { status: 'queued', tries: entry.tries + 1, next: after(minutes), error: fault.sentence })
  }

  const hold = (entry: Entry, { sentence, mark }: DeliveryFault) => {
    log(`mail: a letter to the ${entry.addressee} waits for the host (${mark})`)
    return keep(entry, { status: 'held', at: after(0), error: sentence })
  }
  const handOver = async (entry: Entry, counted: string | undefined) => {
    if (!entries.has(nameOf(entry))) throw new Error('the check-in is gone')
    await allowance.count(counted)
    await save(entry, { status: 'sending', at: after(0) })
  }

  const deliver = async (entry: Entry, settings: Settings): Promise<DeliveryFault | undefined> => {
    const record = await store.checkin(entry.checkinId)
    if (!record) return void (await forget(entry.checkinId))
    const id = createHmac('sha256', key).update(nameOf(entry)).digest('hex').slice(0, 32)
    const envelope = envelopeOf(entry.addressee, record, settings, id)
    if (!envelope.to) return void (await fail(entry, hindrance('address')))
    const counted = entry.addressee === 'guest' ? envelope.to : undefined
    const usedUp = entry.released ? undefined : allowance.usedUp(counted)
    if (usedUp) return void (await hold(entry, hindrance(`held.${usedUp}`)))
    const end = await send(server, settings, envelope, () => handOver(entry, counted), ending.signal)
    if (end.taken === false && entry.status === 'sending')
      await allowance
        .giveBack(counted)
        .catch((error: Error) => log(`mail: a count could not be written (${error.name})`))
    if (end.taken === true) return void (await keep(entry, { status: 'sent', at: after(0) }))
    if (end.taken === 'unclear') return void (await fail(entry, hindrance('unclear')))
    if (!entries.has(nameOf(entry)) || (closed && entry.status === 'queued')) return undefined
    await postpone(entry, end.fault)
    return end.fault
  }

  const lettersOf = (checkinId: number) =>
    (['guest', 'host'] as const).flatMap((addressee) => entries.get(nameOf({ checkinId, addressee })) ?? [])
  const waiting = () => [...entries.values()].filter(({ status }) => status === 'queued')
  const due = () => waiting().filter(({ next = '' }) => next <= after(0))

  const round = async () => {
    for (let letters = due(); letters.length && !closed; letters = due()) {
      const settings = await allSettings(store)
      let hindered = canSend(settings) ? undefined : hindrance('off')
      for (const entry of letters) {
        if (closed) return
        if (hindered) await postpone(entry, hindered)
        else {
          const fault = await deliver(entry, settings).catch(async () => {
            await postpone(entry, hindrance('other'))
            return undefined
          })
          if (fault?.everyone) hindered = fault
        }
      }
    }
  }
  const schedule = () => {
    cancel()
    const times = waiting().map(({ next = '' }) => Date.parse(next) || 0)
    if (!closed && times.length)
      cancel = timer(go, Math.min(3_600_000, Math.max(0, Math.min(...times) - now().getTime())))
  }
  const go = () => {
    if (closed) return
    running ??= round()
      .catch((error: Error) => log(`mail: the round was broken off (${error.name})`))
      .finally(() => {
        running = undefined
        schedule()
      })
  }

  const queue = async (checkinId: number, addressee: Addressee, minutes: number) => {
    const entry = { checkinId, addressee, status: 'queued' as const, at: after(0), next: after(minutes), tries: 0 }
    const id = await store.addLetter(entry)
    if (id !== undefined) entries.set(nameOf(entry), { ...entry, id })
  }
  const queued = async (checkinId: number, addressee: Addressee, minutes = 0) => {
    const name = nameOf({ checkinId, addressee })
    const coming = arriving.get(name)
    if (coming) await coming
    const known = entries.get(name)
    if (known) {
      // It waited for the confirmation; one that failed before keeps its own delay.
      if (!minutes && known.status === 'queued' && !known.tries && (known.next ?? '') > after(0))
        await save(known, { next: after(0) })
      return
    }
    const saved = queue(checkinId, addressee, minutes).finally(() => arriving.delete(name))
    arriving.set(name, saved)
    await saved
  }
  const enqueue = async (checkinId: number, minutes: number) => {
    if (!canSend(await allSettings(store))) {
      if (!told && !minutes) log('mail: not set up in the settings, so no letters are sent')
      told ||= !minutes
      return
    }
    const record = await store.checkin(checkinId)
    if (!record) return
    await Promise.all([record.email ? queued(checkinId, 'guest', minutes) : undefined, queued(checkinId, 'host')])
    if (!running) schedule()
  }

  for (const entry of entries.values()) if (entry.status === 'sending') await fail(entry, hindrance('unclear'))
  schedule()

  return {
    enqueue: (checkinId) => enqueue(checkinId, 0),
    announce: (checkinId) => enqueue(checkinId, patience),
    status: (checkinId) => lettersOf(checkinId).map(shown),
    list: () => [...entries.values()].map(shown),
    wake: () => {
      for (const entry of waiting()) entry.next = after(0)
      go()
    },
    release: async (checkinId) => {
      for (const entry of lettersOf(checkinId))
        if (entry.status === 'held') await save(entry, { status: 'queued', released: true, next: after(0), tries: 0 })
      if (!running) schedule()
    },
    forget,
    test: (settings) => tryOut(server, settings),
    close: async () => {
      closed = true
      cancel()
      const handing = [...entries.values()].some(({ status }) => status === 'sending')
      if (handing) await Promise.race([running, new Promise((done) => setTimeout(done, 5000).unref())])
      ending.abort()
      await running
    },
  }
}
