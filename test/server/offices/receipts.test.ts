import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { policeReceipts } from '../../../server/offices/receipts'
import { receiptPdf } from '../../stand-ins/receipt'

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

/** Receipts over a log, notes and a disk in memory; `answers` is what the portal says, in turn. */
const house = ({ events = [] as object[], answers = [] as object[], reconciles = 'taken' } = {}) => {
  const files = new Map<string, Buffer>()
  const notes: { id: number; kind: string; file: string }[] = []
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
    toClient: ({ user }: { user: string }) => ({ user }),
    sending: {
      reconcile: async (...asked: unknown[]) => {
        said.push({ reconciled: asked })
        return reconciles
      },
    },
    tell: async (ids: number[]) => void said.push({ told: ids }),
  }
  const client = {
    receipt: async (...asked: unknown[]) => {
      said.push({ asked })
      return answers.shift()
    },
  }
  const log = { all: async () => events }
  const now = () => new Date('2026-11-22T10:00:00+01:00')
  const parts = { store, dir: '/house', client, office, log, now, disk }
  return { receipts: policeReceipts(parts as never), files, notes, said }
}

const pdf = receiptPdf({ login: 'XX', structure: 'CASA', day, lines: 3, nights: 2, number: '1' })

test('a receipt is kept as a file and noted with its sum and its count, which settles the day', async () => {
  const events = [
    begun(1, 2),
    begun(2, 1, { day: '2026-11-19' }),
    begun(3, 1, { account: 'OTHER' }),
    begun(4, 1),
    ended(4, 1),
  ]
  const { receipts, files, notes, said } = house({ events, answers: [{ kind: 'receipt', pdf }] })
  assert.is(await receipts.fetch(account, day), 'receipt')
  const file = '2026-11-20-XX0001.pdf'
  assert.equal([...files], [[`/house/receipts/${file}`, pdf]])
  assert.equal(notes, [
    {
      id: 1,
      kind: 'police-receipt',
      account: 'XX 00/01',
      day,
      at: '2026-11-22T09:00:00.000Z',
      file,
      sha256: createHash('sha256').update(pdf).digest('hex'),
      counted: 3,
    },
  ])
  assert.equal(said, [
    { asked: [{ user: 'XX 00/01' }, day] },
    { folder: '/house/receipts' },
    { reconciled: ['XX 00/01', day, 3] },
    { told: [10, 11, 40] },
  ])
})

test('where its count settles nothing, or cannot be read, nobody is told', async () => {
  for (const reconciles of ['notTaken', 'unclear']) {
    const { receipts, said } = house({ events: [begun(1, 1)], answers: [{ kind: 'receipt', pdf }], reconciles })
    await receipts.fetch(account, day)
    assert.equal(said.slice(2), [{ reconciled: ['XX 00/01', day, 3] }])
  }
  const { receipts, notes, said } = house({ answers: [{ kind: 'receipt', pdf: Buffer.from('%PDF-1.4 scanned') }] })
  assert.is(await receipts.fetch(account, day), 'receipt')
  assert.equal([said.length, 'counted' in notes[0]!], [2, false])
})

test('no receipt yet is no fault, and what did not come leaves nothing', async () => {
  const fault = { kind: 'unreached', verdict: { code: '', name: '', detail: 'ECONNREFUSED' } }
  const { receipts, files, notes } = house({ answers: [{ kind: 'none' }, fault] })
  assert.is(await receipts.fetch(account, day), 'none')
  assert.equal(await receipts.fetch(account, day), fault)
  assert.equal([files.size, notes.length], [0, 0])
})

test('missing are the days with something sent by that account, from the day after, for thirty days', async () => {
  const days = ['2026-11-22', '2026-11-21', '2026-11-20', '2026-10-23', '2026-10-22']
  const events = [
    ...days.map((one, n) => begun(n + 1, 1, { day: one })),
    begun(9, 1, { account: 'B', day: '2026-11-01' }),
    ended(1, 1),
  ]
  const { receipts, notes } = house({ events })
  const one = { kind: 'police-receipt', file: '', day: '2026-11-20' }
  notes.push({ ...one, id: 1, account: 'B' } as never)
  assert.equal(await receipts.missing('XX 00/01'), ['2026-10-23', '2026-11-20', '2026-11-21'])
  notes.push({ ...one, id: 2, account: 'XX 00/01' } as never)
  assert.equal(await receipts.missing('XX 00/01'), ['2026-10-23', '2026-11-21'])
})

test('the list has the latest first, each with what the house knows of its day', async () => {
  const other = begun(5, 4, { day: '2026-11-19' })
  const events = [
    begun(1, 2),
    ended(1, 2),
    begun(2, 3),
    lost(2),
    other,
    lost(5),
    begun(6, 1, { account: 'B' }),
    lost(6),
  ]
  const { receipts, notes } = house({ events })
  const one = { kind: 'police-receipt', file: 'x.pdf', account: 'XX 00/01' }
  notes.push({ ...one, id: 1, day: '2026-11-19' } as never, { ...one, id: 2, day } as never)
  assert.equal(await receipts.list(), [
    { id: 2, file: 'x.pdf', account: 'XX 00/01', day, known: 2, unknown: 3 },
    { id: 1, file: 'x.pdf', account: 'XX 00/01', day: '2026-11-19', known: 0, unknown: 4 },
  ])
})

test('a receipt is read by its number; one past its term goes, the file before the note', async () => {
  const answers = [
    { kind: 'receipt', pdf },
    { kind: 'receipt', pdf },
  ]
  const { receipts, files, said, notes } = house({ answers })
  await receipts.fetch(account, day)
  await receipts.fetch(account, '2026-11-21')
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
