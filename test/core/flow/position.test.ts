import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { facts } from '../../../src/core/flow/facts'
import { backAddress, codeIn, positionOf, resumeAddress, stepBack } from '../../../src/core/flow/position'
import { type Trail, trail } from '../../../src/core/flow/trail'
import { alone, checker, company, flow } from './draft'

const test = suite('position')
const on = { enableSecondGuest: true, enableThirdGuest: true, enableCompanyInvoice: true }
const journey = (draft: Draft) => trail(flow, draft, on, checker)
const known = (draft: Draft) => facts(draft, on)

test('a step is numbered by those before it and the fewest that are left', () => {
  assert.equal(positionOf(journey(alone), '/guest-name', undefined, { '/guest-name': 12 }), {
    passed: 3,
    total: 15,
    isNumbered: true,
    progress: 0,
  })
  const atStart = { passed: 0, total: 20, isNumbered: true, progress: 0 }
  assert.equal(positionOf(journey({}), '/', undefined, { '/': 20 }), atStart)
})

test('a step from which no end is in sight has no number', () => {
  const unknown = { passed: 3, total: 4, isNumbered: false, progress: 0 }
  assert.equal(positionOf(journey(alone), '/guest-name', undefined, {}), unknown)
})

test('progress is the part of the way that is gone, and a way that grows takes none of it back', () => {
  const part = (left: number[], at: number) => {
    const paths = journey(alone).stops.map(({ path }) => path)
    const known = Object.fromEntries(left.map((steps, i) => [paths[i]!, steps]))
    return Math.round(positionOf(journey(alone), paths[at]!, undefined, known).progress * 1000) / 1000
  }
  assert.equal(
    [0, 1, 2, 4, 5].map((at) => part([5, 4, 3, 2, 1, 1], at)),
    [0, 0.2, 0.4, 0.8, 1],
  )
  assert.equal(
    [0, 1, 2, 3].map((at) => part([4, 3, 8, 7], at)),
    [0, 0.25, 0.5, 0.563],
  )
})

test('a step off the journey counts from the one Back leads to, and has no number', () => {
  const { passed, isNumbered } = positionOf(journey(alone), '/payment-method', '/invoice-selection', {
    '/payment-method': 4,
  })
  assert.is(passed, journey(alone).stops.findIndex(({ path }) => path === '/invoice-selection') + 1)
  assert.is(isNumbered, false)
})

test('Back leads to the step before, or where the step says', () => {
  const back = (draft: Draft, path: string) => stepBack(flow, journey(draft), known(draft), { path })
  assert.is(back(alone, '/guest-residenceinfo'), '/guest-birth-city')
  assert.is(back({ ...alone, mainGuestBirthCountry: 'Francia' }, '/guest-residenceinfo'), '/guest-birthinfo')
  assert.is(back(alone, '/payment-method'), '/invoice-selection')
  assert.is(back({}, '/'), undefined)
})

test('Back has no address on the first step, once finished, nor where a check-in ends', () => {
  const back = (path: string, isFinished = false) =>
    backAddress(flow, journey(company), known(company), { path }, isFinished)
  assert.is(back('/guest-name'), '/guest-gender')
  assert.is(back('/'), undefined)
  assert.is(back('/guest-name', true), undefined)
  assert.is(back('/confirmation'), undefined)
})

test('who came to change an answer goes back to where they waited, or through what the change made necessary', () => {
  const back = (path: string, since?: string) =>
    backAddress(flow, journey(company), known(company), { path, returning: '/notes', since }, false)
  assert.is(back('/guest-name'), '/notes')
  assert.is(back('/guest-name', '/guest-name'), '/notes')
  assert.is(back('/guest-name', '/guest-citizenship'), '/guest-gender?return=/notes&since=/guest-citizenship')
})

test('an unfinished check-in goes on at its first open step, from the step that begins one', () => {
  const begun = { selectedLanguage: 'it', reservationCode: 'A1B2', draftId: 'a'.repeat(16) }
  assert.is(resumeAddress(flow, journey(begun), begun, '/'), '/guest-gender')
  assert.is(resumeAddress(flow, journey(begun), { ...begun, finished: 'yes' }, '/'), undefined)
  assert.is(resumeAddress(flow, journey(begun), begun, '/guest-name'), undefined)
  assert.is(resumeAddress(flow, journey({}), {}, '/'), undefined)
})

test('a link brings a code to the step that asks for one, and nowhere else; what is no code is none', () => {
  assert.equal(codeIn(flow, '/reservation-code', '?code=a101&lang=de'), { reservationCode: 'A101' })
  assert.equal(codeIn(flow, '/reservation-code', '?lang=de&code=2020'), { reservationCode: '2020' })
  for (const search of ['', '?code=', '?code=A1015', '?code=%3Cb%3E', '?xcode=A101'])
    assert.is(codeIn(flow, '/reservation-code', search), undefined, search)
  assert.is(codeIn(flow, '/guest-name', '?code=A101'), undefined)
})

test('a step behind several that were passed has its number and its part of the way', () => {
  const stops = ['/a', '/b', '/c', '/d'].map((path) => ({ path, fields: [], faults: [] }))
  const at = (path: string, back: string | undefined, left: Record<string, number>) =>
    Object.values(positionOf({ stops, answers: {}, written: {} }, path, back, left)).join(' ')
  const left = { '/a': 4, '/b': 2, '/c': 8, '/d': 1 }
  assert.is(at('/a', undefined, left), '0 4 true 0')
  assert.is(at('/b', '/a', left), '1 3 true 0.25')
  assert.is(at('/c', '/b', left), '2 10 true 0.625')
  assert.is(at('/d', '/c', left), '3 4 true 0.671875')
  assert.is(at('/x', '/b', { ...left, '/x': 5 }), '2 7 false 0.625')
  assert.is(at('/x', undefined, left), '0 1 false 0')
  assert.is(at('/b', undefined, { '/b': 0 }), '1 1 false 0')
})

test('a check-in goes on where it was left: at its open step, else its last', () => {
  const begin = { do: 'chooseLanguage', next: [] }
  const steps = { '/': begin, '/a': { next: [] }, '/b': { guest: [{ is: 'main' }, { is: 'second' }], next: [] } }
  const all = { ...flow, steps: steps as never }
  const stop = (path: string, who?: 'second') => ({ path, fields: [], faults: [], ...(who && { who }) })
  const begun = { draftId: 'x', reservationCode: 'A101' }
  const resume = (left: Partial<Trail>, answers: Draft = begun, path = '/') =>
    resumeAddress(all, { stops: [], answers: {}, written: {}, ...left }, answers, path)
  assert.is(resume({ stops: [stop('/'), stop('/a')] }), '/a')
  assert.is(resume({ stops: [stop('/'), stop('/a')], open: stop('/b', 'second') }), '/b?guest=second')
  assert.is(resume({ stops: [stop('/')] }), undefined)
  assert.is(resume({ stops: [] }), undefined)
  assert.is(resume({ stops: [stop('/a')] }, begun, '/a'), undefined)
  for (const answers of [{}, { draftId: 'x' }, { reservationCode: 'A101' }, { ...begun, finished: 'yes' }])
    assert.is(resume({ stops: [stop('/a')] }, answers as Draft), undefined)
})

test('the address of Back names the guest of a step of several', () => {
  const { stops } = journey(company)
  const at = stops.findIndex(({ path }) => path === '/guest-document')
  const after = stops[at + 1]!.path
  assert.is(
    backAddress(flow, journey(company), known(company), { path: after }, false),
    `/guest-document?guest=${stops[at]!.who}`,
  )
})

test.run()
