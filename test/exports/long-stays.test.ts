import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { defaults, type Settings } from '../../schema/settings'
import { yearFigures } from '../../src/core/checkin/statistics'
import { calendar } from '../../src/core/exports/ics'
import { taxReport } from '../../src/core/tax/tax-report'
import { monthDays } from '../../src/core/text/dates'
import { ruleSet } from '../core/tax/rule-sets'
import { monthly, police } from './at-once'
import { book } from './book'
import { codeOf, guestFields, person } from './region-house'

const test = suite('stays of 14 and 30 nights')
const settings: Settings = { ...defaults, reservationCodes: [codeOf('A101', 'MARE', 2, 4)] }

const stay = (arrivalDate: string, numberOfNights: string, departureDate: string) =>
  ({
    id: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    reservationCode: 'A101',
    enabledForSending: 'yes',
    arrivalDate,
    numberOfNights,
    departureDate,
    ...guestFields('main', person({ Name: 'ALDO', BirthDate: '1980-01-01' })),
    mainGuestDocumentType: 'ID',
    mainGuestDocumentNumber: 'CA00000AA',
    mainGuestDocumentIssuePlace: 'Firenze',
    addSecondGuest: 'yes',
    ...guestFields('second', person({ Name: 'BRUNA', BirthDate: '1982-01-01' })),
    addThirdGuest: 'no',
  }) as Checkin

const days = (month: string, checkin: Checkin) => {
  const { files, faults } = monthly(month, [checkin], book, settings)
  assert.equal(faults, [])
  return [...files[0]!.text.matchAll(/<movimento>([^]*?)<\/movimento>/g)].map(([, day]) => ({
    day: /<data>(\d+)/.exec(day!)![1]!,
    rooms: Number(/<camereoccupate>(\d+)/.exec(day!)![1]),
    arrivals: [...day!.matchAll(/<arrivo>\s*<idswh>/g)].length,
    departures: [...day!.matchAll(/<partenza>/g)].length,
  }))
}

type Case = {
  why: string
  checkin: Checkin
  departure: string
  /** Nights with the room occupied, by month. */
  taken: { [month: string]: number }
}
/** Calculated by hand with calendars of 2026 and 2027. */
const cases: Case[] = [
  {
    why: 'a fortnight within a month',
    checkin: stay('2026-08-08', '14', '2026-08-22'),
    departure: '20260822',
    taken: { '2026-08': 14 },
  },
  {
    why: 'a fortnight over the end of a month of 31 days',
    checkin: stay('2026-07-25', '14', '2026-08-08'),
    departure: '20260808',
    taken: { '2026-07': 7, '2026-08': 7 },
  },
  {
    why: 'a fortnight over the end of February of a common year',
    checkin: stay('2027-02-20', '14', '2027-03-06'),
    departure: '20270306',
    taken: { '2027-02': 9, '2027-03': 5 },
  },
  {
    why: 'thirty nights over the end of a year',
    checkin: stay('2026-12-15', '30', '2027-01-14'),
    departure: '20270114',
    taken: { '2026-12': 17, '2027-01': 13 },
  },
  {
    why: 'thirty nights from the last of January: all of February, and a day of March',
    checkin: stay('2027-01-31', '30', '2027-03-02'),
    departure: '20270302',
    taken: { '2027-01': 1, '2027-02': 28, '2027-03': 1 },
  },
]

for (const { why, checkin, departure, taken } of cases) {
  const months = Object.keys(taken)
  const { arrivalDate: arrival = '', numberOfNights: nights = '' } = checkin

  test(`${why}: the police line holds its nights`, () => {
    const { files, faults } = police([checkin], book, { today: arrival, time: '16:00', settings })
    assert.equal(faults, [])
    const [first] = files[0]!.text.split('\r\n')
    assert.is(first!.slice(2, 12), arrival.split('-').reverse().join('/'))
    assert.is(first!.slice(12, 14), nights.padStart(2, '0'))
  })

  test(`${why}: the region has the room taken on each night, one arrival and one departure`, () => {
    const all = months.flatMap((month) => days(month, checkin))
    for (const month of months)
      assert.is(
        all.filter(({ day, rooms }) => day.startsWith(month.replace('-', '')) && rooms).length,
        taken[month],
        month,
      )
    assert.equal(
      all.filter(({ arrivals }) => arrivals).map(({ day, arrivals }) => [day, arrivals]),
      [[arrival.replaceAll('-', ''), 2]],
    )
    assert.equal(
      all.filter(({ departures }) => departures).map(({ day, departures }) => [day, departures]),
      [[departure, 2]],
    )
  })

  test(`${why}: the statistics count each night in its month and the arrival once`, () => {
    for (const month of months) {
      const figures = yearFigures([checkin], month.slice(0, 4)).find((one) => one.month === month)!
      assert.equal([figures.nights, figures.arrivals], [taken[month]! * 2, arrival.startsWith(month) ? 2 : 0])
    }
  })

  test(`${why}: the tax counts each night in its month, and no night twice`, () => {
    const set = ruleSet({ kind: 'fixed', cents: 150 }, { from: '2000-01-01', mostNights: 10, reliefs: [] })
    const cents = months.map((month) => {
      const dates = monthDays(month)
      return taxReport([checkin], { from: dates[0]!, until: dates.at(-1)! }, [set]).amount
    })
    let left = 10
    const wanted = months.map((month) => {
      const paid = Math.min(left, taken[month]!)
      left -= paid
      return paid * 2 * 150
    })
    assert.equal(cents, wanted, 'the first ten nights of two guests')
  })

  test(`${why}: the calendar's event ends on the day of departure`, () => {
    const text = calendar(
      { id: '1', facility: 'Casa', arrival, departure: checkin.departureDate!, summary: 'Casa' },
      '2026-01-01T00:00:00.000Z',
    )!
    assert.match(text, `DTEND;VALUE=DATE:${departure}`)
  })
}

test.run()
