import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import {
  arrivalCard,
  doorCard,
  hereCard,
  stayCard,
  stayLinkAt,
  withoutCode,
} from '../../../src/core/checkin/link-journeys'
import { follow, targetOf } from '../../../src/core/flow/arms'
import { facts } from '../../../src/core/flow/facts'
import { answerFaults } from '../../../src/core/flow/validation'

const test = suite('the journey of a stay’s link')
const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow

test('addresses that are printed and sent stay', () =>
  assert.equal([stayCard, arrivalCard, hereCard, doorCard], ['/stay', '/arrival', '/here', '/door']))

test('the language leads where a right code would, under the same conditions', () => {
  const { steps } = withoutCode(flow)
  assert.not.ok('/reservation-code' in steps)
  const after = (settings: object, language = 'it') => {
    const known = facts({ selectedLanguage: language }, settings, 'chosen')
    return targetOf(follow(steps['/']!.next, known)!, known)
  }
  assert.is(after({}), '/guest-gender')
  assert.is(after({ readDocuments: true }), '/guest-read')
  assert.is(after({ askFiscalCodeFirst: true }), '/guest-code')
  assert.is(after({ askFiscalCodeFirst: true }, 'de'), '/guest-gender')
  const bare = { ...flow, steps: { '/': flow.steps['/']! } }
  assert.is(withoutCode(bare), bare, 'a flow that asks no code stays')
})

test('a host’s card between the language and the code stays', () => {
  const card = { panel: 'text', next: [{ to: '/reservation-code' }] } as const
  const { steps } = withoutCode({
    ...flow,
    steps: { ...flow.steps, '/': { ...flow.steps['/']!, next: [{ to: '/hello' }] }, '/hello': card as never },
  })
  assert.is(targetOf(steps['/']!.next[0]!, {}), '/hello')
  assert.is(targetOf(follow(steps['/hello']!.next, {})!, {}), '/guest-gender')
})

test('the stay’s own arrival is accepted beyond the window and in the past; another day is not', () => {
  const checker = { faultsIn: () => [], today: '2026-11-20' }
  const faults = (arrivalDate: string, bookedArrival?: string) => {
    const draft = { arrivalDate, bookedArrival }
    const known = facts(draft, { arrivalDaysAhead: 2 })
    return answerFaults(flow, checker, draft, known, [{ field: 'arrivalDate', optional: false }], undefined, true)
      .length
  }
  assert.equal(
    [
      faults('2026-12-20'),
      faults('2026-12-20', '2026-12-20'),
      faults('2026-11-10', '2026-11-10'),
      faults('2026-11-25', '2026-12-20'),
    ],
    [1, 0, 0, 1],
  )
})

test('a link has its token behind #, and the guest’s language', () => {
  assert.is(stayLinkAt('https://casa.example/', 'abc', 'de'), 'https://casa.example/stay?lang=de#abc')
  assert.is(stayLinkAt('https://casa.example', 'abc'), 'https://casa.example/stay#abc')
})

test.run()
