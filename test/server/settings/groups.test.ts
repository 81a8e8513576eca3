import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { atTheDoor, pin } from '../http/door-world'

const test = suite('a group of settings')

test(
  'a group saves its own settings together, and no others',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const patch = (body: object) => door.ask('PATCH', '/api/settings/smtp2go', { jar, body: { ...body, current: pin } })
    assert.is((await patch({ smtp2goUsername: 'casa', emailSender: 'casa@example.org' })).status, 200)
    const before = await door.store.settings()
    assert.equal([before.smtp2goUsername, before.emailSender], ['casa', 'casa@example.org'])
    const { status, json } = await patch({ smtp2goUsername: 'altro', companyName: 'Altra casa' })
    assert.is(status, 400)
    assert.match(json.message, /companyName/)
    assert.equal(json.faults, [{ field: 'companyName', rule: 'additionalProperties' }])
    assert.equal(await door.store.settings(), before, 'nothing of a refused body is kept')
    assert.is((await door.ask('PATCH', '/api/settings/toString', { jar, body: { value: 'x' } })).status, 404)
  }),
)

test.run()
