import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { failures, soak } from '../../soak'

const test = suite('store under kill -9')

test('six kills at random moments under load: nothing acknowledged is lost, nothing is duplicated, no letter survives its check-in', async () => {
  const toll = await soak({ kills: 6 })
  console.log(
    `\n# ${Object.entries(toll)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  )
  assert.equal([toll.kills, failures(toll)], [6, 0])
  assert.ok(toll.acknowledged > 12 && toll.letters && toll.settings, 'the processes were at work when they were killed')
})

test.run()
