import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { trail } from '../../../src/core/flow/trail'
import { addDays } from '../../../src/core/text/dates'
import { alone, checker, company, today } from './draft'

const test = suite('a document read first')
const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const on = {
  enableSecondGuest: true,
  enableThirdGuest: true,
  enableCompanyInvoice: true,
  readDocuments: true,
  mostGuests: 3,
}
const go = (draft: Draft, settings: object = on) => trail(flow, draft, settings, checker)
const paths = (draft: Draft, settings?: object) => go(draft, settings).stops.map(({ path }) => path)
const read: Draft = { ...alone, readDocument: 'CA12345AA' }

test('a read document takes the place of four cards; a skipped one leaves the specified order', () => {
  const byHand = paths(alone, { ...on, readDocuments: false })
  assert.equal(
    paths(alone).filter((path) => path !== '/guest-read'),
    byHand,
  )
  const [first, ...rest] = paths(read).slice(2)
  assert.equal([first, rest[0]], ['/guest-read', '/guest-read-person'])
  assert.equal(
    byHand.slice(2).filter((path) => !rest.includes(path)),
    ['/guest-gender', '/guest-name', '/guest-citizenship', '/guest-birthinfo'],
  )
})

test('nobody but the main guest is asked for a document: a minor travels without one, read or not', () => {
  const child = { thirdGuestBirthDate: addDays(today, -200) }
  for (const draft of [company, { ...company, readDocument: 'CA12345AA' }]) {
    const { open, stops, answers } = go({ ...draft, ...child })
    assert.is(open, undefined)
    assert.is(stops.at(-1)!.path, '/notes', 'every card before is answered')
    assert.equal(
      stops.filter(({ path, who }) => /document/.test(path) && who !== 'main'),
      [],
    )
    assert.equal(checker.faultsIn(answers), [])
  }
})

test.run()
