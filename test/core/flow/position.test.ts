import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { facts } from '../../../src/core/flow/facts'
import { partAt } from '../../../src/core/flow/parts'
import { backAddress, codeIn, resumeAddress, stepBack, type Trail, trail } from '../../../src/core/flow/trail'
import { alone, checker, company, flow } from './draft'

const test = suite('position')
const on = { enableSecondGuest: true, enableThirdGuest: true, enableCompanyInvoice: true }
const journey = (draft: Draft) => trail(flow, draft, on, checker)
const known = (draft: Draft) => facts(draft, on)

/** Returns the fewest steps from each step of a test flow to its end, as the server publishes them. */
const leftOf = (...paths: string[]) => Object.fromEntries(paths.map((path, i) => [path, paths.length - i]))

test('each step fills its share of the part, and a part that grows does not reduce the progress', () => {
  const step = (guest: string | undefined, ...next: string[]) => ({
    ...(guest && { guest }),
    next: next.map((to) => ({ to })),
  })
  const steps = {
    '/a': step('main', '/b'),
    '/b': step('main', '/c', '/d'),
    '/c': step('main', '/d'),
    '/d': { fields: ['addSecondGuest'], next: [{ to: '/e' }, { to: '/pay' }] },
    '/e': step('second', '/pay'),
    '/pay': { do: 'savePayment', next: [] },
  } as unknown as typeof flow.steps
  const left = { '/a': 4, '/b': 3, '/c': 3, '/d': 2, '/e': 2, '/pay': 1 }
  const stops = ['/a', '/b', '/c', '/d', '/e', '/pay'].map((path) => ({
    path,
    who: path < '/d' ? ('main' as const) : path === '/e' ? ('second' as const) : undefined,
  }))
  const reached = (path: string, back?: string) => {
    const { name, filled } = partAt(
      { steps },
      { stops },
      { ...stops.find((stop) => stop.path === path), path, back },
      {},
      left,
    )
    return `${name} ${Math.round(filled * 1000) / 1000}`
  }
  assert.equal(
    ['/a', '/b', '/c', '/d', '/e', '/pay'].map((path) => reached(path)),
    ['you 0', 'you 0.333', 'you 0.667', 'others 0', 'others 0.5', 'check 0'],
  )
})

test('a card off the journey has the progress of the card its Back leads to', () => {
  const steps = {
    '/a': { guest: 'main', next: [] },
    '/b': { guest: 'main', next: [] },
    '/x': { next: [] },
  } as unknown as typeof flow.steps
  const stops = ['/a', '/b'].map((path) => ({ path, who: 'main' as const }))
  const filled = (back?: string) => partAt({ steps }, { stops }, { path: '/x', back }, {}, leftOf('/a', '/b')).filled
  assert.equal([filled(), filled('/a'), filled('/b')], [0, 0.5, 0.75])
})

test('the progress never decreases on any journey, and has one part less without further guests', () => {
  const said = (draft: Draft, settings: object = on) => {
    const walked = trail(flow, draft, settings, checker)
    return walked.stops.map((stop) => {
      const { name, number, of } = partAt(flow, walked, stop, facts(draft, settings), {})
      return `${number}/${of} ${name}`
    })
  }
  const once = (all: string[]) => all.filter((one, i) => one !== all[i - 1])
  assert.equal(once(said(alone)), ['1/4 you', '2/4 others', '3/4 stay', '4/4 check'])
  assert.equal(once(said(alone, { ...on, enableSecondGuest: false })), ['1/3 you', '2/3 stay', '3/3 check'])
  assert.equal(once(said(company)), ['1/4 you', '2/4 others', '3/4 stay', '4/4 check'])
})

test('a question of the house is in the part of the step before it; a screen off the journey has a part too', () => {
  const steps = {
    '/a': { guest: 'main', next: [] },
    '/own': { fields: ['plate'], next: [] },
    '/stay': { fields: ['arrivalDate'], next: [] },
    '/late': { guest: 'second', next: [] },
    '/pay': { do: 'savePayment', next: [] },
  } as unknown as typeof flow.steps
  const stops = [{ path: '/a', who: 'main' as const }, { path: '/own' }, { path: '/stay' }].map((stop) => ({
    ...stop,
    fields: [],
    faults: [],
  }))
  const partOf = (at: { path: string; who?: 'second' }) => partAt({ steps }, { stops }, at, {}, {}).name
  assert.equal(
    ['/a', '/own', '/stay', '/pay'].map((path) => partOf({ path })),
    ['you', 'you', 'stay', 'check'],
  )
  assert.is(partOf({ path: '/late', who: 'second' }), 'others')
})

test('Back leads to the previous step, or to the step’s back target', () => {
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

test('after changing an answer, the guest returns to the waiting step, through newly required steps', () => {
  const back = (path: string, since?: string) =>
    backAddress(flow, journey(company), known(company), { path, returning: '/notes', since }, false)
  assert.is(back('/guest-name'), '/notes')
  assert.is(back('/guest-name', '/guest-name'), '/notes')
  assert.is(back('/guest-name', '/guest-citizenship'), '/guest-gender?return=/notes&since=/guest-citizenship')
})

test('an unfinished check-in continues at its first open step, from the step that starts one', () => {
  const begun = { selectedLanguage: 'it', reservationCode: 'A1B2', draftId: 'a'.repeat(16) }
  assert.is(resumeAddress(flow, journey(begun), begun, '/'), '/guest-gender')
  assert.is(resumeAddress(flow, journey(begun), { ...begun, finished: 'yes' }, '/'), undefined)
  assert.is(resumeAddress(flow, journey(begun), begun, '/guest-name'), undefined)
  assert.is(resumeAddress(flow, journey({}), {}, '/'), undefined)
})

test('a link passes a code only to the step that asks for one; an invalid code is ignored', () => {
  assert.equal(codeIn(flow, '/reservation-code', '?code=a101&lang=de'), { reservationCode: 'A101' })
  assert.equal(codeIn(flow, '/reservation-code', '?lang=de&code=2020'), { reservationCode: '2020' })
  for (const search of ['', '?code=', '?code=A1015', '?code=%3Cb%3E', '?xcode=A101'])
    assert.is(codeIn(flow, '/reservation-code', search), undefined, search)
  assert.is(codeIn(flow, '/guest-name', '?code=A101'), undefined)
})

test('a check-in continues at its open step, else its last', () => {
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
