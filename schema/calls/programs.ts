import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { languages } from '../languages'
import { call, callOfHost, type WithPin } from './call'

/** The most bookings of one call. */
export const mostSent = 100

/** A booking as a program sends it: always whole. An empty or absent field is unknown. */
export const sentBooking = {
  type: 'object',
  description:
    'A booking, always whole: a field that is absent is unknown. For a cancellation, reference, updated and status are enough.',
  properties: {
    reference: {
      type: 'string',
      minLength: 1,
      maxLength: 40,
      description: 'The booking in your program. With the key it names one stay, however often it is sent.',
    },
    updated: {
      type: 'string',
      format: 'date-time',
      description:
        'When the booking last changed in your program, to the millisecond and with a zone. Raise it with every change: a call that is not newer changes nothing.',
    },
    status: { type: 'string', enum: ['booked', 'cancelled'], default: 'booked' },
    arrival: { type: 'string', format: 'date', description: 'Required unless cancelled.' },
    departure: { type: 'string', format: 'date', description: 'Required unless cancelled; 1 to 365 nights later.' },
    code: { type: 'string', maxLength: 4, description: 'The reservation code of the room in Benvenuto.' },
    room: { type: 'string', maxLength: 120 },
    people: { type: 'integer', minimum: 1, maximum: 99 },
    name: { type: 'string', maxLength: 120 },
    email: { type: 'string', maxLength: 254 },
    phone: { type: 'string', maxLength: 30 },
    language: { type: 'string', enum: languages, description: 'The language of letters to the guest.' },
  },
  required: ['reference', 'updated'],
  additionalProperties: false,
} as const satisfies JSONSchema

/** What was done with a sent booking, each with its meaning. */
export const sentVerdicts = {
  added: 'A new expected stay.',
  changed: 'The known stay was changed, or is expected again after its cancellation.',
  same: 'Nothing to change.',
  older: 'A state that is as new or newer is stored: nothing was changed.',
  cancelled: 'The stay is cancelled. A booking that comes later with an older `updated` does not bring it back.',
  removed: 'The host took the stay out: nothing was changed.',
  past: 'Unknown, and departed more than 14 days ago: nothing was stored.',
  full: 'The house holds as many stays as it can: nothing was stored.',
  refused: '`faults` say why: nothing was stored.',
} as const
export type SentVerdict = keyof typeof sentVerdicts

const verdict = {
  type: 'object',
  properties: {
    reference: { type: 'string' },
    verdict: { type: 'string', enum: Object.keys(sentVerdicts) as SentVerdict[] },
    stay: { type: 'integer', description: 'The number of the stay in Benvenuto.' },
    faults: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, rule: { type: 'string' } },
        required: ['field', 'rule'],
        additionalProperties: false,
      },
    },
  },
  required: ['reference', 'verdict'],
  additionalProperties: false,
} as const satisfies JSONSchema

/** The verdict of one sent booking; `faults` where it was refused. */
export type BookingVerdict = FromSchema<typeof verdict>

export const bookingsCall = {
  body: {
    type: 'object',
    properties: { bookings: { type: 'array', items: sentBooking, minItems: 1, maxItems: mostSent } },
    required: ['bookings'],
    additionalProperties: false,
  },
  data: {
    type: 'object',
    properties: { results: { type: 'array', items: verdict, description: 'In the order of the bookings.' } },
    required: ['results'],
    additionalProperties: false,
  },
} as const satisfies { [part in 'body' | 'data']: JSONSchema }

/** A program that sends bookings; `used`: its last call (ISO instant, to the hour). A restore removes its key. */
export type ConnectedProgram = { name: string; made: string; used?: string; hasKey: boolean }

export type Programs = { programs: ConnectedProgram[] }

/** The calls that other programs make, and the host's calls about them. */
export const programCalls = {
  'POST /api/v1/bookings': call<{
    body: FromSchema<typeof bookingsCall.body>
    data: { results: BookingVerdict[] }
  }>({ who: 'program', costs: 'program', limit: 200_000 }),
  'GET /api/openapi.json': call<{ whole: object }>({ who: 'anyone' }),
  'GET /api/programs': callOfHost<{ data: Programs }>('none', { quiet: true }),
  /** Makes a program's key, or a new one in its place, and shows it once. */
  'POST /api/programs': callOfHost<{ body: { name: string } & WithPin; data: { key: string } }>({ what: 'secret' }),
  /** Withdraws a program's key. Its stays remain. */
  'POST /api/programs/withdraw': callOfHost<{ body: { name: string } }>({ what: 'secret' }),
} as const
