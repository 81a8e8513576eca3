import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { languages } from './languages'

/** A reservation code: the four characters in the host's message, and the room and structure they stand for. */
export const code = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 40 },
    code: { type: 'string', allOf: [{ minLength: 4, maxLength: 4 }, { pattern: '^[A-Z0-9]*$' }] },
    description: { type: 'string', minLength: 1, maxLength: 120 },
    showPaymentPage: { type: 'boolean', default: true },
    cir: { type: 'string', minLength: 1, maxLength: 40 },
    cin: { type: 'string', maxLength: 40 },
    structureCode: { type: 'string', minLength: 1, maxLength: 20 },
    arrivalDate: { type: 'string', format: 'calendar' },
    apartmentId: { type: 'string', pattern: '^[0-9]{0,6}$' },
    totalRooms: { type: 'integer', minimum: 1, maximum: 9999, default: 1 },
    totalBeds: { type: 'integer', minimum: 1, maximum: 9999, default: 2 },
  },
  required: ['id', 'code', 'description', 'showPaymentPage'],
  additionalProperties: false,
} as const satisfies JSONSchema

export type ReservationCode = FromSchema<typeof code>

/** The room of a house without codes, in Italian; guests' languages use their own words. */
export const standardRoom = 'Camera Standard'

/** The default description of a payment in Italian; other languages use their own words. */
export const deposit = 'Acconto prenotazione'

/** What the host wrote, by guest's language. */
const words = (maxLength: number) =>
  ({
    type: 'object',
    propertyNames: { enum: languages },
    additionalProperties: { type: 'string', maxLength },
  }) as const

/** How a guest gets in and what a guest should know, for the house, a room or one stay. */
const guideFields = {
  address: { type: 'string', maxLength: 200 },
  door: words(1000),
  keyBox: { type: 'string', maxLength: 100 },
  wifiName: { type: 'string', maxLength: 32 },
  wifiPassword: { type: 'string', maxLength: 63 },
  rules: words(2000),
  contact: words(300),
} as const

/** The id of the whole house's instructions; a room's have the id of its reservation code. */
export const houseGuide = 'house'

/** Arrival instructions of the house or a room. Key box and Wi-Fi password are secrets. */
export const arrivalGuide = {
  type: 'object',
  properties: { id: { type: 'string', minLength: 1, maxLength: 40 }, ...guideFields },
  required: ['id'],
  additionalProperties: false,
} as const satisfies JSONSchema

export type ArrivalGuide = FromSchema<typeof arrivalGuide>

/** The instructions of one stay, over the room's and the house's. */
export const stayGuide = {
  type: 'object',
  properties: guideFields,
  additionalProperties: false,
} as const satisfies JSONSchema

export type StayGuide = FromSchema<typeof stayGuide>

/** The fields of arrival instructions, in the order a guest reads them. */
export const guideFieldNames = Object.keys(guideFields) as (keyof StayGuide)[]

/** The fields that are written in several languages. */
export const spokenFields = ['door', 'rules', 'contact'] as const satisfies (keyof StayGuide)[]
export type SpokenField = (typeof spokenFields)[number]

/** The instructions as a guest reads them, in one language; empty fields are absent. */
export type ShownGuide = { [field in keyof StayGuide]?: string }

/** What instructions can wait for, besides the check-in. */
export const arrivalWaits = ['identified', 'paid', 'time'] as const
export type ArrivalWait = (typeof arrivalWaits)[number]

/**
 * Whether the guest of a check-in may read the instructions: `by` the rule or the host; withdrawn by the host; waiting
 * for something, `from` an ISO instant if it is the time; over after the departure.
 */
export type ArrivalState =
  | { is: 'released'; by: 'rule' | 'host'; at?: string }
  | { is: 'withdrawn'; at: string }
  | { is: 'waiting'; waits: ArrivalWait[]; from?: string }
  | { is: 'over' }

/** The host's own word on a check-in's instructions, over the rule; `at` is an ISO instant. */
export type ArrivalWord = { as: 'released' | 'withdrawn'; at: string }
