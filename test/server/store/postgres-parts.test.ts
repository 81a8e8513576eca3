import type { Sql } from 'postgres'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { patiently } from '../../../server/store/postgres/connection'
import { type Contents, contentsDigest, contentsOf, isNothing, putContents } from '../../../server/store/postgres/image'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store'
import { column } from '../../../server/store/postgres/statements'
import { openDatabase } from '../../../server/store/sqlite-file/database'
import { StoreUnavailable } from '../../../server/store/store'
import { failing, folder, stay } from './store-world'

const test = suite('the store in a database, without one')

const failure = (code: unknown) => Object.assign(new Error(`code ${code}`), { code })

test('a temporary refusal or lost statement is retried; other errors fail at once', async () => {
  const triesAt = async (code: unknown) => {
    let tries = 0
    await patiently(async () => {
      if (++tries === 1) throw failure(code)
    }).catch(() => {})
    return tries
  }
  for (const code of [
    ...['40001', '40P01', '57P01', '57P03', '08006', '53300', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'ECONNREFUSED'],
    ...['EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ])
    assert.is(await triesAt(code), 2, String(code))
  for (const code of ['23505', '42P01', '57014', '53200', undefined, 'XCONNECT', ''])
    assert.is(await triesAt(code), 1, String(code))
})

test('a text with a zero byte or half a surrogate pair is stored escaped, any other unchanged', () => {
  assert.equal(['abc', 'a"b\\', 'a\0b', 'a\ud800b', '😀', '', 7, null, undefined].map(column), [
    'abc',
    'a"b\\',
    '"a\\u0000b"',
    '"a\\ud800b"',
    '😀',
    '',
    null,
    null,
    null,
  ])
})

test('the state of a house is read from its rows and numbers, whatever the two dates', async () => {
  const db = await openDatabase()
  try {
    const nothing = contentsOf(db.sql)
    assert.equal(nothing, { checkins: [], notes: [], entries: [], last: { checkins: 0, notes: 0 } })
    assert.ok(isNothing(contentsDigest(nothing)))
    db.sql('INSERT INTO checkins (id, owner, draft, doc) VALUES (?, ?, ?, ?)', [
      3,
      'me',
      null,
      '{"arrivalDate":"2025-06-13"}',
    ])
    db.sql('INSERT INTO notes (id, kind, doc) VALUES (?, ?, ?)', [5, 'mail', '{"checkinId":3}'])
    db.sql('INSERT INTO notes (id, kind, doc) VALUES (?, ?, ?)', [6, 'export', '{}'])
    db.sql('INSERT INTO notes (id, kind, doc) VALUES (?, ?, ?)', [7, 'mail', '{"bookingId":1}'])
    db.sql('INSERT INTO entries VALUES (?, ?, ?)', ['setting', 'b', '1'])
    db.sql('INSERT INTO entries VALUES (?, ?, ?)', ['setting', 'a', '2'])
    const held = contentsOf(db.sql)
    assert.equal(held, {
      checkins: [
        {
          id: 3,
          owner: 'me',
          draft: null,
          arrival: '2025-06-13',
          departure: null,
          doc: '{"arrivalDate":"2025-06-13"}',
        },
      ],
      notes: [
        { id: 5, kind: 'mail', checkin: 3, doc: '{"checkinId":3}' },
        { id: 6, kind: 'export', checkin: null, doc: '{}' },
        { id: 7, kind: 'mail', checkin: null, doc: '{"bookingId":1}' },
      ],
      entries: [
        { kind: 'setting', name: 'a', value: '2' },
        { kind: 'setting', name: 'b', value: '1' },
      ],
      last: { checkins: 3, notes: 7 },
    })
    const proof = contentsDigest(held)
    assert.match(proof, /^1 check-ins, 3 notes, 2 entries, SHA-256 [0-9a-f]{64}$/)
    assert.not.ok(isNothing(proof))
    const [checkin] = held.checkins
    const [note] = held.notes
    const [entry] = held.entries
    const others: Contents[] = [
      { ...held, last: { checkins: 4, notes: 7 } },
      ...(['id', 'owner', 'draft', 'doc'] as const).map((name) => ({
        ...held,
        checkins: [{ ...checkin!, [name]: 9 }],
      })),
      ...(['id', 'kind', 'doc'] as const).map((name) => ({
        ...held,
        notes: [{ ...note!, [name]: 9 }, ...held.notes.slice(1)],
      })),
      ...(['kind', 'name', 'value'] as const).map((name) => ({
        ...held,
        entries: [{ ...entry!, [name]: 9 }, held.entries[1]!],
      })),
    ] as Contents[]
    assert.is(new Set([proof, ...others.map(contentsDigest)]).size, others.length + 1)
    assert.is(contentsDigest({ ...held, checkins: [{ ...checkin!, arrival: null }] }), proof)
  } finally {
    db.close()
  }
})

type Statement = { text: string; given: unknown[] }

const database = (answer: (statement: Statement) => unknown[] | Error = () => []) => {
  const heard: Statement[] = []
  const sql = Object.assign(
    (texts: TemplateStringsArray | unknown, ...given: unknown[]) => {
      if (!Array.isArray(texts) || !('raw' in texts)) return { rows: texts }
      const statement = { text: texts.join('?').replace(/\s+/g, ' ').trim(), given }
      heard.push(statement)
      const said = answer(statement)
      return said instanceof Error ? Promise.reject(said) : Promise.resolve(Object.assign(said, { count: said.length }))
    },
    { begin: async (work: (sql: unknown) => unknown) => work(sql) },
  )
  return { sql: sql as unknown as Sql, heard, all: () => heard.map(({ text }) => text) }
}

const held = async (answer: Parameters<typeof database>[0] = () => [{}], isHeld = () => true) => {
  const world = database(answer)
  const told: string[] = []
  const store = await openPostgresStore({
    database: {
      sql: world.sql,
      hold: async () => ({
        standing: { term: 1, changes: 0, checkins: 4, notes: 7 },
        isHeld,
        release: async () => void told.push('released'),
      }),
    } as never,
    house: 'rosa.example',
    dir: folder(),
    lost: () => told.push('lost'),
  })
  return { ...world, store, told }
}

test('a change refused by the database means that the house now belongs to another process', async () => {
  const { store, told } = await held(() => [])
  const error = await failing(store.addCheckin(stay(1)))
  assert.instance(error, StoreUnavailable)
  assert.match(error.message, 'held by another process')
  assert.equal(told, ['lost'])
  for (const later of [store.checkins(), store.settings(), store.health(), store.addCheckin(stay(2))])
    assert.match((await failing(later)).message, 'may be held by another')
  assert.equal(told, ['lost'], 'told once')
  await store.close()
  assert.equal(told, ['lost', 'released'])
})

test('a house with an expired lease is neither read nor changed', async () => {
  let isOurs = true
  const { store, told, heard } = await held(undefined, () => isOurs)
  await store.health()
  isOurs = false
  const before = heard.length
  assert.match((await failing(store.health())).message, 'may be held by another')
  assert.equal([told, heard.length], [['lost'], before])
  isOurs = true
  assert.match((await failing(store.health())).message, 'may be held by another', 'once lost it stays so')
})

test('numbers continue from the last, and each change increments the house’s change number', async () => {
  const { store } = await held(({ text }) => (/^SELECT/.test(text) ? [] : [{}]))
  const [first, second] = [await store.addCheckin(stay(1)), await store.addCheckin(stay(2))]
  assert.equal([first.id, second.id], [5, 6])
  assert.not.ok('owner' in first)
  assert.is(await store.note('export', {} as never), 8)
  await store.close()
})

test('after the end no read or change starts, and running ones finish', async () => {
  const { store, told } = await held()
  const last = store.saveSettings({ companyName: 'Casa' })
  await Promise.all([store.close(), store.close()])
  await last
  assert.equal(told, ['released'])
  for (const later of [store.settings(), store.saveSettings({}), store.health(), store.note('export', {} as never)])
    assert.match((await failing(later)).message, 'The store is closed.')
})

test('settings are read once, until they are saved', async () => {
  let value = '"Uno"'
  const { store, all } = await held(({ text }) => {
    if (!/^SELECT name, value/.test(text)) return [{}]
    return [{ name: 'companyName', value }]
  })
  const read = async () => (await store.settings()).companyName
  assert.equal([await read(), await read()], ['Uno', 'Uno'])
  const before = all().length
  assert.is(await read(), 'Uno')
  assert.is(all().length, before)
  value = '"Due"'
  await store.saveSettings({ companyName: 'Due' })
  assert.is(await read(), 'Due')
  await store.close()
})

test('a record read during a save is not cached', async () => {
  let value = '"Uno"'
  let letRead = () => {}
  const reading = new Promise<void>((done) => (letRead = done))
  const { store } = await held()
  const house = await held(({ text }) => {
    if (!/^SELECT name, value/.test(text)) return [{}]
    const rows = [{ name: 'companyName', value }]
    return Object.assign(rows, { count: 1 })
  })
  await store.close()
  const early = house.store.settings()
  value = '"Due"'
  const saved = house.store.saveSettings({ companyName: 'Due' })
  letRead()
  await reading
  await Promise.all([early, saved])
  assert.is((await house.store.settings()).companyName, 'Due')
  await house.store.close()
})

test('an existing house is not overwritten', async () => {
  const { sql, all } = database(({ text }) => {
    if (/FROM house/.test(text)) return [{ term: '1', changes: '1', checkins: 0, notes: 0 }]
    return /FROM entry/.test(text) ? [{ kind: 'setting', name: 'a', value: '1' }] : []
  })
  const contents: Contents = { checkins: [], notes: [], entries: [], last: { checkins: 0, notes: 0 } }
  const error = await failing(putContents({ sql } as never, 'rosa.example', contents))
  assert.match(error.message, /^The database holds another rosa\.example \(0 check-ins, 0 notes, 1 entries, SHA-256/)
  assert.not.ok(all().some((text) => /^(INSERT|UPDATE)/.test(text)))
})

test('rows are inserted into a house in batches of five hundred', async () => {
  const portions: number[] = []
  const { sql } = database(({ text, given }) => {
    if (/FROM house/.test(text)) return [{ term: '1', changes: '1', checkins: 0, notes: 0 }]
    if (/^INSERT/.test(text)) portions.push((given[1] as { rows: unknown[] }).rows.length)
    return []
  })
  const checkins = Array.from({ length: 1001 }, (_, at) => ({
    id: at + 1,
    owner: null,
    draft: null,
    arrival: null,
    departure: null,
    doc: '{}',
  }))
  const contents: Contents = { checkins, notes: [], entries: [], last: { checkins: 1001, notes: 0 } }
  await putContents({ sql } as never, 'rosa.example', contents)
  assert.equal(portions, [500, 500, 1])
})

test.run()
