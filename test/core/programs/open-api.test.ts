import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openApi } from '../../../src/core/programs/open-api'

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

test.run()
