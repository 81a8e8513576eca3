import { createHash } from 'node:crypto'
import { recordParts } from '../../schema/checkin'
import { type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { noticeOf, type PrivacyNotice, type PurposeOf } from '../../src/core/privacy/notice'
import { beyondLaw } from '../../src/core/privacy/purposes'
import type { PublishedFlow } from '../flow/assets'
import { houseOf } from '../mail/envelope'
import { canSend } from '../mail/smtp'
import { cardProvider } from '../settings/card-provider'
import { serialQueue } from '../shared/queues'
import type { Store } from '../store/store'

/** A privacy notice in every language, under the name of its version. */
export type Notices = { version: string; pages: { readonly [language in Language]: PrivacyNotice } }

/** Milliseconds for which a version that was found in the store is not looked for again. */
const minute = 60_000

/** What guests are asked beyond the law; where the flow of a house does not say what for, it is for the stay. */
const askedIn = ({ flow }: Pick<PublishedFlow, 'flow'>, { enableCompanyInvoice }: Settings): PurposeOf[] =>
  beyondLaw(flow)
    .filter(({ field }) => enableCompanyInvoice || !(recordParts.invoice as readonly string[]).includes(field))
    .map(({ field, purpose = 'stay' }) => ({ field, purpose }))

const factsOf = (settings: Settings, served: Pick<PublishedFlow, 'flow'>) => ({
  house: settings.companyName,
  contact: houseOf(settings),
  isKept: settings.enableRetention,
  identityDays: settings.identityDays,
  recordYears: settings.recordYears,
  receiptYears: settings.receiptYears,
  hasMail: canSend(settings),
  payment: [cardProvider.isOn(settings) && cardProvider.title, settings.enablePayPal && 'PayPal'].filter(
    (name) => name !== false,
  ),
  asked: askedIn(served, settings),
})

/**
 * The house's privacy notice, made from its settings and the flow that is served. A version is told by the digest of
 * its text in every language; the first check-in made under one keeps it in the store, so that what a guest was told
 * can be shown as it was.
 */
export const privacyNotices = (
  store: Pick<Store, 'note' | 'notes'>,
  served: () => Pick<PublishedFlow, 'flow' | 'words' | 'notices'>,
  now: () => Date,
) => {
  let made: { settings: Settings; of: PublishedFlow['flow']; notices: Notices } | undefined
  let seen = { version: '', at: 0 }
  const queue = serialQueue()

  const current = (settings: Settings): Notices => {
    const flow = served()
    // Settings and flow are objects of their own after each change.
    if (made?.settings === settings && made.of === flow.flow) return made.notices
    const facts = factsOf(settings, flow)
    const pages = Object.fromEntries(
      languages.map((code) => [code, noticeOf(facts, { ...flow.notices[code], ...flow.words[code] })]),
    ) as Notices['pages']
    const version = createHash('sha256').update(JSON.stringify(pages)).digest('hex').slice(0, 10)
    made = { settings, of: flow.flow, notices: { version, pages } }
    return made.notices
  }
  const kept = async (version: string) => (await store.notes('notice')).find((one) => one.version === version)

  return {
    current,
    /** Keeps the notice of now, once for each version, and answers its name. */
    keep: (settings: Settings): Promise<string> => {
      const { version, pages } = current(settings)
      return queue.run(async () => {
        const at = now()
        // Looked for once a minute: every guest's check-in asks, and what is kept is not soon removed.
        if (seen.version === version && Math.abs(at.getTime() - seen.at) < minute) return version
        if (!(await kept(version))) await store.note('notice', { at: at.toISOString(), version, pages })
        seen = { version, at: at.getTime() }
        return version
      })
    },
    /** A version that was kept; undefined where none is called so. */
    kept,
  }
}

export type PrivacyNotices = ReturnType<typeof privacyNotices>
