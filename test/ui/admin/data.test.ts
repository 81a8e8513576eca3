import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { toggleSending } from '../../../src/ui/admin/checkins/actions'
import {
  applyChanges,
  connection,
  filedStates,
  isCodeKnown,
  knownFaults,
  newArrivals,
  pendingRemovals,
  pollChanges,
  recordFaults,
  results,
  runQuery,
} from '../../../src/ui/admin/checkins/results'
import { policeOfIds } from '../../../src/ui/admin/exports/export'
import { announcement } from '../../../src/ui/shared/card'
import { toast } from '../../../src/ui/shared/toast'
import { openItalianHouse } from '../asked'

openItalianHouse()

const test = suite('the data of the consultation')
const real = globalThis.fetch
test.after(() => void (globalThis.fetch = real))

type Answer = { status?: number; body?: object; lines?: object[]; after?: Promise<unknown> } | undefined
/** A server with an answer for each path, `after` something; undefined means no network. */
const answers = (table: { [path: string]: Answer }) => {
  const asked: string[] = []
  globalThis.fetch = async (input) => {
    const path = String(input)
    asked.push(path)
    const answer = Object.entries(table).find(([start]) => path.startsWith(start))?.[1]
    if (!answer) throw new TypeError('no network')
    await answer.after
    const text = answer.lines
      ? answer.lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      : JSON.stringify(answer.body ?? { success: true, data: {} })
    return new Response(text, {
      status: answer.status ?? 200,
      headers: { 'content-type': answer.lines ? 'application/x-ndjson' : 'application/json' },
    })
  }
  return asked
}
const arrival = (id: number, arrivalDate = '2026-11-20'): Checkin => ({ id, arrivalDate })
const day = { date: '2026-11-20', all: false, by: 'arrival' } as const
const shown = () => [...(results.get()?.checkins.keys() ?? [])].sort()
const begin = (...checkins: Checkin[]) => {
  results.set({ query: day, checkins: new Map(checkins.map((checkin) => [checkin.id, checkin])) })
  recordFaults.set({})
  newArrivals.set(new Set())
}

test('without a loaded list, changes are ignored', () => {
  results.set(undefined)
  assert.is(applyChanges([arrival(1)]), 0)
  assert.is(results.get(), undefined)
})

test('added, changed, moved and deleted check-ins appear in the list', () => {
  begin(arrival(1), arrival(2))
  assert.is(applyChanges([arrival(3), arrival(4, '2026-11-21')]), 1)
  assert.equal([shown(), [...newArrivals.get()]], [[1, 2, 3], [3]])
  assert.is(applyChanges([arrival(2, '2026-11-22')], [1]), 0)
  assert.equal(shown(), [3])
})

test('the faults of a changed record are reloaded', () => {
  begin(arrival(1), arrival(2))
  const fault = { guest: 'main', field: 'mainGuestBirthCity', rule: 'required' } as const
  recordFaults.set({ 1: [fault], 2: [fault] })
  applyChanges([arrival(1)])
  assert.equal(recordFaults.get(), { 2: [fault] })
  applyChanges([arrival(1)], [2], { 1: [fault] })
  assert.equal(recordFaults.get(), { 1: [fault] })
})

test('a query shows its results, and changes since before it are followed', async () => {
  const asked = answers({
    '/api/checkins/changes': { body: { success: true, data: { at: 'a1' } } },
    '/api/checkins?': { lines: [arrival(5), arrival(6)] },
    '/api/lacks': {},
    '/api/exports': { body: { success: true, data: { of: {}, counts: {}, files: {} } } },
    '/api/letters': { body: { success: true, data: [] } },
  })
  assert.is(await runQuery(day), 2)
  assert.equal(shown(), [5, 6])
  assert.ok(asked.includes('/api/checkins?date=2026-11-20&searchType=arrival'))
  await pollChanges()
  assert.ok(asked.includes('/api/checkins/changes?since=a1'))
})

test('faults are loaded, retried after a failure, and ignored for another list', async () => {
  const fault = { guest: 'main', field: 'mainGuestBirthCity', rule: 'required' }
  const list = {
    '/api/checkins/changes': { body: { success: true, data: { at: 'a1' } } },
    '/api/checkins?': { lines: [arrival(5)] },
    '/api/exports': { body: { success: true, data: { of: {}, counts: {}, files: {} } } },
    '/api/filed': {},
    '/api/letters': { body: { success: true, data: [] } },
  }
  const lacks = { '/api/lacks': { body: { success: true, data: { 5: [fault] } } } }
  answers({ ...list, ...lacks })
  await runQuery(day)
  assert.equal(recordFaults.get(), {})
  assert.equal(await knownFaults(), { 5: [fault] })
  answers(list)
  await runQuery({ ...day })
  assert.is(await knownFaults().catch(() => 'offline'), 'offline')
  answers({ ...list, ...lacks })
  assert.equal(await knownFaults(), { 5: [fault] })
  await runQuery({ ...day })
  const known = knownFaults()
  results.set({ ...results.get()!, query: { ...day, date: '2026-11-21' } })
  assert.is(await known, undefined)
})

test('faults and states that are read for longer than a poll do not replace those of check-ins changed meanwhile', async () => {
  const fault = { guest: 'main', field: 'mainGuestBirthCity', rule: 'required' } as const
  let answer = () => {}
  const after = new Promise<void>((done) => {
    answer = done
  })
  const changed = { at: 'a2', changed: [arrival(5)], removed: [6], lacking: {}, filed: { 5: { main: 'sent' } } }
  answers({
    '/api/checkins/changes?': { body: { success: true, data: changed } },
    '/api/checkins/changes': { body: { success: true, data: { at: 'a1' } } },
    '/api/checkins?': { lines: [arrival(5), arrival(6), arrival(7)] },
    '/api/lacks': { body: { success: true, data: { 5: [fault], 6: [fault], 7: [fault] } }, after },
    '/api/exports': { body: { success: true, data: { of: {}, counts: {}, files: {} } } },
    '/api/filed': { body: { success: true, data: { 5: { main: 'inFile' }, 7: { main: 'inFile' } } } },
    '/api/letters': { body: { success: true, data: [] } },
  })
  await runQuery({ ...day })
  await pollChanges()
  answer()
  assert.equal(await knownFaults(), { 7: [fault] })
  assert.equal(filedStates.get(), { 5: { main: 'sent' }, 7: { main: 'inFile' } })
})

test('a release keeps the faults of an incomplete check-in', async () => {
  const fault = { guest: 'main', field: 'mainGuestBirthCity', rule: 'required' } as const
  const released = { ...arrival(5), enabledForSending: 'yes' } as const
  begin(arrival(5))
  recordFaults.set({ 5: [fault] })
  answers({
    '/api/checkin/5/update': { body: { success: true, data: released } },
    '/api/checkins/changes': {
      body: { success: true, data: { at: 'a2', changed: [released], removed: [], lacking: { 5: [fault] } } },
    },
    '/api/letters': { body: { success: true, data: [] } },
  })
  await toggleSending(arrival(5))
  assert.equal([results.get()!.checkins.get(5), recordFaults.get()], [released, { 5: [fault] }])
})

test('a file that was saved is no failure if its list cannot be read afterwards', async () => {
  const { show } = toast
  const shown: string[] = []
  toast.show = ({ tone }) => shown.push(tone)
  const files = [{ name: '20-11-questura.txt', text: 'x' }]
  answers({
    '/api/export': { body: { success: true, data: { files, faults: [], missing: [], warnings: [], people: {} } } },
  })
  // The address of a saved file is kept for a minute, and the process would wait.
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((work: () => void) => setTimeout(work)) as never
  await policeOfIds([5])
  Object.assign(globalThis, { setTimeout })
  toast.show = show
  assert.equal(shown, ['good'])
})

test('a failed query keeps the shown list', async () => {
  begin(arrival(1))
  answers({ '/api/checkins/changes': { body: { success: true, data: { at: 'a2' } } }, '/api/checkins?': undefined })
  const outcome = await runQuery({ ...day, date: '2026-11-21' }).then(
    () => 'found',
    () => 'failed',
  )
  assert.is(outcome, 'failed')
  assert.equal(shown(), [1])
})

test('the connection state is known, and a lost connection never throws', async () => {
  begin(arrival(1))
  answers({})
  assert.is(await pollChanges(), 0)
  assert.is(connection.get(), 'offline')
  answers({ '/api/checkins/changes': { status: 401, body: { success: false } } })
  await pollChanges()
  assert.is(connection.get(), 'closed')
  answers({
    '/api/checkins/changes': { body: { success: true, data: { at: 'a3', changed: [arrival(2)], removed: [1] } } },
    '/api/letters': { body: { success: true, data: [] } },
  })
  assert.is(await pollChanges(), 1)
  assert.equal([connection.get(), shown()], ['open', [2]])
})

test('a deletion is announced once it has happened, not one that was taken back or has not been reached', async () => {
  const saidAfter = async (data: object | undefined) => {
    begin(arrival(1))
    pendingRemovals.set(new Map([[1, Date.now()]]))
    announcement.set('')
    answers({
      '/api/checkins/changes': data && { body: { success: true, data: { at: 'a4', ...data } } },
      '/api/letters': { body: { success: true, data: [] } },
    })
    await pollChanges()
    return announcement.get()
  }
  assert.is(await saidAfter({ removed: [1] }), 'consult.deleted')
  assert.is(await saidAfter({ changed: [arrival(1)] }), '')
  assert.is(await saidAfter({ leaving: { 1: 900 } }), '')
  assert.is(await saidAfter(undefined), '')
  pendingRemovals.set(new Map())
})

test('codes are compared in any case; without configured codes every one is known', () => {
  const codes = [{ id: '1', code: 'AB12', description: 'A', showPaymentPage: false }] as never
  const codeOf = (reservationCode: string) => isCodeKnown(codes)({ id: 1, reservationCode })
  assert.equal(
    [codeOf('ab12'), codeOf('ZZ99'), isCodeKnown([])({ id: 1, reservationCode: 'ZZ99' })],
    [true, false, true],
  )
})

test.run()
