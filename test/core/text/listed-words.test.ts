import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bookingSources, entryFaults, feedFaults, matchWays, stayLetters } from '../../../schema/bookings'
import { noticeKinds } from '../../../schema/calls/access'
import { identificationWays } from '../../../schema/calls/party-states'
import { webhookFaults } from '../../../schema/calls/webhooks'
import { arrivalWaits } from '../../../schema/code'
import { accessKinds, erasureReasons } from '../../../schema/privacy'
import { excusable } from '../../../schema/steps'
import { reliefKinds, taxWays } from '../../../schema/tax'
import { effectTable, panelNames, purposes } from '../../../schema/vocabulary'
import consult from '../../../src/text/consult.it.json'
import flowEdit from '../../../src/text/flow-edit.it.json'
import host from '../../../src/text/host.it.json'

const test = suite('words of what is listed')

/** What a page says by a name that it has from a list. */
const lists: { readonly [prefix: string]: readonly string[] } = {
  'accessLog.': accessKinds,
  'arrivals.wait.': arrivalWaits,
  'erase.reason.': erasureReasons,
  'feeds.fault.': feedFaults,
  'feeds.odd.': entryFaults,
  'flow.effect.': Object.keys(effectTable),
  'flow.excuse.': excusable,
  'flow.panel.': panelNames,
  'flow.purpose.': purposes,
  'identify.way.': identificationWays,
  'push.kind.': noticeKinds,
  'stayMessage.what.': stayLetters,
  'stays.how.': matchWays.filter((way) => way !== 'host'),
  'stays.source.': bookingSources,
  'tax.kind.': reliefKinds,
  'taxPaid.': taxWays,
  'webhook.fault.': webhookFaults,
}

test('every entry of a list has its words', () => {
  const words = { ...host, ...consult, ...flowEdit }
  const wordless = Object.entries(lists).flatMap(([prefix, names]) =>
    names.map((name) => prefix + name).filter((key) => !Object.hasOwn(words, key)),
  )
  assert.equal(wordless, [])
})

test.run()
