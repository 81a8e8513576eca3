import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { OfficeWork } from '../../../schema/calls/sendings'
import type { PoliceAnswer } from '../../../schema/offices'
import { officeWorks } from '../../../server/offices/open-offices'
import { until } from '../../until'
import { byHand } from '../http/door-world'
import { afterCrash } from './after-crash'
import { released, withOffices } from './offices-world'

const test = suite('the works with the offices')

/** Jobs that the test ends; `wait` is how many milliseconds a call waits for one. */
const world = (wait = 10_000) => {
  const clock = { ms: Date.parse('2026-11-20T10:00:00Z') }
  const said: string[] = []
  const works = officeWorks({ now: () => new Date(clock.ms), report: (line) => said.push(line), wait })
  const open: { resolve: (answer: PoliceAnswer) => void; reject: (error: Error) => void }[] = []
  const send = (key: string, about?: string) => ({
    kind: 'police/send' as const,
    key,
    ...(about && { about }),
    run: () => new Promise<PoliceAnswer>((resolve, reject) => open.push({ resolve, reject })),
  })
  const ended = (checkin: number): PoliceAnswer => ({ ends: [{ checkin, end: 'sent' }], left: [] })
  return { works, clock, open, send, ended, said }
}

test('a job that ends in time returns its result, and reports its start and end', async () => {
  const { works, clock, open, send, ended } = world()
  const answer = works.run(send('1', 'a'))
  assert.equal([works.isRunning(), open.length], [true, 1])
  clock.ms += 3000
  open[0]!.resolve(ended(1))
  assert.equal(await answer, ended(1))
  const [{ id, ...work }] = works.all() as [OfficeWork]
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal(work, {
    kind: 'police/send',
    about: 'a',
    since: '2026-11-20T10:00:00.000Z',
    ended: '2026-11-20T10:00:03.000Z',
    result: ended(1),
  })
  assert.is(works.isRunning(), false)
})

test('the same job runs once at a time, and can start anew afterwards; another runs beside it', async () => {
  const { works, open, send, ended } = world()
  const both = [works.run(send('1')), works.result(send('1'))]
  const other = works.run(send('2'))
  const tried = { kind: 'police/try', key: '1', run: async () => ({ end: 'access' as const }) } as const
  assert.equal(await works.run(tried), { end: 'access' })
  assert.is(open.length, 2)
  open[0]!.resolve(ended(1))
  open[1]!.resolve(ended(2))
  assert.equal(await Promise.all([...both, other]), [ended(1), ended(1), ended(2)])
  void works.run(send('1'))
  assert.is(open.length, 3)
})

test('a long job returns its name, continues, and its end is reported under that name', async () => {
  const { works, open, send, ended } = world(5)
  const answer = await works.run(send('1'))
  assert.ok('running' in answer)
  assert.equal(await works.run(send('1')), answer, 'a second press')
  const told = () => works.all().find(({ id }) => 'running' in answer && id === answer.running)!
  assert.is(told().ended, undefined)
  let isIdle = false
  const idle = works.idle().then(() => (isIdle = true))
  await new Promise(setImmediate)
  assert.is(isIdle, false)
  open[0]!.resolve(ended(1))
  await idle
  assert.equal(told().result, ended(1))
})

test('a failed job rejects for its caller, ends without a result, and is logged by the error’s name', async () => {
  const { works, open, send, said } = world()
  const answer = works.run(send('1')).catch(({ message }: Error) => message)
  open[0]!.reject(new TypeError('a guest’s name'))
  assert.is(await answer, 'a guest’s name')
  const [work] = works.all()
  assert.equal([Boolean(work!.ended), 'result' in work!], [true, false])
  assert.equal(said, ['police/send: TypeError'])
})

test('the latest twenty finished jobs are listed, and every running one', async () => {
  const { works, open, send, ended } = world()
  void works.result(send('first'))
  for (let n = 1; n < 30; n++) {
    const done = works.result(send(String(n)))
    open[n]!.resolve(ended(n))
    await done
  }
  void works.result(send('last'))
  assert.equal([works.all().length, works.all().filter(({ ended }) => !ended).length], [22, 2])
})

test(
  'a Send longer than a call’s wait is running in every window, is sent once, and its end is shown',
  withOffices(
    async (door) => {
      const { ask, police } = door
      const [jar, other] = [await door.host(), await door.host()]
      const id = await released(door, jar, byHand())
      const press = async () => (await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })).json.data
      const works = async (of = other) =>
        (await ask('GET', '/api/sendings/works', { jar: of })).json.data as OfficeWork[]
      police.fail('held', 'Send')
      const { running } = await press()
      assert.is(typeof running, 'string')
      assert.equal(await press(), { running }, 'a second press begins nothing')
      await until('the Send', () => police.acquired().length === 1)
      const [work] = await works()
      assert.equal([work!.id, work!.kind, 'ended' in work!], [running, 'police/send', false])
      const next = await afterCrash(door)
      try {
        const host = await next.host()
        assert.equal(
          (await next.ask('GET', '/api/sendings/works', { jar: host })).json.data,
          [],
          'nothing runs after a crash',
        )
        assert.is((await next.ask('GET', '/api/day', { jar: host })).json.data.parties[0].state, 'unknown')
      } finally {
        await next.close()
      }
      police.letGo()
      await until('the end', async () => Boolean((await works())[0]!.ended))
      assert.equal((await works(jar))[0]!.result, { ends: [{ checkin: id, end: 'sent' }], left: [] })
      assert.is(police.calls().filter(({ operation }) => operation === 'Send').length, 1)
    },
    {},
    { wait: 150, patience: 60_000 },
  ),
)

test(
  'a closing house waits for its jobs, so that their ends are known',
  withOffices(
    async (door) => {
      const { ask, police } = door
      const jar = await door.host()
      const id = await released(door, jar, byHand())
      police.fail('held', 'Send')
      await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })
      await until('the Send', () => police.acquired().length === 1)
      const { offices } = door.services
      assert.is(offices.isWaiting(), true)
      const stopped = offices.stop()
      police.letGo()
      await stopped
      assert.equal(
        (await offices.log.all()).map(({ event }) => event),
        ['begun', 'ended'],
      )
    },
    {},
    { wait: 50, patience: 60_000 },
  ),
)

test.run()
