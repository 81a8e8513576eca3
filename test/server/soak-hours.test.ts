// Costs some 5 s: the hour’s soak in small, seconds for minutes, and a crowd of thirty, each with kills.
import { XMLParser } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { crowdFailures, soakCrowd } from '../soak-hours/crowd'
import { hoursFailures, soakHours } from '../soak-hours/hours'
import { besideTable, type Minute, minuteBook, picture } from '../soak-hours/minutes'

const test = suite('a house with everything on, killed now and then')

test('guests, host, offices and retention continue after kills; nothing is lost or duplicated', async () => {
  // On a busy machine a server's start takes all of a short minute.
  for (const minute of [1_500, 6_000, 24_000]) {
    const report = await soakHours({ minutes: 4, guests: 4, killEvery: 1.5, most: 5, minute })
    assert.is(hoursFailures(report), 0, JSON.stringify(report))
    assert.is(report.minutes.length, 4)
    if (report.kills > 0 && report.region > 0 && report.stored > 5 && report.removed > 0) return
  }
  assert.unreachable('it lived on over kills')
})

test('a crowd that corrects, confirms and opens links while the process is killed finds each answer kept once', async () => {
  const report = await soakCrowd({ guests: 30, connections: 20, killsAfter: [0.4] })
  assert.is(crowdFailures(report), 0, JSON.stringify(report))
  // At least eight answered calls of each guest.
  assert.ok(report.answered > 30 * 8, JSON.stringify(report))
})

test('each minute reports its median and slow answers, and then begins anew', () => {
  const book = minuteBook()
  for (let n = 1; n <= 100; n++) book.answered(n)
  book.killed()
  assert.equal(book.end(90, 7), { memory: 90, median: 51, slow: 100, answers: 100, kills: 1, stored: 7 })
  assert.equal(book.end(91, 8), { memory: 91, median: 0, slow: 0, answers: 0, kills: 0, stored: 8 })
})

test('the picture has a point for each minute in each curve and a line for each kill', () => {
  const minutes: Minute[] = [0, 1, 2].map((n) => ({
    memory: 90 + n,
    median: 2,
    slow: 30,
    answers: 5,
    kills: n === 1 ? 1 : 0,
    stored: 4,
  }))
  const { svg } = new XMLParser({ ignoreAttributes: false }).parse(picture(minutes))
  assert.equal(
    svg.polyline.map((line: { '@_points': string }) => line['@_points'].split(' ').length),
    [3, 3, 3],
  )
  assert.is(picture(minutes).match(/stroke-dasharray/g)?.length, 2)
  assert.match(besideTable(minutes), /\| memory, MB \| 90\.0 \| 92\.0 \|/)
})

test.run()
