import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { bundled } from './bundled'
import { median, row, skip } from './table'
import { folder, started } from './world'

const what =
  'durable POST /api/checkin, 32 connections, beside Express + better-sqlite3 (WAL, synchronous FULL, the same Ajv schema)'

/** Answers a second of our server beside the rival's, where its two packages are installed. */
export const besideExpress = async (rate: (url: string) => Promise<number>, house: string) => {
  try {
    execFileSync(process.execPath, ['-e', "require('express'); new (require('better-sqlite3'))(':memory:')"], {
      stdio: 'ignore',
    })
  } catch {
    return skip(what, 'install express and better-sqlite3 in a folder and name its node_modules in NODE_PATH')
  }
  const express = await started(
    [await bundled('express', ['express', 'better-sqlite3']), join(folder(), 'express.db')],
    { NODE_ENV: 'production' },
  )
  const rates: [number, number][] = []
  for (let n = 0; n < 5; n++) rates.push([await rate(house), await rate(express.url)])
  await express.stop()
  const [ours, theirs] = [median(rates.map(([one]) => one)), median(rates.map(([, other]) => other))]
  row(
    what,
    rates.map(([one, other]) => one / other),
    '×',
    2,
    { least: true, beside: `${Math.round(ours)} and ${Math.round(theirs)} answers a second` },
  )
}
