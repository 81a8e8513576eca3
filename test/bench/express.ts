import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { median, row, skip } from './table'
import { folder, started } from './world'

const script = (file: string) => `const express = require('express')
const Database = require('better-sqlite3')
const db = new Database(${JSON.stringify(file)})
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('CREATE TABLE checkins (id INTEGER PRIMARY KEY, owner TEXT, body TEXT NOT NULL)')
const insert = db.prepare('INSERT INTO checkins (owner, body) VALUES (?, ?)')
const app = express()
app.use(express.json())
app.post('/api/checkin', (req, res) => res.json({ success: true, data: { id: insert.run(req.body.email, JSON.stringify(req.body)).lastInsertRowid } }))
const server = app.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`

const what =
  'durable POST /api/checkin, 32 connections, beside Express + better-sqlite3 (WAL, synchronous FULL, no check)'

/**
 * Answers a second of our server, and of one that only parses the same body and inserts it, where its two packages are
 * installed.
 */
export const besideExpress = async (rate: (url: string) => Promise<number>, house: string) => {
  try {
    execFileSync(process.execPath, ['-e', "require('express'); new (require('better-sqlite3'))(':memory:')"], {
      stdio: 'ignore',
    })
  } catch {
    return skip(
      what,
      'npm i --no-save express better-sqlite3, and run again (or name the folder that has them in NODE_PATH)',
    )
  }
  const express = await started(['-e', script(join(folder(), 'express.db'))], { NODE_ENV: 'production' })
  const rates: [number, number][] = []
  for (let n = 0; n < 3; n++) rates.push([await rate(house), await rate(express.url)])
  await express.stop()
  const [ours, theirs] = [median(rates.map(([one]) => one)), median(rates.map(([, other]) => other))]
  row(what, median(rates.map(([one, other]) => one / other)), '×', 3, {
    least: true,
    beside: `${Math.round(ours)} and ${Math.round(theirs)} answers a second`,
  })
}
