import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sendingLog } from '../../../server/offices/police-sending'

const test = suite('the log of sending')

const line = (checkin: number, guest = 'main') => ({ checkin, guest, sha256: `${checkin}${guest}` })
const begun = (...lines: object[]) => ({ event: 'begun', account: 'A', at: 'then', day: '2026-11-20', lines })

const open = () => {
  const kept: { id: number }[] = []
  const heard: (readonly number[])[] = []
  const faults: Error[] = []
  let reads = 0
  const store = {
    notes: async (kind: string) => {
      reads++
      const fault = faults.shift()
      if (fault) throw fault
      return kind === 'sending' ? [...kept] : []
    },
    note: async (kind: string, event: object) => {
      const id = kept.length + 1
      kept.push({ kind, ...event, id } as never)
      return id
    },
    removeNote: async (kind: string, id: number) => {
      kept.splice(
        kept.findIndex((one) => one.id === id && (one as never as { kind: string }).kind === kind),
        1,
      )
    },
  }
  const log = sendingLog(store as never, (ids) => void heard.push(ids))
  return { log, kept, heard, faults, reads: () => reads }
}

test('each event is announced with its check-ins, once each; one without a known beginning has none', async () => {
  const { log, heard } = open()
  const of = await log.append(begun(line(1), line(1, 'second'), line(2)) as never)
  await log.append({ event: 'lost', of, at: '', why: 'crash' })
  await log.append({ event: 'lost', of: 99, at: '', why: 'crash' })
  await log.append({ event: 'lost', of: of + 1, at: '', why: 'of what has no lines' })
  assert.equal(heard, [[1, 2], [1, 2], [], []])
})

test('the log is read once, and again only after a failure', async () => {
  const { log, faults, reads } = open()
  faults.push(new Error('the disk'))
  assert.is(await log.all().catch(({ message }: Error) => message), 'the disk')
  assert.equal(await log.all(), [])
  await log.append(begun(line(1)) as never)
  assert.equal([(await log.all()).length, reads()], [1, 2])
})

test('the states are recalculated only after an event was written or deleted', async () => {
  const { log, kept } = open()
  const of = await log.append(begun(line(1)) as never)
  const first = await log.states()
  assert.is(first.get('1 main')?.state, 'sending')
  assert.is(await log.states(), first)
  await log.append({ event: 'ended', of, at: '', verdicts: [null] })
  assert.is((await log.states()).get('1 main')?.state, 'sent')
  const all = await log.all()
  await log.forget([])
  assert.is(kept.length, 2)
  await log.append(begun(line(2)) as never)
  await log.forget([1, 2])
  assert.equal(
    kept.map(({ id }) => id),
    [3],
  )
  assert.is(await log.all(), all, 'whoever writes has this very list')
  assert.equal(
    all.map(({ id }) => id),
    [3],
  )
  assert.equal([...(await log.states()).keys()], ['2 main'])
})

test.run()
