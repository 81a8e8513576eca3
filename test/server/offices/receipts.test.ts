import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { policeReceipts } from '../../../server/offices/receipts'
import { arrivingReceipt, receiptPdf } from '../../stand-ins/receipt'

const test = suite('receipts of the police')
const account = { id: 'p1', name: 'Casa', user: 'XX 00/01', password: 'a', wsKey: 'b', category: 'single' } as never
const day = '2026-11-20'

const begun = (id: number, lines: number, more: object = {}) => ({
  id,
  event: 'begun',
  account: 'XX 00/01',
  day,
  at: `${day}T12:00:00Z`,
  lines: Array.from({ length: lines }, (_, n) => ({ checkin: id * 10 + n, guest: 'main', sha256: '' })),
  ...more,
})
const ended = (of: number, lines: number) => ({
  id: of + 50,
  event: 'ended',
  of,
  at: '',
  verdicts: Array(lines).fill(null),
})
const lost = (of: number) => ({ id: of + 60, event: 'lost', of, at: '', why: 'crash' })

const house = ({
  events = [] as object[],
  answers = [] as object[],
  reconciles = 'taken',
  refusal = undefined as object | undefined,
} = {}) => {
  const files = new Map<string, Buffer>()
  const notes: { id: number; kind: string; file: string; counted?: number }[] = []
  const said: unknown[] = []
  const disk = {
    makeFolder: async (folder: string) => void said.push({ folder }),
    open: async (path: string) => ({
      truncate: async () => void files.set(path, Buffer.alloc(0)),
      write: async (bytes: Buffer) => {
        files.set(path, Buffer.concat([files.get(path)!, bytes]))
        return bytes.length
      },
      sync: async () => {},
      close: async () => {},
    }),
    rename: async (from: string, to: string) => {
      files.set(to, files.get(from)!)
      files.delete(from)
    },
    syncFolder: async () => {},
    read: async (path: string) => files.get(path),
    remove: async (path: string) => void (files.delete(path) && said.push({ removed: path })),
  }
  const store = {
    notes: async (kind: string) => notes.filter((one) => one.kind === kind).map(({ kind: _, ...note }) => note),
    note: async (kind: string, note: { file: string }) => void notes.push({ id: notes.length + 1, kind, ...note }),
    removeNote: async (kind: string, id: number) => {
      said.push({ forgotten: id })
      notes.splice(
        notes.findIndex((one) => one.kind === kind && one.id === id),
        1,
      )
    },
  }
  const office = {
    sending: {
      reconcile: async (...asked: unknown[]) => {
        said.push({ reconciled: asked })
        return reconciles
      },
    },
    markReported: async (ids: number[]) => void said.push({ told: ids }),
    refusal: async () => refusal,
    refuse: async (_: object, verdict: object) => void said.push({ refused: verdict }),
  }
  const client = {
    receipt: async ({ user }: { user: string }, ...asked: unknown[]) => {
      said.push({ asked: [{ user }, ...asked] })
      return answers.shift()
    },
  }
  const log = { all: async () => events }
  const now = () => new Date('2026-11-22T10:00:00+01:00')
  const parts = { store, dir: '/house', client, office, log, now, disk }
  return { receipts: policeReceipts(parts as never), files, notes, said }
}

const figures = { login: 'XX', structure: 'CASA', day, lines: 3, nights: 2, number: '1' }
const pdf = receiptPdf(figures)
const came = (bytes: Buffer) => ({ kind: 'receipt', pdf: bytes })

/** Three lines of the day: one accepted, two with an unknown result. */
const threeLines = [begun(1, 2), lost(1), begun(4, 1), ended(4, 1)]

test('a good receipt is stored as a file and noted with digest and count, which settles the day', async () => {
  const events = [...threeLines, begun(2, 1, { day: '2026-11-22' }), begun(3, 1, { account: 'OTHER' })]
  const { receipts, files, notes, said } = house({ events, answers: [came(pdf)] })
  assert.equal(await receipts.fetch(account), { fetched: 1, doubtful: [] })
  const file = '2026-11-20-XX0001.pdf'
  assert.equal([...files], [[`/house/receipts/${file}`, pdf]])
  assert.equal(notes, [
    {
      id: 1,
      kind: 'police-receipt',
      account: 'XX 00/01',
      day,
      at: '2026-11-22T09:00:00.000Z',
      counted: 3,
      file,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    },
  ])
  assert.equal(said, [
    { asked: [{ user: 'XX 00/01' }, day] },
    { folder: '/house/receipts' },
    { reconciled: ['XX 00/01', day, 3] },
    { told: [10, 11, 40] },
  ])
  assert.equal(await receipts.fetch(account), { fetched: 0, doubtful: [] }, 'nothing is due any more')
})

test('if a receipt’s count settles nothing, no report is made', async () => {
  for (const reconciles of ['notTaken', 'unclear']) {
    const { receipts, said } = house({ events: threeLines, answers: [came(pdf)], reconciles })
    await receipts.fetch(account)
    assert.equal(said.slice(2), [{ reconciled: ['XX 00/01', day, 3] }])
  }
})

test('a damaged receipt, or one without a number, settles nothing and is fetched again', async () => {
  const unread = receiptPdf({ ...figures, lines: 'molte' as never })
  for (const bytes of [arrivingReceipt(figures, 'cutAt30'), arrivingReceipt(figures, 'noEnd'), unread]) {
    const { receipts, said, notes } = house({ events: threeLines, answers: [came(bytes), came(pdf)] })
    assert.equal(await receipts.fetch(account), { fetched: 0, doubtful: [day] })
    assert.is(said.length, 2, 'no reconciliation')
    assert.is(notes.length, 1)
    assert.equal(await receipts.fetch(account), { fetched: 1, doubtful: [] })
    assert.equal([notes.length, notes[0]!.counted], [1, 3])
  }
})

test('a doubtful receipt never replaces a better one, and each has a separate file', async () => {
  const other = arrivingReceipt(figures, 'otherCount')
  const answers = [other, arrivingReceipt(figures, 'half'), other, pdf].map(came)
  const { receipts, notes, files } = house({ events: threeLines, answers })
  for (let night = 0; night < 3; night++) assert.equal(await receipts.fetch(account), { fetched: 0, doubtful: [day] })
  assert.equal([notes.length, files.size], [1, 1])
  assert.equal(await receipts.fetch(account), { fetched: 1, doubtful: [] })
  assert.equal([notes.length, files.size, new Set(notes.map(({ file }) => file)).size], [2, 2, 2])
  const shown = (await receipts.list()).map(({ id, doubt, counted }) => [id, doubt, counted])
  assert.equal(shown, [
    [2, undefined, 3],
    [1, 'replaced', 10],
  ])
  assert.equal((await receipts.file(1))?.bytes, other)
  assert.equal((await receipts.file(2))?.bytes, pdf)
})

test('a web page instead of a receipt is not stored, and the next day’s is still fetched', async () => {
  const events = [...threeLines, begun(5, 3, { day: '2026-11-21' }), ended(5, 3)]
  const { receipts, notes } = house({ events, answers: [came(Buffer.from('<html>')), came(pdf)] })
  assert.equal(await receipts.fetch(account), { fetched: 1, doubtful: [day] })
  assert.equal(
    notes.map(({ file }) => file),
    ['2026-11-21-XX0001.pdf'],
  )
})

test('a missing receipt is no fault; an error of the portal ends the round and stores nothing', async () => {
  const events = [...threeLines, begun(5, 3, { day: '2026-11-21' }), ended(5, 3)]
  const fault = { kind: 'unreached', verdict: { code: '', name: '', detail: 'ECONNREFUSED' } }
  const { receipts, files, notes, said } = house({ events, answers: [{ kind: 'none' }, fault, fault] })
  assert.equal(await receipts.fetch(account), { fetched: 0, doubtful: [], failure: fault })
  assert.is(said.length, 2)
  assert.equal(await receipts.fetch(account), { fetched: 0, doubtful: [], failure: fault })
  assert.equal([said.length, files.size, notes.length], [3, 0, 0])
})

test('refused credentials are remembered and not retried', async () => {
  const verdict = { code: '', name: '', detail: 'HTTP 401' }
  const failure = { kind: 'signIn', verdict }
  const first = house({ events: threeLines, answers: [failure] })
  assert.equal(await first.receipts.fetch(account), { fetched: 0, doubtful: [], failure })
  assert.equal(first.said.slice(1), [{ refused: verdict }])
  const known = house({ events: threeLines, refusal: { words: 'HTTP 401' } })
  assert.equal(await known.receipts.fetch(account), { fetched: 0, doubtful: [], failure })
  assert.equal(known.said, [])
})

test('receipts are missing for days with accepted or unknown lines, from the next day, for thirty days', async () => {
  const days = ['2026-11-22', '2026-11-21', '2026-11-20', '2026-10-23', '2026-10-22']
  const events = [
    ...days.map((one, n) => begun(n + 1, 1, { day: one })),
    begun(9, 1, { account: 'B', day: '2026-11-01' }),
    begun(10, 1, { day: '2026-11-02' }),
    { id: 11, event: 'unsent', of: 10, at: '', why: 'x' },
    ended(1, 1),
  ]
  const { receipts, notes } = house({ events })
  const one = { kind: 'police-receipt', file: '', day: '2026-11-20' }
  notes.push({ ...one, id: 1, account: 'B' } as never, { ...one, id: 2, account: 'XX 00/01', isDamaged: true } as never)
  assert.equal(await receipts.missing('XX 00/01'), ['2026-10-23', '2026-11-20', '2026-11-21'])
  notes.push({ ...one, id: 3, account: 'XX 00/01' } as never)
  assert.equal(await receipts.missing('XX 00/01'), ['2026-10-23', '2026-11-21'])
})

test('the list starts with the latest receipt, each with its day’s sendings and its fault', async () => {
  const old = begun(5, 4, { day: '2026-10-01' })
  const events = [begun(1, 2), ended(1, 2), begun(2, 3), lost(2), old, lost(5), begun(6, 1, { account: 'B' }), lost(6)]
  const { receipts, notes } = house({ events })
  const one = { kind: 'police-receipt', file: 'x.pdf', account: 'XX 00/01' }
  notes.push({ ...one, id: 1, day: '2026-10-01' } as never, { ...one, id: 2, day, counted: 1 } as never)
  notes.push({ ...one, id: 3, day: '2026-11-19', counted: 2 } as never)
  const shown = { file: 'x.pdf', account: 'XX 00/01' }
  assert.equal(await receipts.list(), [
    { ...shown, id: 3, day: '2026-11-19', counted: 2, known: 0, unknown: 0, doubt: 'count' },
    { ...shown, id: 2, day, counted: 1, known: 2, unknown: 3, doubt: 'count', isAskedAgain: true },
    { ...shown, id: 1, day: '2026-10-01', known: 0, unknown: 4, doubt: 'uncounted' },
  ])
  notes[1]!.counted = 4
  assert.not.ok('doubt' in (await receipts.list())[1]!, 'the open lines may be among those it counts')
})

test('a receipt is read by its number; an expired one is deleted, the file before the note', async () => {
  const events = [...threeLines, begun(5, 3, { day: '2026-11-21' }), ended(5, 3)]
  const { receipts, files, said, notes } = house({ events, answers: [came(pdf), came(pdf)] })
  await receipts.fetch(account)
  assert.equal((await receipts.file(1))?.bytes, pdf)
  assert.is((await receipts.file(2))?.day, '2026-11-21')
  assert.is(await receipts.file(3), undefined)
  said.length = 0
  await receipts.forget([1, 7])
  assert.equal(said, [{ removed: '/house/receipts/2026-11-20-XX0001.pdf' }, { forgotten: 1 }])
  assert.equal([notes.length, files.size], [1, 1])
  files.clear()
  assert.is(await receipts.file(2), undefined, 'its file is gone')
})

test.run()
