/** The controls of guests' fields: `src/ui/controls/table.ts` has a row for each. */
export const controlNames = [
  'text',
  'code',
  'pin',
  'email',
  'phone',
  'prefix',
  'country',
  'town',
  'date',
  'buttons',
  'several',
  'select',
  'textarea',
  'arrival',
  'nights',
  'reliefs',
  'language',
] as const

/** The panels a step can show: `src/ui/guest` has a component for each. */
export const panelNames = [
  'privacy',
  'codeHelp',
  'warning',
  'text',
  'review',
  'pay',
  'paypal',
  'payReturn',
  'receipt',
  'sample',
  'barcode',
  'returning',
  'document',
] as const

/** How typed text is normalised: `src/core/flow/validation.ts` has a function for each. */
export const cleanerNames = ['letters', 'upper', 'noSpaces', 'digits', 'alphanumeric'] as const

/** The formats of a host's own question: `src/core/flow/schema-faults.ts` has a test for each. */
export const ownFormats = ['letters', 'digits', 'plate', 'number', 'decimal', 'calendar'] as const

/** Why a house asks what no law requires. Purposes that need consent (GDPR, art. 6 and 7) are not offered. */
export const purposes = ['contact', 'stay', 'services', 'invoice', 'payment', 'tax'] as const

type WriteForm = { abroad?: string; ready?: true; fixed?: true }

/**
 * The only ways in which the flow may fill a field of an official file without asking. `abroad`: the country named
 * here, if it is not Italy, replaces the town. `ready`: the card may show a value. `fixed`: a constant may replace the
 * question.
 */
export const writeForms: { readonly [field: string]: WriteForm } = {
  citizenship: { ready: true },
  birthCountry: { ready: true },
  birthCity: { abroad: 'birthCountry' },
  residenceCountry: { ready: true },
  residenceCity: { abroad: 'residenceCountry', ready: true },
  documentIssuePlace: { abroad: 'residenceCountry', ready: true },
  numberOfNights: { ready: true, fixed: true },
}

type Rules = {
  outcomes: readonly string[]
  proof: string
  seen?: readonly string[]
  begins?: true
  sends?: true
  follows?: true
  ends?: true
  invents?: true
  aids?: true
}

/**
 * The effects of steps and the outcomes their arms route on; `failed` is a rejection. A draft with the field `proof`
 * has already had the first outcome. `seen` outcomes stay green for a moment. An effect `begins` a check-in and forgets
 * the last one, `sends` it to the host, `follows` only after that, `ends` it with the receipt, `invents` its answers,
 * or `aids` the guest: it fills in what other steps ask; a draft without its proof had the second outcome.
 */
export const effectTable = {
  chooseLanguage: { outcomes: ['chosen', 'failed'], proof: 'selectedLanguage', begins: true },
  acceptCode: {
    outcomes: ['checkin', 'admin', 'unknown', 'early', 'failed'],
    proof: 'reservationCode',
    seen: ['checkin', 'admin'],
  },
  saveStay: { outcomes: ['saved', 'skipped', 'failed'], proof: 'departureDate' },
  submit: { outcomes: ['saved', 'refused', 'failed'], proof: 'checkInId', sends: true },
  savePayment: { outcomes: ['saved', 'failed'], proof: 'paymentMethod', follows: true },
  openPayPal: { outcomes: ['opened', 'unconfigured', 'failed'], proof: 'paymentStatus', follows: true },
  startPayment: { outcomes: ['sent', 'skipped', 'failed'], proof: 'paymentProvider', follows: true },
  checkPayment: { outcomes: ['paid', 'abandoned', 'pending', 'failed'], proof: 'paymentStatus', follows: true },
  confirm: { outcomes: ['confirmed', 'failed'], proof: 'checkInId', follows: true, ends: true },
  readDocument: { outcomes: ['read', 'skipped', 'failed'], proof: 'readDocument', aids: true },
  readFiscalCode: { outcomes: ['read', 'skipped', 'failed'], proof: 'mainGuestFiscalCode', aids: true },
  loadSample: { outcomes: ['loaded', 'failed'], proof: 'reservationCode', invents: true },
} as const satisfies Record<string, Rules>

/** The same table for an effect known only at run time. */
export const rules: { readonly [effect in keyof typeof effectTable]: Rules } = effectTable

export type Control = (typeof controlNames)[number]
export type OwnFormat = (typeof ownFormats)[number]
export type Purpose = (typeof purposes)[number]
export type PanelName = (typeof panelNames)[number]
export type Cleaner = (typeof cleanerNames)[number]
export type Effect = keyof typeof effectTable
export type Outcome<E extends Effect = Effect> = (typeof effectTable)[E]['outcomes'][number]

/** The default thanks in Italian; other languages use their own words. */
export const thanks = 'Grazie per aver completato il check-in online!'
