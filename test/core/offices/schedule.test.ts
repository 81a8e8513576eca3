import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { italianDay, italianTime } from '../../../server/shared/clock'
import { regionDayState } from '../../../src/core/offices/region-days'
import { fieldOfVerdict } from '../../../src/core/offices/sending-events'
import { goesNow, isNightlyDue, receiptDays } from '../../../src/core/police/deadline'
import { romeInstant } from '../../../src/core/text/rome-time'

const test = suite('when things are sent')
const minute = 60_000

test('a party is sent after the configured minutes or shortly before its deadline, while the portal accepts it', () => {
  const at = (day: string, time: string) => romeInstant(day, time)
  const since = at('2026-11-20', '14:00')
  const party = { since, arrivalDate: '2026-11-20', deadline: at('2026-11-20', '20:00') }
  const goes = (now: number, today = '2026-11-20', more = {}) =>
    goesNow({ ...party, ...more }, { now, today, wait: 15 })
  assert.not.ok(goes(since + 14 * minute))
  assert.ok(goes(since + 15 * minute))
  assert.ok(goes(at('2026-11-20', '19:46'), '2026-11-20', { since: at('2026-11-20', '19:45') }), 'the deadline is near')
  assert.ok(goes(since + 600 * minute, '2026-11-21'))
  assert.not.ok(goes(since + 6000 * minute, '2026-11-22'), 'the day before yesterday')
  assert.not.ok(goes(since + 15 * minute, '2026-11-19'), 'before the day of arrival')
})

test('night work runs once a day in Rome, across both clock changes', () => {
  for (const first of ['2026-03-27', '2026-10-23']) {
    let done: string | undefined
    const times: string[] = []
    const from = romeInstant(first, '00:00')
    for (let now = from; now < from + 5 * 1440 * minute; now += minute) {
      const today = italianDay(new Date(now))
      const time = italianTime(new Date(now))
      if (!isNightlyDue('region', { today, time }, done)) continue
      done = today
      times.push(`${today} ${time}`)
    }
    assert.is(new Set(times.map((at) => at.slice(0, 10))).size, times.length)
    assert.ok(times.length >= 5)
    for (const at of times) assert.is(at.slice(11), '04:10')
  }
})

test('receipts are fetched from the next day on, for thirty days, once', () => {
  const sentOn = ['2026-11-20', '2026-11-20', '2026-11-19', '2026-10-20', '2026-10-21']
  assert.equal(receiptDays(sentOn, new Set(['2026-11-19']), '2026-11-20'), ['2026-10-21'])
  assert.equal(receiptDays(sentOn, new Set(), '2026-11-21'), ['2026-11-19', '2026-11-20'])
})

test('the portal’s message is mapped to its answer', () => {
  const words: [string, string][] = [
    ['Data di Arrivo Errata', 'arrivalDate'],
    ['Comune di Nascita Errato', 'birthCity'],
    ['Sesso Errato', 'gender'],
    ['Giorni di Permanenza Errati', 'numberOfNights'],
    ['Tipo Documento Errato', 'documentType'],
    ['Numero Documento con caratteri non validi', 'documentNumber'],
    ['Nome con caratteri non validi', 'name'],
    ['Cognome con caratteri non validi', 'lastName'],
    ['Data di Nascita Errata', 'birthDate'],
    ['Cittadinanza non valida', 'citizenship'],
    ['Stato di Nascita Errato', 'birthCountry'],
    ['Provincia nascita errata', 'birthCity'],
    ['Luogo Rilascio Documento errato', 'documentIssuePlace'],
    ['Stato di rilascio errato', 'documentIssuePlace'],
    ['Appartamento non presente', 'reservationCode'],
  ]
  for (const [detail, field] of words) assert.is(fieldOfVerdict({ name: 'SCHEDINA_CAMPO_NON_CORRETTO', detail }), field)
  assert.is(
    fieldOfVerdict({ name: 'CITTADINANZA', detail: '' }),
    'citizenship',
    'the name where the detail says nothing',
  )
  for (const detail of ['', 'Dimensione Riga errata'])
    assert.is(fieldOfVerdict({ name: 'ERRORE_GENERICO', detail }), undefined, 'no answer is blamed for what names none')
})

test('the last minutes before a deadline and the hours of night work begin to the minute', () => {
  const deadline = romeInstant('2026-11-20', '20:00')
  const party = { since: deadline - 20 * minute, arrivalDate: '2026-11-20', deadline }
  const goes = (now: number) => goesNow(party, { now, today: '2026-11-20', wait: 60 })
  assert.equal([goes(deadline - 15 * minute - 1), goes(deadline - 15 * minute)], [false, true])
  const works = [
    ['region', '04:09', '04:10'],
    ['receipts', '06:09', '06:10'],
    ['reminders', '07:59', '08:00'],
  ] as const
  for (const [work, earlier, hour] of works) {
    const due = (time: string, done?: string) => isNightlyDue(work, { today: '2026-11-20', time }, done)
    assert.equal([due(earlier), due(hour), due('23:59', '2026-11-19')], [false, true, true], work)
    assert.equal([due('23:59', '2026-11-20'), due('00:00', '2026-11-19')], [false, false], work)
  }
})

test('a day of the region is due until accepted, and changed if it differs later', () => {
  const day = { eliminated: [], faults: [] }
  const state = (end?: 'sent' | 'refused' | 'failed', print = 'as it is') =>
    regionDayState(day, 'as it is', end && { print, end })
  assert.equal([state(), state('failed'), state('sent'), state('refused')], ['due', 'due', 'sent', 'refused'])
  assert.equal(
    [state('sent', 'other'), state('refused', 'other'), state('failed', 'other')],
    ['changed', 'changed', 'due'],
  )
})

test.run()
