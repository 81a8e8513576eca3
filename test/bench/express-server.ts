// What somebody would write instead: Express, better-sqlite3 as safe as our journal (WAL, synchronous FULL), and the
// same schema of a check-in compiled by Ajv. It walks no journey and knows no guest.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Ajv from 'ajv'
import Database from 'better-sqlite3'
import express from 'express'
import type { Flow } from '../../schema/steps'
import { checkinSchema, serverFormats } from '../../server/flow/compile'
import { italianDay } from '../../server/shared/clock'
import { normalizedBody } from '../../src/core/checkin/spellings'

const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const ajv = new Ajv({ allErrors: true, strict: false, formats: serverFormats(() => italianDay(new Date())) })
const validate = ajv.compile(checkinSchema(flow))

const db = new Database(process.argv[2]!)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('CREATE TABLE checkins (id INTEGER PRIMARY KEY, owner TEXT, body TEXT NOT NULL)')
const insert = db.prepare('INSERT INTO checkins (owner, body) VALUES (?, ?)')

const app = express()
app.use(express.json())
app.post('/api/checkin', (req, res) => {
  const record = normalizedBody(req.body)
  if (!validate(record)) return res.status(400).json({ success: false, errors: validate.errors })
  res.json({ success: true, data: { id: insert.run(String(record.email), JSON.stringify(record)).lastInsertRowid } })
})
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
