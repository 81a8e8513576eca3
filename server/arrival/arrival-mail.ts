import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import { isUnconfirmed } from '../../src/core/checkin/checkin-states'
import { receiptLinkAt } from '../../src/core/checkin/stay-journey'
import { arrivalLetter } from '../../src/core/mail/arrival-letter'
import { lettersOf } from '../../src/core/text/letter-words'
import type { ArrivalEnvelopes } from '../mail/delivery'
import { houseOf, type LetterFlow, logoOf } from '../mail/envelope'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import type { Store } from '../store/store'
import { type Arrivals, arrivalLanguage } from './arrivals'

/** Returns whether a check-in has arrival instructions, from the house or its own. */
export const hasArrival = ({ arrivalGuides }: Settings, { arrivalGuide }: Checkin): boolean =>
  arrivalGuides.length > 0 || arrivalGuide !== undefined

/** Makes letters with the current arrival instructions; none while the rule withholds them. */
export const arrivalEnvelopes = ({
  arrivals,
  flow,
}: {
  arrivals: Arrivals
  flow: () => LetterFlow
}): ArrivalEnvelopes => ({
  linkOf: async (record, settings, base) =>
    base && (settings.doorQr || hasArrival(settings, record))
      ? receiptLinkAt(base, await arrivals.links.tokenOf(record), arrivalLanguage(record))
      : undefined,
  letterOf: async (record, settings, base, id) => {
    const state = await arrivals.stateOf(record, settings)
    if (state.is === 'waiting' && state.from && state.waits.length === 1) return { until: state.from }
    if (state.is !== 'released') return { dropped: true }
    const language = arrivalLanguage(record)
    const link = base ? receiptLinkAt(base, await arrivals.links.tokenOf(record), language) : undefined
    const logo = logoOf(settings.logoUrl)
    const guide = await arrivals.guideOf(record, settings, language)
    const words = lettersOf(flow().words[language])
    return {
      id,
      logo,
      from: { name: settings.companyName, address: settings.emailSender },
      to: record.email ?? '',
      replyTo: houseOf(settings),
      language,
      letter: arrivalLetter(record, guide, link, settings, words, language, logo?.picture),
    }
  },
})

type Parts = { store: Store; arrivals: Arrivals; mailQueue: Pick<MailQueue, 'enqueueArrival'>; now: () => Date }

/** Queues the letter when the instructions are released, or already when only the time is missing. */
export const arrivalLetters =
  ({ store, arrivals, mailQueue, now }: Parts) =>
  async (id: number, changed?: Checkin): Promise<void> => {
    const all = await allSettings(store)
    const found = changed ?? (await store.checkin(id))
    if (!found?.email || isUnconfirmed(found) || !hasArrival(all, found)) return
    const state = await arrivals.stateOf(found, all)
    const isTimeAlone = state.is === 'waiting' && state.from && state.waits.length === 1
    const at = state.is === 'released' ? now().toISOString() : isTimeAlone ? state.from : undefined
    if (at) await mailQueue.enqueueArrival(id, at)
  }
