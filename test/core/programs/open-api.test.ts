import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sentGuest, sentState, webhookTypes } from '../../../schema/calls/webhooks'
import { openApi, webhookAnswers, webhookHeaders } from '../../../src/core/programs/open-api'
import { retryDelays } from '../../../src/core/programs/webhook-events'

const test = suite('the description for other programs')

const ajv = new Ajv2020({ strict: false, formats: { date: true, 'date-time': true } })
type Content = { content: { [type: string]: { schema: object } } }
const isAs = ({ content }: Content, data: unknown) => ajv.validate(content['application/json']!.schema, data)

test('answers are what their schema says, and no other', () => {
  const { post } = openApi().paths['/api/v1/bookings']
  const { 200: done, ...refusals } = post.responses as { [status: number]: Content & { description: string } }
  assert.ok(isAs(done!, { success: true, data: { results: [] } }), ajv.errorsText())
  for (const wrong of [{ success: true }, { data: { results: [] } }, { success: false, data: { results: [] } }])
    assert.not.ok(isAs(done!, wrong), JSON.stringify(wrong))
  assert.equal(Object.keys(refusals), ['400', '401', '403', '413', '415', '429', '503'])
  for (const refusal of Object.values(refusals)) {
    assert.ok(refusal.description)
    assert.ok(isAs(refusal, { success: false, message: 'No.', retryAfter: 60 }), ajv.errorsText())
    for (const wrong of [
      { success: false },
      { message: 'No.' },
      { success: true, message: 'No.' },
      { success: false, message: 5 },
      { success: false, message: 'No.', retryAfter: 0.5 },
    ])
      assert.not.ok(isAs(refusal, wrong), JSON.stringify(wrong))
  }
})

const page = readFileSync('docs/calls.md', 'utf8')

/** The lines of the page's tables by the names in the first column. */
const rows = new Map(
  [...page.slice(page.indexOf('## States out')).matchAll(/^\| ([^|]+) \|.*\|$/gm)].flatMap(([line, names]) =>
    names!.split(', ').map((name) => [name.replaceAll('`', ''), line] as const),
  ),
)

test('the page about events says what the schemas say', () => {
  for (const all of [webhookTypes, webhookHeaders, webhookAnswers])
    for (const [name, meaning] of Object.entries(all)) assert.ok(meaning && rows.get(name)?.includes(meaning), name)
  for (const [name, rule] of Object.entries(sentState.properties) as [
    string,
    { description?: string; enum?: string[] },
  ][]) {
    assert.ok(rows.get(name)?.includes(rule.description?.replace(/\.$/, '') ?? ''), name)
    for (const value of rule.enum ?? []) assert.ok(rows.get(name)!.includes(`\`${value}\``), `${name} ${value}`)
  }
  for (const name of Object.keys(sentGuest.properties)) assert.match(page, `\`${name}\``)
  const words = retryDelays.map((seconds) =>
    seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`,
  )
  assert.match(page, `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)
})

test('each event is described with its headers and the answers to it', () => {
  const { webhooks, components } = JSON.parse(JSON.stringify(openApi()))
  assert.equal(Object.keys(webhooks), Object.keys(webhookTypes))
  for (const [type, { post }] of Object.entries<any>(webhooks)) {
    assert.equal([post.summary, post.requestBody.required], [webhookTypes[type as keyof typeof webhookTypes], true])
    assert.equal(
      post.parameters.map(({ name, in: where, required, description, schema }: any) => [
        ...[name, where, required, description, schema.type],
      ]),
      Object.entries(webhookHeaders).map(([name, meaning]) => [name, 'header', true, meaning, 'string']),
    )
    assert.equal(
      post.responses,
      Object.fromEntries(Object.entries(webhookAnswers).map(([status, description]) => [status, { description }])),
    )
  }
  assert.equal(components.securitySchemes.key, { type: 'http', scheme: 'bearer' })
})

test.run()
