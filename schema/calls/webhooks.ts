import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { callOfHost, type WithPin } from './call'
import { paymentStates } from './payments'

/** The events that are sent to another program, each with its meaning. */
export const webhookTypes = {
  'checkin.created': 'A new check-in, with its whole state.',
  'checkin.changed': 'A known check-in changed. `changed` names the parts of `state`; `state` is whole.',
  'checkin.removed': 'The check-in was deleted: delete what you hold of its guests.',
  'webhook.test': 'The host pressed “Send a test”. `data` is empty.',
} as const
export type WebhookType = keyof typeof webhookTypes

/** The state of a check-in as another program sees it: nothing of it names a guest. */
export const sentState = {
  type: 'object',
  properties: {
    created: { type: 'string', format: 'date-time' },
    code: { type: 'string', description: 'The reservation code of the room in Benvenuto.' },
    room: { type: 'string' },
    arrival: { type: 'string', format: 'date' },
    departure: { type: 'string', format: 'date' },
    people: { type: 'integer', minimum: 1 },
    stay: { type: 'integer', description: 'The number of the expected stay it belongs to.' },
    reference: { type: 'string', description: 'The booking of that stay in your program, or at its platform.' },
    confirmed: { type: 'boolean', description: 'The guest has come to the end, or the host wrote the check-in.' },
    payment: { type: 'string', enum: ['none', ...paymentStates] },
    identified: { type: 'integer', description: 'How many of the people were compared with their documents.' },
    enabled: { type: 'boolean', description: 'The host has approved it for the police.' },
    police: {
      type: 'string',
      enum: ['open', 'refused', 'reported'],
      description: 'Whether every guest was reported to the police as the answers now are.',
    },
  },
  required: [
    'created',
    'code',
    'room',
    'arrival',
    'departure',
    'people',
    'confirmed',
    'payment',
    'identified',
    'enabled',
    'police',
  ],
  additionalProperties: false,
} as const satisfies JSONSchema

export type SentState = FromSchema<typeof sentState>

/** What `changed` can name. `guests`: an answer about a person. */
export const statePartNames = [...Object.keys(sentState.properties), 'guests'] as (keyof SentState | 'guests')[]
export type StatePart = (typeof statePartNames)[number]

/** A guest as another program sees them, only where the host allows it. The first has the contact. */
export const sentGuest = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    lastName: { type: 'string' },
    birthDate: { type: 'string', format: 'date' },
    citizenship: { type: 'string' },
    email: { type: 'string', description: 'Of the first guest.' },
    phone: { type: 'string', description: 'Of the first guest.' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema

export type SentGuest = FromSchema<typeof sentGuest>

const data = {
  type: 'object',
  properties: {
    checkin: { type: 'integer', description: 'The number of the check-in. It never comes twice.' },
    version: {
      type: 'integer',
      minimum: 1,
      description: 'Rises with every event of the check-in: ignore an event that is not newer than yours.',
    },
    changed: { type: 'array', items: { type: 'string', enum: statePartNames } },
    state: sentState,
    guests: { type: 'array', items: sentGuest, description: 'Only where the host allows it.' },
  },
  required: ['checkin', 'version'],
  additionalProperties: false,
} as const satisfies JSONSchema

/** Returns the JSON Schema of the body of an event. */
export const webhookBodyOf = (type: WebhookType): object => ({
  type: 'object',
  properties: {
    type: { const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'When the event happened.' },
    data: type === 'webhook.test' ? { type: 'object', additionalProperties: false } : data,
  },
  required: ['type', 'timestamp', 'data'],
  additionalProperties: false,
})

/** The body of an event; the test's data are empty. */
export type WebhookBody = {
  type: WebhookType
  timestamp: string
  data: Partial<FromSchema<typeof data>>
}

/** Why an event was not delivered, beside the status of an answer. */
export const webhookFaults = ['unreached', 'slow', 'large', 'address', 'private', 'plain', 'redirects', 'cut'] as const

/** How a delivery ended: the status of the answer, or the fault without one. */
export type WebhookAnswer = { status: number } | { fault: (typeof webhookFaults)[number] }

/**
 * The last try of an event (ISO instant): delivered, to be tried `again`, or given up after so many `tries`. The test
 * has no check-in.
 */
export type WebhookDelivery = {
  id: string
  at: string
  type: WebhookType
  checkin?: number
  tries: number
  end: 'delivered' | 'again' | 'givenUp'
  answer: WebhookAnswer
}

/** Why nothing is sent any more: the receiver said that it is gone, or failed for days. */
export type WebhookOff = { at: string; why: 'gone' | 'failing' }

/**
 * The webhook as the host sees it: the receiver's host name, its keys by when they were made and how long an older one
 * is valid (ISO instants), how many events wait, since when it fails, the last deliveries, the newest first.
 */
export type WebhookState = {
  host: string
  keys: { made: string; until?: string }[]
  waiting: number
  failing?: string
  off?: WebhookOff
  last: WebhookDelivery[]
}

/** The host's calls about the webhook. Its address and whether it names guests are settings. */
export const webhookCalls = {
  /** Without an address there is none. */
  'GET /api/webhook': callOfHost<{ data: { webhook?: WebhookState } }>('none', { quiet: true }),
  /** Makes a key and shows it once; the former one is valid for some days more. */
  'POST /api/webhook/key': callOfHost<{ body: WithPin; data: { key: string } }>({ what: 'secret' }),
  /** Sends a test now and answers how it ended. */
  'POST /api/webhook/test': callOfHost<{ data: { answer: WebhookAnswer } }>('none'),
  /** Sends again after it was switched off by failures, what was missed included. */
  'POST /api/webhook/on': callOfHost({ what: 'settings' }),
} as const
