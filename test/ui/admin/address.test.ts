import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readAddress, writtenAddress } from '../../../src/ui/admin/consult/filters'

const test = suite("the address of the check-ins' page")

test('filter and view are restored from the address, beside other parameters', () => {
  const query = { date: '2026-11-01', to: '2026-11-30', all: false, by: 'departure' } as const
  const filters = { status: 'ready', state: 'inFile', room: 'Camera Blu & 2', typed: 'rossi' } as const
  const written = writtenAddress('?tab=consult&room=old', query, filters)
  assert.ok(written.startsWith('?tab=consult&'))
  assert.equal(readAddress(written), { query, filters })
})

test('an empty filter has no query, and unknown parameters are ignored', () => {
  const none = { status: undefined, state: undefined, room: '', typed: '' }
  assert.equal(readAddress(''), { filters: none })
  assert.equal(readAddress('?from=2026-02-30&status=odd&state=none&by=x'), { filters: none })
  assert.is(writtenAddress('?from=2026-01-01', undefined, none), '')
  assert.equal(readAddress('?all=1').query, { date: '', all: true, by: 'arrival' })
})

test.run()
