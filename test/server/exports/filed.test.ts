import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filesWith } from '../../../server/exports/filed'

const test = suite('the files a check-in was in')

test('the files of a check-in are read from the day before it was made; without that day all are', async () => {
  const asked: (string | undefined)[] = []
  const list = [
    { id: 1, ids: [7, 8] },
    { id: 2, ids: [8] },
    { id: 3, ids: [7] },
  ]
  const store = {
    notes: async (_: string, since?: string) => {
      asked.push(since)
      return list
    },
  } as never
  const found = await filesWith(store, { id: 7, createdAt: '2026-11-20T08:00:00.000Z' })
  assert.equal(
    found.map(({ id }) => id),
    [1, 3],
  )
  assert.equal(await filesWith(store, { id: 9 }), [])
  assert.equal(asked, ['2026-11-19', undefined])
})

test.run()
