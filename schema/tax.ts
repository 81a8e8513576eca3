import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Who } from './guest'

const cents = { type: 'integer', minimum: 0, maximum: 100_000 } as const
const name = { type: 'string', maxLength: 60 } as const
const age = { type: 'integer', minimum: 1, maximum: 120 } as const
const yearDay = { type: 'string', pattern: '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' } as const
const only = { type: 'object', additionalProperties: false } as const

/** The price of a person's night. `percent` is in hundredths; a band holds prices below `under`. */
const basis = {
  anyOf: [
    { ...only, properties: { kind: { const: 'fixed' }, cents }, required: ['kind', 'cents'] },
    {
      ...only,
      properties: {
        kind: { const: 'percent' },
        percent: { type: 'integer', minimum: 1, maximum: 10_000 },
        least: cents,
        most: cents,
      },
      required: ['kind', 'percent', 'least', 'most'],
    },
    {
      ...only,
      properties: {
        kind: { const: 'bands' },
        bands: {
          type: 'array',
          minItems: 1,
          maxItems: 20,
          items: {
            ...only,
            properties: { under: { type: 'integer', minimum: 1, maximum: 10_000_000 }, cents },
            required: ['cents'],
          },
        },
      },
      required: ['kind', 'bands'],
    },
  ],
} as const

/** A rate of the town: without category, zone or season it holds for all of them. */
const rate = {
  ...only,
  properties: {
    category: name,
    zone: name,
    season: { ...only, properties: { from: yearDay, until: yearDay }, required: ['from', 'until'] },
    basis,
  },
  required: ['basis'],
} as const

/** The kinds of reductions and exemptions: by a fact of the record, or because guest or host say so. */
export const reliefKinds = [
  'minor',
  'senior',
  'resident',
  'patient',
  'carer',
  'disabled',
  'companion',
  'driver',
  'guide',
  'police',
  'civil',
  'own',
] as const

/** A reduction of `off` per cent, 100 an exemption; `per`: one such guest in so many. */
const relief = {
  ...only,
  properties: {
    kind: { type: 'string', enum: reliefKinds },
    off: { type: 'integer', minimum: 1, maximum: 100 },
    age,
    per: { type: 'integer', minimum: 2, maximum: 200 },
    id: { type: 'string', pattern: '^own[0-9]{1,6}$' },
    text: name,
  },
  required: ['kind', 'off'],
} as const

const ruleParts = {
  town: name,
  from: { type: 'string', format: 'calendar' },
  until: { type: 'string', anyOf: [{ const: '' }, { format: 'calendar' }] },
  category: name,
  zone: name,
  /** Rooms by their code whose category or zone is another. */
  elsewhere: {
    type: 'array',
    maxItems: 50,
    items: {
      ...only,
      properties: { codes: { type: 'string', pattern: '^[A-Z0-9]{4}( [A-Z0-9]{4})*$' }, category: name, zone: name },
      required: ['codes', 'category', 'zone'],
    },
  },
  rates: { type: 'array', minItems: 1, maxItems: 60, items: rate },
  mostNights: { type: 'integer', minimum: 0, maximum: 400 },
  count: { type: 'string', enum: ['stay', 'consecutive', 'year'] },
  ageOn: { type: 'string', enum: ['arrival', 'night'] },
  reliefs: { type: 'array', maxItems: 40, items: relief },
  rounding: {
    ...only,
    properties: {
      to: { type: 'integer', enum: [1, 5, 10, 50, 100] },
      way: { type: 'string', enum: ['nearest', 'down', 'up'] },
    },
    required: ['to', 'way'],
  },
  source: {
    ...only,
    properties: {
      title: { type: 'string', maxLength: 200 },
      link: { type: 'string', maxLength: 2000, format: 'webAddress' },
      day: { type: 'string', anyOf: [{ const: '' }, { format: 'calendar' }] },
    },
    required: ['title', 'link', 'day'],
  },
} as const

/**
 * The tourist tax of a town (D.Lgs. 23/2011, art. 4) from a day to another, both in it; an empty `until` is open.
 * Amounts are cents. `mostNights` 0 taxes all nights; they are counted by stay, over stays that follow each other, or
 * by calendar year. Of `reliefs` the first that fits counts.
 */
export const taxRuleSet = {
  ...only,
  properties: ruleParts,
  required: Object.keys(ruleParts) as (keyof typeof ruleParts)[],
} as const satisfies JSONSchema

export type TaxRuleSet = FromSchema<typeof taxRuleSet>
export type TaxRate = TaxRuleSet['rates'][number]
export type TaxBasis = TaxRate['basis']
export type TaxRelief = TaxRuleSet['reliefs'][number]

/** The reliefs that guests who arrive from a day to another can claim; an empty `until` is open. */
export type OfferedReliefs = Pick<TaxRuleSet, 'from' | 'until' | 'reliefs'>

export const taxWays = ['stay', 'cash', 'card', 'online'] as const
export type TaxWay = (typeof taxWays)[number]

/**
 * A receipt: what was collected of a check-in's tax, in cents, negative if given back. `day` is the day in Italy;
 * `number` counts from 1 in its year, and anew in the `series` after each restore. It names no guest, and outlives the
 * check-in.
 */
export type TaxPayment = {
  checkin: number
  at: string
  day: string
  cents: number
  way: TaxWay
  number: number
  series?: string
}

/** A check-in's part of a quarter: nights of all guests, those taxed, and cents. It names no guest. */
export type TaxFigure = { checkin: number; nights: number; taxed: number; cents: number }

/** The change: the check-in was deleted or is new, other nights or guests, exemptions, or the amount alone. */
export type CorrectionReason = 'removed' | 'added' | 'nights' | 'taxed' | 'amount'

/** The difference of a check-in to its closed quarter, declared with a later one; figures may be negative. */
export type TaxCorrection = TaxFigure & { quarter: string; why: CorrectionReason }

/** Why a night costs what it does: the key of a sentence, with its parameters. */
export type Why =
  | { key: 'none' | 'unpriced' }
  | { key: 'limit'; night: number; most: number }
  | { key: 'exempt' | 'reduced'; relief: TaxRelief }
  | { key: TaxBasis['kind']; basis: TaxBasis; price: number }

/** A guest's night: the day on which it begins, its tax in cents, and why. */
export type TaxedNight = { day: string; cents: number; why: Why }

export type TaxMonth = { month: string; nights: number; taxed: number; exempt: number; amount: number }

/** A guest's nights, counted from 1, that cost the same for the same reason; `cents` of all of them. */
export type NightRun = { from: number; until: number; cents: number; why: Why }

/** A stay's tax as its guest sees it, in cents; `paid` was collected. `isOverStays`: earlier stays may lessen it. */
export type ShownTax = {
  amount: number
  paid: number
  isOverStays: boolean
  guests: { who: Who; amount: number; runs: NightRun[] }[]
}

export type TaxLine = { why: Why; nights: number; amount: number }

/** A quarter as it was declared; `quarter` is its first month `YYYY-MM`. */
export type TaxClosing = {
  at: string
  quarter: string
  stays: readonly TaxFigure[]
  corrections: readonly TaxCorrection[]
  months: readonly TaxMonth[]
  lines: readonly TaxLine[]
}

/** The closed quarters, receipts and open corrections of a year; `closed`: all closed quarters. */
export type TaxBooks = {
  closings: readonly TaxClosing[]
  payments: readonly TaxPayment[]
  closed: readonly string[]
  corrections: readonly TaxCorrection[]
}
