import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { recordParts } from '../../schema/checkin'
import { stay } from '../../schema/stay'
import type { Flow } from '../../schema/steps'
import { rules } from '../../schema/vocabulary'
import { fieldNamesOf } from '../../src/core/flow/fields'
import { nameResolver } from '../../src/core/flow/names'
import { headingOf, headings } from '../../src/ui/guest/later-cards/review'
import steps from '../../steps.json'

const test = suite('review')
const flow = steps as unknown as Flow

test('every field that belongs to no single guest stands in one part of the check-in', () => {
  assert.equal(Object.values(recordParts).flat().sort(), Object.keys(stay.properties).sort())
})

/** What the guest does not check before sending: the language and the code they came with. */
const excepted = ['selectedLanguage', 'reservationCode']
/** The steps after the sending, which ask how to pay. */
const isAfter = (path: string) => /^\/(pay|payment|payment-method)$/.test(path)

test('every answer asked before the sending is under a heading of the review, or excepted', () => {
  const silent = Object.entries(flow.steps)
    .filter(([path]) => !isAfter(path))
    .flatMap(([, step]) =>
      (typeof step.guest === 'object' ? step.guest.map(({ is }) => is) : [step.guest]).flatMap((who) =>
        fieldNamesOf(step).map(nameResolver(who)),
      ),
    )
    .filter((field) => !headings.includes(headingOf(field)) && !excepted.includes(field))
  assert.equal(silent, [])
})

test("a host's own question is reviewed too", () => {
  assert.is(headingOf('carPlate'), 'review.other')
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
