import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { facts } from '../../../src/core/flow/facts'
import { backAddress, codeIn, positionOf, resumeAddress, stepBack } from '../../../src/core/flow/position'
import { trail } from '../../../src/core/flow/trail'
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

test.run()
