/** The controls a field can be asked with; `src/ui/controls` has one for each. */
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
  'language',
] as const

/** The controls only the host's forms use; `src/ui/admin/controls` has one for each. */
export const hostControlNames = [
  'toggle',
  'number',
  'secret',
  'address',
  'picture',
  'colour',
  'day',
  'houseCode',
] as const

/** The read-only pieces a step can show; `src/ui/panels` has one for each. */
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
] as const

/** The read-only or hand-made pieces a host's form can show; `src/ui/admin/host-panels` has one for each. */
export const hostPanelNames = [
  'workbookFiles',
  'codes',
  'testMail',
  'consult',
  'structureInfo',
  'capacityInfo',
  'accessInfo',
  'redirectInfo',
  'mailInfo',
  'tables',
  'backup',
  'retention',
  'accountInfo',
  'accessLog',
  'devices',
  'keySignIn',
] as const

/** How typed text is evened out; `src/core/clean` has one for each. */
export const cleanerNames = ['letters', 'upper', 'noSpaces', 'digits', 'alphanumeric'] as const

/** The forms a host can demand of an answer; `src/core/flow/formats` has a test for each. */
export const ownFormats = ['letters', 'digits', 'plate', 'number', 'decimal', 'calendar'] as const

/**
 * What an answer is for that no law asks for: a guest reads it in the privacy notice. No purpose stands here that a
 * stay does not need (advertising, say): that would want a consent of its own (GDPR, art. 6 and 7).
 */
export const purposes = ['contact', 'stay', 'services', 'invoice', 'payment'] as const

type WriteForm = { abroad?: string; ready?: true; fixed?: true }

/**
 * The only forms in which the flow itself may fill a field of the law's files; every other value comes from the
 * guest's own answer. `abroad`: where this country of the same guest is not Italy, it stands for the town. `ready`: the
 * card may show a value before the guest answers. `fixed`: a fixed value may replace a question that nobody is asked.
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
}

/**
 * What a step can do, and the outcomes its arms may route on; `failed` is what a rejection gives. `proof` is the field
 * whose presence in a draft shows that the first outcome has already happened, so that a reloaded page knows how far
 * the guest had come. `seen` outcomes stand green for a moment before the guest goes on. A check-in `begins` with an
 * effect that forgets the one before it, `sends` with the one after which the host has it, which what `follows` takes
 * for granted, and `ends` with one after which only the receipt is left. One that `invents` writes the answers itself.
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
  loadSample: { outcomes: ['loaded', 'failed'], proof: 'reservationCode', invents: true },
} as const satisfies Record<string, Rules>

/** The same, to be asked of whatever effect a step names. */
export const rules: { readonly [effect in keyof typeof effectTable]: Rules } = effectTable

/** What a host's form can do, and the outcomes its arms may route on. */
export const hostEffectTable = {
  signIn: ['open', 'closed'],
  changePin: ['changed', 'failed'],
  saveSettings: ['saved', 'failed'],
  saveGroup: ['saved', 'failed'],
  saveCode: ['saved', 'failed'],
  saveAccount: ['saved', 'failed'],
  saveStructure: ['saved', 'failed'],
  createCheckin: ['saved', 'failed'],
  updateCheckin: ['saved', 'failed'],
  duplicateCheckin: ['saved', 'failed'],
} as const

/**
 * What a host's form is about: a setting, a check-in, a reservation code, the sign-in, a copy of a check-in, an account
 * at the police, a structure at the region.
 */
export const subjects = ['settings', 'checkin', 'code', 'access', 'copy', 'account', 'structure'] as const

/** How a host's form is framed. */
export const frameNames = ['card', 'page', 'tab', 'dialog'] as const

export type Control = (typeof controlNames)[number]
export type HostControl = (typeof hostControlNames)[number]
export type HostPanel = (typeof hostPanelNames)[number]
export type HostEffect = keyof typeof hostEffectTable
export type HostOutcome = (typeof hostEffectTable)[HostEffect][number]
export type FormSubject = (typeof subjects)[number]
export type Frame = (typeof frameNames)[number]
export type OwnFormat = (typeof ownFormats)[number]
export type Purpose = (typeof purposes)[number]
export type PanelName = (typeof panelNames)[number]
export type Cleaner = (typeof cleanerNames)[number]
export type Effect = keyof typeof effectTable
export type Outcome<E extends Effect = Effect> = (typeof effectTable)[E]['outcomes'][number]

/**
 * How guests are thanked until the host writes it otherwise; in another language than Italian, by that language's own
 * words.
 */
export const thanks = 'Grazie per aver completato il check-in online!'
