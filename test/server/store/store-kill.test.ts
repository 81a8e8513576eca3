import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { soak } from '../../soak'

const test = suite('store under kill -9')

test('two hundred kills at random moments under load: nothing answered for is lost, nothing is there twice, every start succeeds', async () => {
  const { kills, acknowledged, changes, lost, twice, undone, unreadable, seconds } = await soak({ kills: 200 })
  console.log(
    `\n# ${kills} kills, ${acknowledged} check-ins and ${changes} changes acknowledged, ${lost} lost, ${twice} twice, ${undone} undone, ${unreadable} unreadable, ${seconds} s`,
  )
  assert.equal({ kills, lost, twice, undone, unreadable }, { kills: 200, lost: 0, twice: 0, undone: 0, unreadable: 0 })
  assert.ok(acknowledged > 1000)
})

test.run()
