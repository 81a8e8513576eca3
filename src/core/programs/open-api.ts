import { api } from '../../../schema/calls/api'
import { bookingsCall, sentVerdicts } from '../../../schema/calls/programs'
import { type WebhookType, webhookBodyOf, webhookTypes } from '../../../schema/calls/webhooks'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

const refusal = {
  type: 'object',
  properties: { success: { const: false }, message: { type: 'string' }, retryAfter: { type: 'integer' } },
  required: ['success', 'message'],
}

export const programRefusals: { readonly [status: number]: string } = {
  400: 'The body is no JSON object, or holds no booking or too many.',
  401: 'The key is missing, wrong or withdrawn.',
  403: 'The call comes from a web page of another site.',
  413: 'The body is too large.',
  415: 'The content type is not `application/json`.',
  429: 'Too many calls today, or too many wrong keys. `Retry-After` says how many seconds to wait.',
  503: 'The house cannot write now. Nothing was lost: call again after `Retry-After` seconds.',
}

const answers = (data: object) => ({
  200: {
    description: 'Each booking has a verdict.',
    ...json({
      type: 'object',
      properties: { success: { const: true }, data },
      required: ['success', 'data'],
    }),
  },
  ...Object.fromEntries(
    Object.entries(programRefusals).map(([status, description]) => [status, { description, ...json(refusal) }]),
  ),
})

const meanings = (all: { readonly [name: string]: string }) =>
  Object.entries(all)
    .map(([name, text]) => `- \`${name}\`: ${text}`)
    .join('\n')

export const webhookHeaders: { readonly [name: string]: string } = {
  'webhook-id': 'The event, the same at every try: an id that you have seen is nothing new.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970. Refuse what is more than five minutes off.',
  'webhook-signature':
    'For each valid key `v1,` and the base64 of an HMAC-SHA-256 of id, timestamp and body, joined by full stops. The bytes of the key are the base64 after `whsec_`. One that fits is enough.',
}

/** What the sender does after a response, by status. */
export const webhookAnswers: { readonly [status: string]: string } = {
  '2XX': 'Taken. Answer within ten seconds, before you work on it.',
  410: 'The receiver is gone for good: nothing more is sent until the host switches it on again.',
  429: 'Tried again, at the earliest after `Retry-After`. So are 503 and every other status.',
}

const described = (all: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.entries(all).map(([name, description]) => [name, { description }]))

const webhookOf = (type: WebhookType) => ({
  post: {
    summary: webhookTypes[type],
    parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, ...json(webhookBodyOf(type)) },
    responses: described(webhookAnswers),
  },
})

/** Returns the description of the calls for other programs (OpenAPI 3.1), made from `schema/calls`. */
export const openApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Benvenuto',
    version: '1',
    description: 'Bookings in, states of check-ins out. Keys are made in the settings.',
  },
  paths: {
    '/api/v1/bookings': {
      post: {
        summary: 'Sends bookings, which become expected stays',
        description: `May be repeated without harm, in any order. At most ${api['POST /api/v1/bookings'].limit} bytes. Verdicts:\n\n${meanings(sentVerdicts)}`,
        security: [{ key: [] }],
        requestBody: { required: true, ...json(bookingsCall.body) },
        responses: answers(bookingsCall.data),
      },
    },
  },
  webhooks: Object.fromEntries((Object.keys(webhookTypes) as WebhookType[]).map((type) => [type, webhookOf(type)])),
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
})
