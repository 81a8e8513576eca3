import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Judged } from '../reader/judge'
import { upperBound, verdictOf, writeFigures } from '../reader/report'

const test = suite('the figures of docs/reading.md')

/** So many judged pictures, of which some are wrong and some silent. */
const judged = (count: number, wrong: number, silent: number): Judged[] =>
  Array.from({ length: count }, (_, seed) => ({
    kind: 'TD1',
    distortion: 'blur',
    level: 1,
    whole: false,
    read: seed < wrong ? 'wrong' : seed < wrong + silent ? 'silent' : 'exact',
    milliseconds: 100,
    seed,
  }))

test('the bound is that of Clopper and Pearson', () => {
  // Without a wrong one the bound is 1 - 0.05^(1/n); the others are from their published tables.
  assert.ok(Math.abs(upperBound(0, 2995) - (1 - 0.05 ** (1 / 2995))) < 1e-9)
  assert.is(upperBound(0, 10).toFixed(3), '0.259')
  assert.is(upperBound(1, 10).toFixed(3), '0.394')
  assert.is(upperBound(5, 100).toFixed(3), '0.102')
  assert.is(upperBound(3, 3), 1)
})

test('a picture in which nothing is read counts neither for nor against the reader', () => {
  assert.match(
    verdictOf(judged(3_000, 2, 1_000), 3_000),
    /^3,000 judged: \*\*2 wrong of 2,000 accepted\*\*.* 3\.14 of 1,000/,
  )
  assert.match(verdictOf(judged(30, 0, 10), 20_000), /^30 of 20,000 .*none wrong of 20 accepted/)
})

test('only the last section of the page is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'benvenuto-'))
  const page = join(folder, 'reading.md')
  writeFileSync(page, '# Reading\n\nBy hand.\n\n## Figures\n\nold\n')
  writeFigures(judged(12, 1, 2), judged(4, 0, 0), 20_000, page)
  const text = readFileSync(page, 'utf8')
  assert.match(text, /^# Reading\n\nBy hand\.\n\n## Figures\n\n`npm run reader/)
  assert.match(text, /\| blur \| TD1 \| 9 \/ 2 \/ 1 \| 0 \/ 0 \/ 0 \| 0 \/ 0 \/ 0 \|/)
  assert.match(text, /Whole photos .*4 judged: \*\*none wrong of 4 accepted/)
  assert.not.match(text, /old/)
  rmSync(folder, { recursive: true })
})

test.run()
