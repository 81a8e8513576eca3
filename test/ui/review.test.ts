import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stay } from '../../schema/record'
import type { Flow } from '../../schema/steps'
import { rules } from '../../schema/vocabulary'
import { recordParts } from '../../src/core/checkin/record-parts'
import { fieldNamesOf } from '../../src/core/flow/fields'
import { nameResolver } from '../../src/core/flow/names'
import { isReviewed, rowsByBlock } from '../../src/ui/guest/later-cards/review'
import steps from '../../steps.json'

const test = suite('review')
const flow = steps as unknown as Flow

test('every field that belongs to no guest is in one part of the check-in', () => {
  assert.equal(Object.values(recordParts).flat().sort(), Object.keys(stay.properties).sort())
})

/** The guest does not review the language and the reservation code. */
const excepted = ['selectedLanguage', 'reservationCode']
/** The steps after sending ask how to pay. */
const isAfter = (path: string) => /^\/(pay|payment|payment-method)$/.test(path)

test('every answer asked before the sending is in the review, or excepted', () => {
  const silent = Object.entries(flow.steps)
    .filter(([path]) => !isAfter(path))
    .flatMap(([, step]) =>
      (typeof step.guest === 'object' ? step.guest.map(({ is }) => is) : [step.guest]).flatMap((who) =>
        fieldNamesOf(step).map(nameResolver(who)),
      ),
    )
    .filter((field) => !isReviewed(field) && !excepted.includes(field))
  assert.equal(silent, [])
})

test('one block a person and one for the stay; a question of the house is in the block of the card before it', () => {
  const own = { fields: ['carPlate'], next: [] }
  const steps: Flow['steps'] = { ...flow.steps, '/parking': own as never, '/pets': own as never }
  const stops = [
    ['/'],
    ['/guest-name', 'main'],
    ['/guest-email', 'main'],
    ['/parking'],
    ['/add-second-guest'],
    ['/second-guest-name', 'second'],
    ['/invoice-selection'],
    ['/pets'],
    ['/notes'],
    ['/confirmation'],
  ].map(([path, who]) => ({
    path: path!,
    ...(who && { who: who as 'main' }),
    fields: fieldNamesOf(steps[path!]!).map((field) => ({
      field: nameResolver(who as 'main')(field),
      optional: false,
    })),
    faults: [],
  }))
  const shown = rowsByBlock({ ...flow, steps } as Flow, stops, {}).map(([block, rows]) => [
    block,
    rows.map(({ stop }) => stop.path).filter((path, i, all) => path !== all[i - 1]),
  ])
  assert.equal(shown, [
    ['main', ['/guest-name', '/guest-email', '/parking']],
    ['second', ['/second-guest-name']],
    ['stay', ['/add-second-guest', '/invoice-selection', '/pets', '/notes']],
  ])
})

test('one effect sends, and the review ends with its step', () => {
  assert.equal(
    Object.entries(rules)
      .filter(([, { sends }]) => sends)
      .map(([effect]) => effect),
    ['submit'],
  )
})

test.run()
