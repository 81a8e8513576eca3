import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { facts } from '../../../src/core/flow/facts'
import { schemaFaults } from '../../../src/core/flow/schema-faults'
import { trail } from '../../../src/core/flow/trail'
import { answerFaults, type Validate, withSentArrival } from '../../../src/core/flow/validation'
import { alone, checker, flow } from './draft'

const test = suite('check')
const faults = (draft: Draft, fields: string[], settings = {}) =>
  answerFaults(
    flow,
    checker,
    draft,
    facts(draft, settings),
    fields.map((name) => ({ field: name.replace('?', ''), optional: name.startsWith('?') })),
  )

test('a complete answer has no faults', () => {
  assert.equal(faults(alone, ['mainGuestName', 'mainGuestBirthDate', 'email', 'arrivalDate']), [])
})

test('missing answers are reported as required, in the order of the questions', () => {
  assert.equal(faults({}, ['phoneNumber', '?specialRequests', 'email']), [
    { field: 'phoneNumber', rule: 'required' },
    { field: 'email', rule: 'required' },
  ])
})

test('each field has one fault, the first of its rules', () => {
  assert.equal(faults({ ...alone, mainGuestFiscalCode: 'abc' }, ['mainGuestFiscalCode']), [
    { field: 'mainGuestFiscalCode', rule: 'minLength', limit: 16 },
  ])
  assert.equal(faults({ mainGuestBirthDate: '2031-13-45' }, ['mainGuestBirthDate']), [
    { field: 'mainGuestBirthDate', rule: 'day' },
  ])
})

test('only the fields of the step are judged', () => {
  assert.equal(faults({ ...alone, email: 'nobody' }, ['mainGuestName']), [])
})

test('an answer that is not offered is a fault', () => {
  assert.equal(faults({ numberOfNights: '8' }, ['numberOfNights']), [{ field: 'numberOfNights', rule: 'enum' }])
  assert.equal(faults({ paymentMethod: 'PORTALE' }, ['paymentMethod']), [{ field: 'paymentMethod', rule: 'enum' }])
  assert.equal(faults({ paymentProvider: 'paypal' }, ['paymentProvider'], { enablePayPal: false }), [
    { field: 'paymentProvider', rule: 'enum' },
  ])
  assert.equal(faults({ paymentProvider: 'paypal' }, ['paymentProvider'], { enablePayPal: true }), [])
})

test('a stay has 1 to 30 nights, the options and every number up to the greatest', () => {
  const rulesOf = (numberOfNights: string, greatest?: number, options = flow.fields.numberOfNights!.options!) => {
    const definition = { control: 'nights' as const, options, ...(greatest && { greatest }) }
    const nights = { fields: { numberOfNights: definition } }
    const asked = [{ field: 'numberOfNights', optional: false }]
    return answerFaults(nights, checker, { numberOfNights }, {}, asked).map(({ rule, limit }) =>
      [rule, limit].join(' '),
    )
  }
  const given = ['0', '1', '7', '8', '30', '31', '07', 'abc', '']
  const judged = (...how: [number?, string[]?]) => given.map((nights) => rulesOf(nights, ...how)[0] ?? 'taken')
  const wrong = 'pattern '
  assert.equal(judged(30), [wrong, 'taken', 'taken', 'taken', 'taken', wrong, wrong, wrong, 'required '])
  assert.equal(judged(), [wrong, 'taken', 'taken', 'enum ', 'enum ', wrong, wrong, wrong, 'required '])
  assert.equal(judged(14), [wrong, 'taken', 'taken', 'taken', 'greatest 14', wrong, wrong, wrong, 'required '])
  assert.equal(judged(2, ['7']).slice(1, 4), ['taken', 'taken', 'greatest 2'])
})

test('a guest arrives today, tomorrow or the day after', () => {
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22'])
    assert.equal(faults({ arrivalDate: day }, ['arrivalDate']), [], day)
  assert.equal(faults({ arrivalDate: '2026-11-23' }, ['arrivalDate']), [{ field: 'arrivalDate', rule: 'required' }])
})

test('yesterday is accepted when sending after midnight, but not on the card', () => {
  const day = { arrivalDate: '2026-11-19' }
  assert.equal(faults(day, ['arrivalDate']), [])
  assert.equal(
    answerFaults(flow, checker, day, facts(day), [{ field: 'arrivalDate', optional: false }], undefined, true),
    [{ field: 'arrivalDate', rule: 'required' }],
  )
})

test('the sent day of arrival may be past, no other; a card that asks accepts neither', () => {
  const sent = withSentArrival(checker, '2026-11-17')
  const on = (arrivalDate: string, isAsking = false) =>
    answerFaults(flow, sent, { arrivalDate }, {}, [{ field: 'arrivalDate', optional: false }], undefined, isAsking)
  const required = [{ field: 'arrivalDate', rule: 'required' }]
  assert.equal([on('2026-11-17'), on('2026-11-18'), on('2026-11-17', true)], [[], required, required])
  assert.is(withSentArrival(checker, undefined), checker)
})

test('the current day is read only if an answer is a day', () => {
  let asked = 0
  const counting = {
    faultsIn: checker.faultsIn,
    get today() {
      asked++
      return checker.today
    },
  }
  const check = (field: string) => answerFaults(flow, counting, alone, facts(alone), [{ field, optional: false }])
  for (const field of ['selectedLanguage', 'mainGuestGender', 'email']) check(field)
  assert.is(asked, 0)
  check('arrivalDate')
  assert.is(asked, 1)
})

test('an arrival is at most as far ahead as the check-in opens, two days by default', () => {
  const required = [{ field: 'arrivalDate', rule: 'required' }]
  const on = (arrivalDate: string, settings = {}) => faults({ arrivalDate }, ['arrivalDate'], settings)
  assert.equal([on('2026-11-22'), on('2026-11-23')], [[], required])
  assert.equal(on('2026-11-25', { arrivalDaysAhead: 5 }), [])
  assert.equal(on('2026-11-26', { arrivalDaysAhead: 5 }), required)
  assert.equal([on('2026-11-20', { arrivalDaysAhead: 0 }), on('2026-11-21', { arrivalDaysAhead: 0 })], [[], required])
})

test('a flow that asks the arrival first stops there, before anything personal', () => {
  const { steps } = flow
  const first = {
    ...flow,
    steps: {
      ...steps,
      '/reservation-code': { ...steps['/reservation-code']!, next: [{ to: '/arrival-date' }] },
      '/arrival-date': { ...steps['/arrival-date']!, next: [{ to: '/guest-gender' }] },
    },
  }
  const { open } = trail(first, { ...alone, arrivalDate: '2026-12-24' }, {}, checker)
  assert.is(open?.path, '/arrival-date')
})

test('every value the schema refuses has a fault', () => {
  const errors = (...errors: NonNullable<Validate['errors']>) => Object.assign(() => false, { errors }) as Validate
  assert.equal(
    schemaFaults(errors({ instancePath: '', keyword: 'required', params: { missingProperty: 'code' } }), {}),
    [{ field: 'code', rule: 'required' }],
  )
  assert.equal(schemaFaults(errors({ instancePath: '', keyword: 'type', params: { type: 'object' } }), []), [
    { field: '', rule: 'type' },
  ])
  assert.equal(
    schemaFaults(
      errors(
        { instancePath: '', keyword: 'if', params: { failingKeyword: 'then' } },
        { instancePath: '/a', keyword: 'not', params: {} },
      ),
      {},
    ),
    [{ field: 'a', rule: 'not' }],
  )
})

test.run()
