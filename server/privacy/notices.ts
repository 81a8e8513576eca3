import { type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { recordParts } from '../../src/core/checkin/record-parts'
import { beyondLaw, noticeOf, type PrivacyNotice, type PurposeOf } from '../../src/core/data-protection/notice'
import { serialQueue } from '../../src/core/tasks'
import { hasTax } from '../../src/core/tax/town-rules'
import type { PublishedFlow } from '../flow/assets'
import { houseOf } from '../mail/envelope'
import { canSend, cardProvider } from '../settings/switches'
import { sha256 } from '../shared/digests'
import type { Store } from '../store/store'

export type Notices = { version: string; pages: { readonly [language in Language]: PrivacyNotice } }

/** Milliseconds a stored version is not looked up again. */
const minute = 60_000

/** Returns the asked fields that no law requires, with their purpose (by default the stay). */
const askedIn = (
  { flow }: Pick<PublishedFlow, 'flow'>,
  { enableCompanyInvoice, askTaxRelief }: Settings,
): PurposeOf[] =>
  beyondLaw(flow)
    .filter(({ field }) => enableCompanyInvoice || !(recordParts.invoice as readonly string[]).includes(field))
    .filter(({ field }) => askTaxRelief || field !== 'taxClaims')
    .map(({ field, purpose = 'stay' }) => ({ field, purpose }))

const merged = new WeakMap<PublishedFlow['words'], PublishedFlow['words']>()

/** Returns the words of the notice and of a flow, some thousand in each language: merged once for all its houses. */
const wordsOf = ({ words, notices }: Pick<PublishedFlow, 'words' | 'notices'>): PublishedFlow['words'] => {
  const all =
    merged.get(words) ??
    (Object.fromEntries(
      languages.map((code) => [code, { ...notices[code], ...words[code] }]),
    ) as PublishedFlow['words'])
  merged.set(words, all)
  return all
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '')

const factsOf = (settings: Settings, served: Pick<PublishedFlow, 'flow'>) => ({
  house: settings.companyName,
  contact: houseOf(settings),
  isKept: settings.enableRetention,
  identityDays: settings.identityDays,
  recordYears: settings.recordYears,
  receiptYears: settings.receiptYears,
  hasMail: canSend(settings),
  readsDocuments: settings.readDocuments,
  hasTax: hasTax(settings),
  payment: [cardProvider.isOn(settings) && cardProvider.title, settings.enablePayPal && 'PayPal'].filter(
    (name) => name !== false,
  ),
  program: settings.webhookGuests && settings.webhookAddress ? hostOf(settings.webhookAddress) : '',
  hasInstructions: settings.arrivalGuides.length > 0,
  hasDoor: settings.doorQr,
  video: settings.doorQr ? hostOf(settings.videoCall) : '',
  asked: askedIn(served, settings),
})

/** The privacy notice of settings and flow. Its version is a digest; the version that a check-in names stays stored. */
export const privacyNotices = (
  store: Pick<Store, 'note' | 'notes'>,
  served: () => Pick<PublishedFlow, 'flow' | 'words' | 'notices'>,
  now: () => Date,
) => {
  let cached: { settings: Settings; of: PublishedFlow['flow']; notices: Notices } | undefined
  let seen = { version: '', at: 0 }
  const queue = serialQueue()

  const current = (settings: Settings): Notices => {
    const flow = served()
    // Settings and flow are new objects after each change.
    if (cached?.settings === settings && cached.of === flow.flow) return cached.notices
    const facts = factsOf(settings, flow)
    const words = wordsOf(flow)
    const pages = Object.fromEntries(languages.map((code) => [code, noticeOf(facts, words[code])])) as Notices['pages']
    const version = sha256(JSON.stringify(pages)).slice(0, 10)
    cached = { settings, of: flow.flow, notices: { version, pages } }
    return cached.notices
  }
  const stored = async (version: string) => (await store.notes('notice')).find((one) => one.version === version)

  return {
    current,
    /** Stores the present notice, once a version, and returns the version. */
    keep: (settings: Settings): Promise<string> => {
      const { version, pages } = current(settings)
      return queue.run(async () => {
        const at = now()
        // Looked up at most once a minute, because every check-in needs it.
        if (seen.version === version && Math.abs(at.getTime() - seen.at) < minute) return version
        if (!(await stored(version))) await store.note('notice', { at: at.toISOString(), version, pages })
        seen = { version, at: at.getTime() }
        return version
      })
    },
    stored,
  }
}

export type PrivacyNotices = ReturnType<typeof privacyNotices>
