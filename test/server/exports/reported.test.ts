import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FiledGuests } from '../../../schema/calls/party-states'
import { policeReported } from '../../../server/exports/filed'

const test = suite('what the police have of a check-in')

const cases: [states: FiledGuests | undefined, expected: string | undefined][] = [
  [undefined, undefined],
  [{}, undefined],
  [{ main: 'refused' }, undefined],
  ...(['sent', 'changed', 'corrected'] as const).map((state): (typeof cases)[number] => [{ main: state }, 'told']),
  ...(['sending', 'unknown'] as const).map((state): (typeof cases)[number] => [{ main: state }, 'unknown']),
  ...(['inFile', 'outdated'] as const).map((state): (typeof cases)[number] => [{ main: state }, 'inFile']),
  [{ main: 'inFile', second: 'unknown', third: 'refused' }, 'unknown'],
  [{ main: 'unknown', second: 'sent' }, 'told'],
]

test('the strongest state of its guests counts, and the declaration of the host above all', () => {
  for (const [states, expected] of cases) {
    assert.is(policeReported(states, undefined), expected, JSON.stringify(states))
    assert.is(policeReported(states, '2026-07-10'), 'told')
  }
})

test.run()
