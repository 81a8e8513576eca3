import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { flowGuests, namedGuests } from './guest'
import {
  frameNames,
  type HostEffect,
  hostControlNames,
  hostEffectTable,
  hostPanelNames,
  subjects,
} from './host-vocabulary'
import { type Language, languages } from './languages'
import { cleanerNames, controlNames, type Effect, effectTable, ownFormats, panelNames, purposes } from './vocabulary'

const path = { type: 'string', pattern: '^/[a-z0-9/-]*$' } as const
const field = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]*$' } as const
const fieldName = {
  type: 'string',
  pattern: '^((settings|code|access|copy|checkin|account|structure)\\.)?[A-Za-z][A-Za-z0-9]*$',
} as const
const fields = { type: 'array', items: field, uniqueItems: true } as const
const sentence = { type: 'string', minLength: 1, maxLength: 500 } as const

/** A condition: every named fact must match. `true` is answered, `false` is not, a text equals, a list is one of. */
const when = {
  type: 'object',
  minProperties: 1,
  additionalProperties: {
    anyOf: [
      { type: 'boolean' },
      { type: 'string', minLength: 1 },
      { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, uniqueItems: true },
    ],
  },
} as const

const from = {
  type: 'object',
  properties: { from: { type: 'string' } },
  required: ['from'],
  additionalProperties: false,
} as const

/** What an arm writes into the draft: a literal, `null` to remove, or another field's value. */
const set = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }, from] },
} as const

const arm = {
  type: 'object',
  properties: {
    when,
    set,
    to: { anyOf: [path, { type: 'string', pattern: '^https://[^\\s]+$' }, from] },
    /** The repeated section ends here for this guest, and `to`, where it begins, asks for the next guest. */
    again: { const: true },
  },
  required: ['to'],
  additionalProperties: false,
} as const

const guard = {
  type: 'object',
  properties: { at: path, when, set, to: path },
  required: ['at', 'when', 'to'],
  additionalProperties: false,
} as const

const option = {
  anyOf: [
    { type: 'string', minLength: 1 },
    {
      type: 'object',
      properties: { value: { type: 'string', minLength: 1 }, when },
      required: ['value', 'when'],
      additionalProperties: false,
    },
  ],
} as const

const who = { type: 'string', enum: flowGuests } as const
const named = { type: 'string', enum: namedGuests } as const

/** The options a field offers here, fewer than its own. */
const choices = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
} as const

/** The suggested answer: a text, a table by another answer, or the first entry of a list whose condition holds. */
const ready = {
  anyOf: [
    { type: 'string' },
    { type: 'object', properties: { by: field }, required: ['by'], additionalProperties: { type: 'string' } },
    {
      type: 'array',
      minItems: 1,
      items: {
        anyOf: [
          { type: 'string', minLength: 1 },
          { type: 'object', properties: { from: field, when }, required: ['from'], additionalProperties: false },
        ],
      },
    },
  ],
} as const

const answerLength = { type: 'integer', minimum: 1, maximum: 5000 } as const
const numberLimit = { type: 'number', minimum: 0, maximum: 999_999 } as const

/** The rule of a host's question. A regular expression could stall the server, so there is none. */
export const ownRule = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['string'] },
    enum: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, uniqueItems: true },
    // One or more of these, joined by semicolons.
    some: { type: 'array', items: { type: 'string', pattern: '^[^;]+$' }, minItems: 1, uniqueItems: true },
    minLength: { ...answerLength, minimum: 0 },
    maxLength: answerLength,
    format: { type: 'string', enum: ownFormats },
    least: numberLimit,
    greatest: numberLimit,
  },
  required: ['type'],
  additionalProperties: false,
} as const

const fieldDefinition = {
  type: 'object',
  properties: {
    control: { type: 'string', enum: [...controlNames, ...hostControlNames] },
    clean: { type: 'array', items: { type: 'string', enum: cleanerNames }, uniqueItems: true },
    maxLength: answerLength,
    autocomplete: { type: 'string', pattern: '^[a-z0-9 -]+$' },
    aliases: { type: 'array', items: field },
    default: ready,
    forgets: fields,
    advance: { type: 'boolean' },
    options: { type: 'array', items: option, minItems: 1, uniqueItems: true },
    // Of `nights`: every number up to this one can be chosen, besides the options. The police accept 30 nights at most.
    greatest: { type: 'integer', minimum: 1, maximum: 30 },
    when,
    purpose: { type: 'string', enum: purposes },
    schema: ownRule,
  },
  required: ['control'],
  additionalProperties: false,
} as const

const step = {
  type: 'object',
  properties: {
    guest: {
      anyOf: [
        who,
        {
          type: 'array',
          minItems: 1,
          items: { type: 'object', properties: { when, is: named }, required: ['is'], additionalProperties: false },
        },
      ],
    },
    fields,
    optional: fields,
    choices,
    panel: { type: 'string', enum: panelNames },
    do: { type: 'string', enum: Object.keys(effectTable) as Effect[] },
    on: { type: 'string', enum: ['enter'] },
    // Milliseconds, or seconds from a setting; 0 seconds keep the guest on the page.
    wait: { anyOf: [{ type: 'integer', minimum: 0, maximum: 60_000 }, from] },
    next: { type: 'array', items: arm, minItems: 1 },
    back: { type: 'array', items: arm, minItems: 1 },
    home: path,
  },
  required: ['next'],
  additionalProperties: false,
} as const

/** One part of a host's form: a heading (`name` finds its words), fields, and a panel. */
const section = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-zA-Z]+$' },
    guest: who,
    /** Once for each guest from this one on, or after the third (`true`), as long as one more comes. */
    repeat: { enum: [true, ...namedGuests.slice(1)] },
    fields,
    optional: fields,
    choices,
    when,
    panel: { type: 'string', enum: hostPanelNames },
    column: { type: 'integer', minimum: 1, maximum: 3 },
  },
  required: ['name'],
  additionalProperties: false,
} as const

const form = {
  type: 'object',
  properties: {
    frame: { type: 'string', enum: frameNames },
    of: { type: 'string', enum: subjects },
    tabs: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
    },
    set,
    sections: { type: 'array', items: section, minItems: 1 },
    do: { type: 'string', enum: Object.keys(hostEffectTable) as HostEffect[] },
    next: { type: 'array', items: arm, minItems: 1 },
    back: path,
  },
  required: ['frame'],
  additionalProperties: false,
} as const

/**
 * The rules that an exception can switch off, each with its properties: none besides the step; the question that
 * decides later; the target of Back; one field of one guest where `when` holds.
 */
export const excusable = ['unreached', 'guestAskedLater', 'backIsNoWayIn', 'unrecorded'] as const

/** An exception names one thing, so that it hides nothing else; `steps` says which. */
const exception = {
  type: 'object',
  properties: {
    at: path,
    rule: { type: 'string', enum: excusable },
    guest: who,
    field,
    when,
    to: path,
    because: sentence,
  },
  required: ['at', 'rule', 'because'],
  additionalProperties: false,
} as const

const naming = (rule: (typeof excusable)[number], required: readonly string[], others: readonly string[]) => ({
  if: { properties: { rule: { const: rule } } },
  then: { required, properties: Object.fromEntries(others.map((word) => [word, false])) },
})

/** The grammar of `steps.json`. Unknown words are refused. */
export const steps = {
  type: 'object',
  properties: {
    fields: { type: 'object', propertyNames: fieldName, additionalProperties: fieldDefinition },
    homes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { at: path, to: path },
        required: ['at', 'to'],
        additionalProperties: false,
      },
    },
    guards: { type: 'array', items: guard },
    steps: { type: 'object', propertyNames: path, minProperties: 1, additionalProperties: step },
    forms: { type: 'object', additionalProperties: form },
    exceptions: {
      type: 'array',
      items: {
        ...exception,
        allOf: [
          naming('unreached', [], ['guest', 'field', 'when', 'to']),
          naming('guestAskedLater', ['field'], ['guest', 'when', 'to']),
          naming('backIsNoWayIn', ['to'], ['guest', 'field', 'when']),
          naming('unrecorded', ['guest', 'field'], ['to']),
        ],
      },
    },
    words: {
      type: 'object',
      properties: Object.fromEntries(
        languages.map((language) => [language, { type: 'object', additionalProperties: { type: 'string' } }]),
      ),
      additionalProperties: false,
    },
  },
  required: ['fields', 'homes', 'guards', 'steps', 'forms', 'exceptions', 'words'],
  additionalProperties: false,
} as const satisfies JSONSchema

export type When = FromSchema<typeof when>
export type SetWords = FromSchema<typeof set>
export type Arm = FromSchema<typeof arm>
export type Guard = FromSchema<typeof guard>
export type Option = FromSchema<typeof option>
export type Excusable = (typeof excusable)[number]

export type ReadyAnswer =
  | string
  | ({ by: string } & Record<string, string>)
  | (string | { from: string; when?: When })[]
export type FieldDefinition = Omit<FromSchema<typeof fieldDefinition>, 'default'> & { default?: ReadyAnswer }
export type OwnRule = FromSchema<typeof ownRule>
export type Step = FromSchema<typeof step>
export type Section = FromSchema<typeof section>
export type Form = FromSchema<typeof form>
export type Exception = FromSchema<typeof exception>

/** A checked `steps.json`. */
export type Flow = {
  fields: Record<string, FieldDefinition>
  homes: { at: string; to: string }[]
  guards: Guard[]
  steps: Record<string, Step>
  forms: Record<string, Form>
  exceptions: Exception[]
  words: Partial<Record<Language, Record<string, string>>>
}
