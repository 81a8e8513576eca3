import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { error, type Finding } from '../../../src/core/lint/findings'
import { rootCauses } from '../../../src/core/proof/proof'
import { flowOf } from './small-flow'

const test = suite('what follows from what')

/** A misspelt link target in a step's first arm: the checker knows the fix. */
const misspelt = (step: string) =>
  error('unknownPath', `/steps/~1${step}/next/0/to`, { path: `/wrong-${step}` }, { nearest: `/right-${step}` })
const stuck = (path: string) => error('stuck', `/steps/~1${path}`, { path: `/${path}` })
const unreached = (path: string) => error('unreached', `/steps/~1${path}`, { path: `/${path}` })
const unrecorded = (field: string, journey: string[], at = '/steps/~1a') =>
  error('unrecorded', at, { field }, { journey })

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const flow = (leads: Record<string, string[]> = {}) =>
  flowOf({
    steps: Object.fromEntries(
      letters.map((step) => [`/${step}`, { next: (leads[step] ?? [`/wrong-${step}`]).map((to) => ({ to })) }]),
    ),
  })
const isMended = ({ steps }: Flow, step: string) => steps[`/${step}`]!.next[0]!.to === `/right-${step}`
const nobody = () => {
  throw new Error('it was tried')
}
const told = (findings: Finding[]) =>
  findings.map(({ rule, args, follows }) => `${rule} ${args.path ?? args.field}${follows ? ` and ${follows}` : ''}`)
const roots = (findings: Finding[], prove: (flow: Flow) => Finding[] = nobody, leads?: Parameters<typeof flow>[0]) =>
  told(rootCauses(flow(leads), findings, prove))

test('a finding that disappears with a correction follows from it; others do not', () => {
  const [cause, gone, stays] = [misspelt('a'), stuck('b'), stuck('c')]
  const prove = (flow: Flow) => (isMended(flow, 'a') ? [stays] : [cause, gone, stays])
  assert.equal(roots([gone, cause, stays], prove), ['unknownPath /wrong-a and 1', 'stuck /c'])
})

test('a correction that does not fix its own finding is no cause', () => {
  const [cause, gone] = [misspelt('a'), stuck('b')]
  assert.equal(
    roots([gone, cause], () => [cause]),
    ['unknownPath /wrong-a', 'stuck /b'],
  )
})

test('a mistake that can be corrected itself follows from no other', () => {
  assert.equal(
    roots([misspelt('a'), misspelt('b')], () => []),
    ['unknownPath /wrong-a', 'unknownPath /wrong-b'],
  )
})

test('the same rule at another place, or of another value, is another finding', () => {
  const [cause, gone] = [misspelt('a'), stuck('b')]
  const others = [
    { ...gone, at: '/steps/~1c' },
    { ...gone, args: { path: '/c' } },
    { ...gone, rule: 'endless' as const },
  ]
  assert.equal(
    roots([cause, gone], () => others),
    ['unknownPath /wrong-a and 1'],
  )
  assert.equal(
    roots([cause, gone], () => [...others, gone]),
    ['unknownPath /wrong-a', 'stuck /b'],
  )
})

test('a single finding is not tried, nor a warning, nor a fault without a correction', () => {
  assert.equal(roots([misspelt('a')]), ['unknownPath /wrong-a'])
  assert.equal(roots([stuck('a'), stuck('b')]), ['stuck /a', 'stuck /b'])
  assert.equal(roots([{ ...misspelt('a'), severity: 'warning' }, stuck('b')]), ['unknownPath /wrong-a', 'stuck /b'])
  assert.equal(roots([]), [])
})

test('at most eight corrections are tried, and the tried ones are listed first', () => {
  const found = [stuck('a'), ...letters.map(misspelt)]
  const seen: string[] = []
  const said = roots(found, (flow) => {
    seen.push(...letters.filter((step) => isMended(flow, step)))
    return found
  })
  assert.equal(seen, letters.slice(0, 8))
  assert.equal(said, [
    ...letters.slice(0, 8).map((step) => `unknownPath /wrong-${step}`),
    'stuck /a',
    'unknownPath /wrong-i',
    'unknownPath /wrong-j',
  ])
})

test('a missing field of a guest’s record is reported once for each journey', () => {
  const [here, there] = [
    ['/', '/a'],
    ['/', '/b'],
  ]
  const found = [
    unrecorded('name', here),
    unrecorded('gender', here),
    unrecorded('birthDate', here),
    unrecorded('email', there),
    unrecorded('phone', here, '/steps/~1c'),
    { ...stuck('a'), journey: here },
    { ...stuck('b'), at: '/steps/~1a', journey: here },
  ]
  assert.equal(roots(found), ['unrecorded name and 2', 'unrecorded email', 'unrecorded phone', 'stuck /a', 'stuck /b'])
})

test('a field missing on several journeys is reported once, one that may stay empty once for each card', () => {
  const [here, there] = ['/steps/~1b', '/steps/~1c']
  const missing = [
    unrecorded('name', ['/', '/a']),
    unrecorded('name', ['/', '/b'], here),
    unrecorded('gender', ['/', '/b'], here),
    unrecorded('gender', ['/', '/c'], there),
    unrecorded('email', ['/', '/d'], '/steps/~1d'),
  ]
  assert.equal(roots(missing), ['unrecorded name and 3', 'unrecorded email'])
  const optional = (journey: string, at: string) =>
    error('unrecorded', at, { field: 'name', keyword: 'optional' }, { journey: ['/', journey] })
  const empty = [optional('/a', here), optional('/b', here), optional('/b', there)]
  assert.equal(roots(empty), ['unrecorded name and 1', 'unrecorded name'])
})

test('unreachable steps behind another one are reported with it', () => {
  const leads = { a: ['/b'], b: ['/c'], c: ['/end'], d: ['/e'], e: [] }
  assert.equal(roots(['c', 'a', 'b'].map(unreached), nobody, leads), ['unreached /a and 2'])
  assert.equal(roots(['a', 'b', 'd', 'e'].map(unreached), nobody, leads), ['unreached /a and 2', 'unreached /d'])
  assert.equal(roots(['b', 'd'].map(unreached), nobody, leads), ['unreached /b', 'unreached /d'])
  assert.equal(roots([unreached('b'), stuck('a')], nobody, leads), ['unreached /b', 'stuck /a'])
})

test('of unreachable steps in a cycle the first is reported', () =>
  assert.equal(roots(['b', 'a'].map(unreached), nobody, { a: ['/b'], b: ['/a'] }), ['unreached /b and 1']))

test('indirect consequences are counted at their cause', () => {
  const cause = misspelt('h')
  const found = [unreached('a'), unreached('b'), cause, unrecorded('name', ['/']), unrecorded('gender', ['/'])]
  const prove = (flow: Flow) => (isMended(flow, 'h') ? [unreached('b'), found[4]!] : found)
  assert.equal(roots(found, prove, { a: ['/b'] }), ['unknownPath /wrong-h and 4'])
})

test.run()
