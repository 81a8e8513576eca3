import { createHmac } from 'node:crypto'
import type { Settings } from '../../schema/settings'
import type { Store } from '../store/store'
import type { MailAllowance } from './allowance'
import { type DeliveryFault, hindrance } from './delivery-fault'
import { envelopeOf, type LetterFlow } from './envelope'
import { type Entry, type LetterList, letterName } from './letter-list'
import { type MailServer, sendMail } from './smtp'

/** Minutes between tries; after the last the letter is given up. */
export const delays = [1, 5, 15, 60, 240, 1440, 1440, 1440]

/** `ending` aborts a sending; `after` returns the ISO time in so many minutes. */
type Means = {
  store: Store
  server: MailServer
  letters: LetterList
  allowance: MailAllowance
  flow: () => LetterFlow
  key: string
  log: (line: string) => void
  after: (minutes: number) => string
  ending: AbortSignal
  isClosed: () => boolean
}

/** Delivers letters: sent, put off, held for the host, or given up. */
export const deliveries = ({ store, server, letters, allowance, flow, key, log, after, ending, isClosed }: Means) => {
  const fail = (entry: Entry, { sentence, mark }: DeliveryFault) => {
    log(`mail: a letter to the ${entry.addressee} was not sent (${mark}), given up`)
    return letters.keep(entry, { status: 'failed', at: after(0), error: sentence })
  }
  const postpone = (entry: Entry, fault: DeliveryFault) => {
    const minutes = delays[entry.tries]
    if (fault.permanent || minutes === undefined) return fail(entry, fault)
    log(`mail: a letter to the ${entry.addressee} was not sent (${fault.mark}), next try in ${minutes} min`)
    const next = after(minutes)
    return letters.keep(entry, { status: 'queued', tries: entry.tries + 1, next, error: fault.sentence })
  }
  const hold = (entry: Entry, { sentence, mark }: DeliveryFault) => {
    log(`mail: a letter to the ${entry.addressee} waits for the host (${mark})`)
    return letters.keep(entry, { status: 'held', at: after(0), error: sentence })
  }
  const handOver = async (entry: Entry, counted: string | undefined) => {
    if (!letters.has(entry)) throw new Error('the check-in is gone')
    await allowance.count(counted)
    await letters.save(entry, { status: 'sending', at: after(0) })
  }

  /** Tries one letter; returns the fault it is put off for. */
  const deliver = async (entry: Entry, settings: Settings): Promise<DeliveryFault | undefined> => {
    const record = await store.checkin(entry.checkinId)
    if (!record) return void (await letters.forget(entry.checkinId))
    const id = createHmac('sha256', key).update(letterName(entry)).digest('hex').slice(0, 32)
    const envelope = await envelopeOf(flow(), entry.addressee, record, settings, id)
    if (!envelope.to) return void (await fail(entry, hindrance('address')))
    const counted = entry.addressee === 'guest' ? envelope.to : undefined
    const usedUp = entry.released ? undefined : allowance.usedUp(counted)
    if (usedUp) return void (await hold(entry, hindrance(`held.${usedUp}`)))
    const end = await sendMail(server, settings, envelope, () => handOver(entry, counted), ending)
    if (end.taken === false && entry.status === 'sending')
      await allowance
        .giveBack(counted)
        .catch((error: Error) => log(`mail: a count could not be written (${error.name})`))
    if (end.taken === true) return void (await letters.keep(entry, { status: 'sent', at: after(0) }))
    if (end.taken === 'unclear') return void (await fail(entry, hindrance('unclear')))
    if (!letters.has(entry) || (isClosed() && entry.status === 'queued')) return undefined
    await postpone(entry, end.fault)
    return end.fault
  }
  return { fail, postpone, deliver }
}
