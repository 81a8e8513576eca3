import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { yearFailures } from '../../sending-year/toll'
import { sendingYear } from '../../sending-year/year'

const test = suite('sending under kill -9')

test('a week of parties, faults at every fifth call, the house killed during calls: each accepted once, or named', async () => {
  const report = await sendingYear({ parties: 40, days: 7, kills: 8, wrong: 0.2 })
  console.log(`\n# ${JSON.stringify(report)}`)
  assert.is(yearFailures(report), 0)
  assert.ok(report.sent > 20 && report.kills > 3)
})

test.run()
