import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { calendarFeed } from './bookings'
import { arrivalGuide, code, deposit } from './code'
import { mostGuests, namedGuests } from './guest'
import { hostLanguages } from './languages'
import { policeAccount, regionStructure } from './offices'
import { type OfferedReliefs, taxRuleSet } from './tax'
import { thanks } from './vocabulary'

const flag = (value: boolean) => ({ type: 'boolean', default: value }) as const
const text = { type: 'string', maxLength: 300, default: '' } as const
const link = { type: 'string', maxLength: 2000, format: 'webAddress', default: '' } as const
const mail = { type: 'string', maxLength: 254, format: 'emailOrEmpty', default: '' } as const
/** The steps of the guide, in order. `invite`: a guest was invited; `over`: the guide was closed. */
export const guideSteps = [
  'name',
  'units',
  'code',
  'guest',
  'day',
  'door',
  'retention',
  'pin',
  'invite',
  'over',
] as const
export type GuideStep = (typeof guideSteps)[number]
const guide = { type: 'array', items: { type: 'string', enum: guideSteps }, maxItems: 20, default: [] } as const

/** A day on which a structure is closed, for the region's month file. */
const closedDay = {
  type: 'object',
  properties: {
    structureCode: { type: 'string', minLength: 1, maxLength: 20 },
    day: { type: 'string', format: 'calendar' },
  },
  required: ['structureCode', 'day'],
  additionalProperties: false,
} as const

export const settings = {
  type: 'object',
  properties: {
    adminPin: { type: 'string', pattern: '^[0-9]{4}$', default: '' },
    // The second alternative is the mask of a secret.
    adminAccessCode: { type: 'string', pattern: '^([0-9]{4}|•+)?$', default: '' },
    enableSecondGuest: flag(true),
    enableThirdGuest: flag(true),
    enableCompanyInvoice: flag(true),
    askThirdGuestCitizenship: flag(false),
    askFiscalCodeFirst: flag(false),
    readDocuments: flag(false),
    mostGuests: { type: 'integer', minimum: namedGuests.length, maximum: mostGuests, default: 12 },
    todayFirst: flag(false),
    letterLanguage: { type: 'string', enum: hostLanguages, default: 'it' },
    onlyIdentified: flag(false),
    arrivalDaysAhead: { type: 'integer', minimum: 0, maximum: 60, default: 2 },
    logoUrl: { type: 'string', maxLength: 400_000, format: 'logo', default: '' },
    accentColour: { type: 'string', pattern: '^(#[0-9a-f]{6})?$', default: '' },
    companyName: { type: 'string', maxLength: 80, default: '' },
    houseAddress: { type: 'string', maxLength: 200, default: '' },
    houseCin: { type: 'string', maxLength: 40, default: '' },
    reservationCodes: { type: 'array', items: code, maxItems: 2000, default: [] },
    dailyCheckins: { type: 'integer', minimum: 1, maximum: 5000, default: 50 },
    codeCheckins: { type: 'integer', minimum: 1, maximum: 100_000, default: 2000 },
    publicAddress: link,
    guide,
    paymentCurrency: { type: 'string', pattern: '^[A-Z]{3}$', default: 'EUR' },
    paymentAmount: { type: 'string', pattern: '^([0-9]{1,6}([.,][0-9]{1,2})?)?$', default: '' },
    paymentDescription: { type: 'string', maxLength: 300, default: deposit },
    enablePayPal: flag(false),
    paypalLink: link,
    enableStripe: flag(false),
    stripeAccountName: text,
    stripeAccountEmail: mail,
    stripeWebhookSecret: text,
    stripeProductName: text,
    stripeProductDescription: text,
    stripeSecretKey: text,
    stripePublicKey: text,
    enableSMTP2GO: flag(false),
    smtp2goUsername: text,
    smtp2goPassword: text,
    emailSender: mail,
    emailReplyTo: mail,
    emailSubject: { type: 'string', maxLength: 200, default: 'Conferma check-in online' },
    inviteWhen: { type: 'string', enum: ['', 'known', 'before'], default: '' },
    inviteDays: { type: 'integer', minimum: 1, maximum: 90, default: 7 },
    reminderDays: { type: 'integer', minimum: 0, maximum: 30, default: 0 },
    secondReminderDays: { type: 'integer', minimum: 0, maximum: 30, default: 0 },
    ross1000StructureCode: { type: 'string', minLength: 1, maxLength: 20, default: 'A00000' },
    ross1000Rooms: { type: 'integer', minimum: 0, maximum: 99_999, default: 10 },
    ross1000AvailableRooms: { type: 'integer', minimum: 0, maximum: 99_999, default: 16 },
    ross1000AvailableBeds: { type: 'integer', minimum: 0, maximum: 99_999, default: 34 },
    closedDays: { type: 'array', items: closedDay, maxItems: 10_000, default: [] },
    taxRate: { type: 'string', pattern: '^([0-9]{1,4}([.,][0-9]{1,2})?)?$', default: '' },
    taxFromAge: { type: 'integer', minimum: 0, maximum: 120, default: 0 },
    taxMostNights: { type: 'integer', minimum: 0, maximum: 400, default: 0 },
    askTaxRelief: flag(false),
    taxPayWay: { type: 'string', enum: ['', 'stay', 'apart'], default: '' },
    taxRules: { type: 'array', items: taxRuleSet, maxItems: 40, default: [] },
    policeApartmentColumn: flag(false),
    policeAccounts: { type: 'array', items: policeAccount, maxItems: 50, default: [] },
    regionStructures: { type: 'array', items: regionStructure, maxItems: 50, default: [] },
    calendarFeeds: { type: 'array', items: calendarFeed, maxItems: 50, default: [] },
    // The second alternative is the mask of a secret.
    webhookAddress: { type: 'string', maxLength: 2000, pattern: '^(https?://[^\\s]+|•+)?$', default: '' },
    webhookGuests: flag(false),
    arrivalGuides: { type: 'array', items: arrivalGuide, maxItems: 2001, default: [] },
    arrivalIdentified: flag(false),
    arrivalPaid: flag(false),
    arrivalTimed: flag(false),
    arrivalHour: { type: 'integer', minimum: 0, maximum: 23, default: 15 },
    arrivalHoursBefore: { type: 'integer', minimum: 0, maximum: 168, default: 1 },
    doorQr: flag(false),
    videoCall: { ...link, pattern: '^(https://.*)?$' },
    policeAutomatic: flag(false),
    policeWaitMinutes: { type: 'integer', minimum: 1, maximum: 240, default: 15 },
    regionAutomatic: flag(false),
    sendingPaused: flag(false),
    sendingReminders: flag(true),
    thanksMessage: { type: 'string', maxLength: 1000, default: thanks },
    redirectUrl: link,
    redirectSeconds: { type: 'integer', minimum: 0, maximum: 600, default: 2 },
    enableRetention: flag(false),
    identityDays: { type: 'integer', minimum: 1, maximum: 400, default: 60 },
    recordYears: { type: 'integer', minimum: 0, maximum: 20, default: 6 },
    letterDays: { type: 'integer', minimum: 3, maximum: 400, default: 60 },
    accessDays: { type: 'integer', minimum: 30, maximum: 1095, default: 365 },
    exportYears: { type: 'integer', minimum: 0, maximum: 20, default: 5 },
    // D.M. 7 January 2013: police receipts are kept for five years.
    receiptYears: { type: 'integer', minimum: 5, maximum: 20, default: 5 },
    flowYears: { type: 'integer', minimum: 0, maximum: 20, default: 5 },
    enableLocalExcelSave: flag(false),
    excelCheckinsPath: text,
    excelSettingsPath: text,
    excelIstatComuniPath: text,
    excelIstatStatiPath: text,
  },
  additionalProperties: false,
} as const satisfies JSONSchema

export type SettingName = keyof typeof settings.properties
export type Settings = Required<FromSchema<typeof settings>>

/** The settings anyone may read. None names a code, a PIN or a secret. */
export const publicSettings = [
  'enableSecondGuest',
  'enableThirdGuest',
  'mostGuests',
  'enableCompanyInvoice',
  'askThirdGuestCitizenship',
  'askFiscalCodeFirst',
  'readDocuments',
  'arrivalDaysAhead',
  'logoUrl',
  'accentColour',
  'companyName',
  'houseAddress',
  'paymentCurrency',
  'paymentAmount',
  'paymentDescription',
  'askTaxRelief',
  'taxPayWay',
  'enablePayPal',
  'paypalLink',
  'enableStripe',
  'stripeProductName',
  'stripeProductDescription',
  'stripePublicKey',
  'thanksMessage',
  'redirectUrl',
  'redirectSeconds',
] as const satisfies SettingName[]

/**
 * The settings that need the PIN again; a change is mailed to the former address and logged. `secret`: shown to the
 * host as a mask. `accounts`: a list with secret parts. `leads`: sends a guest's payment, letters or data elsewhere.
 * `lastEntry`: a list that must not become empty, because a house without codes admits everybody.
 */
export const guardedSettings = {
  adminPin: 'secret',
  adminAccessCode: 'secret',
  stripeSecretKey: 'secret',
  stripeWebhookSecret: 'secret',
  smtp2goPassword: 'secret',
  webhookAddress: 'secret',
  policeAccounts: 'accounts',
  regionStructures: 'accounts',
  calendarFeeds: 'accounts',
  arrivalGuides: 'accounts',
  reservationCodes: 'lastEntry',
  paymentCurrency: 'leads',
  paymentAmount: 'leads',
  paymentDescription: 'leads',
  paypalLink: 'leads',
  stripeAccountName: 'leads',
  stripeAccountEmail: 'leads',
  stripeProductName: 'leads',
  stripeProductDescription: 'leads',
  stripePublicKey: 'leads',
  enableSMTP2GO: 'leads',
  smtp2goUsername: 'leads',
  emailSender: 'leads',
  emailReplyTo: 'leads',
  publicAddress: 'leads',
  redirectUrl: 'leads',
  videoCall: 'leads',
  thanksMessage: 'leads',
  webhookGuests: 'leads',
} as const satisfies { [name in SettingName]?: 'secret' | 'accounts' | 'lastEntry' | 'leads' }

export type GuardedSetting = keyof typeof guardedSettings
type Guarded<G> = {
  [name in GuardedSetting]: (typeof guardedSettings)[name] extends G ? name : never
}[GuardedSetting]

const guardedBy = <G extends (typeof guardedSettings)[GuardedSetting]>(guard: G) =>
  (Object.keys(guardedSettings) as GuardedSetting[]).filter(
    (name): name is Guarded<G> => guardedSettings[name] === guard,
  )

/** The secrets: the host sees a mask, and a returned mask changes nothing. */
export const secretSettings = guardedBy('secret')

/** The lists of accounts, with the secret parts of an entry. */
export const secretParts = {
  policeAccounts: ['password', 'wsKey'],
  regionStructures: ['password'],
  calendarFeeds: ['address'],
  arrivalGuides: ['keyBox', 'wifiPassword'],
} as const satisfies { [name in Guarded<'accounts'>]: readonly string[] }

/** The settings of automatic sending: off in a downloaded backup, which lacks everything sent after it. */
export const automaticSettings = [
  'policeAutomatic',
  'regionAutomatic',
  'inviteWhen',
  'reminderDays',
  'secondReminderDays',
] as const satisfies SettingName[]

/** The settings of a new house. */
export const defaults = Object.fromEntries(
  Object.entries(settings.properties).map(([name, rule]) => [name, rule.default]),
) as unknown as Settings

/** The settings in a guest's browser; `lettersInCodes` tells the keypad which keys a code needs. */
export type PublicSettings = Pick<Settings, (typeof publicSettings)[number]> & {
  lettersInCodes: boolean
  /** Whether the house has rules of the tourist tax, and what guests can claim if they are asked. */
  hasTax: boolean
  taxReliefs: readonly OfferedReliefs[]
  /** Only after a sign-in with the access code: where the host goes next. */
  todayFirst?: boolean
}

/** Shown instead of a secret; sent back, it means "unchanged". */
export const mask = '••••••••'
