import type { FromSchema, JSONSchema } from 'json-schema-to-ts'

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
