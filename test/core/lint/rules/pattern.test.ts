import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Cost, costOf } from '../../../../src/core/lint/rules/pattern'

const test = suite('pattern')

const costs: [pattern: string, cost: Cost][] = [
  ['^([A-Z]+)+$', 'worse'],
  ['^[A-Z]+$', 'linear'],
  ['^([A-Z]+-)+$', 'linear'],
  ['^([A-Z]+-?)+$', 'worse'],
  ['^(a|a)*$', 'worse'],
  ['^(a|b)*$', 'linear'],
  ['^(a*)*$', 'worse'],
  ['^([a-z]{1,20})+$', 'worse'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'worse'],
  ['(x+x+)+y', 'worse'],
  ['^\\d+\\d+$', 'quadratic'],
  ['\\d+x', 'quadratic'],
  ['^\\d+\\d+\\d+$', 'worse'],
  ['^[A-Z]{2}[0-9]{3}[A-Z]{2}$', 'linear'],
  ['^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$', 'linear'],
  ['^\\p{Lu}+( \\p{Lu}+)*$', 'linear'],
  ['^[^@]+@[^@]+\\.[a-z]{2,}$', 'linear'],
  ['^(?=a)b', 'unknown'],
  ['^(a)\\1$', 'unknown'],
  ['^(', 'unknown'],
]

for (const [pattern, cost] of costs)
  test(`${pattern} is ${cost}`, () => {
    assert.is(costOf(pattern), cost)
  })

test.run()
