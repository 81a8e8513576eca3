import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FieldDefinition } from '../../schema/steps'
import { addDays } from '../../src/core/text/dates'
import { Calendar } from '../../src/ui/controls/date'
import { house, today } from '../../src/ui/shared/published'
import { asked, openItalianHouse } from './asked'

const test = suite('stay')
test.before(openItalianHouse)

const press = (element: Element, key: string) =>
  act(async () => void element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
const click = (element: Element | null) => act(async () => (element as HTMLElement).click())

const calendar = async (first: string, last: string, value = '') => {
  const picked: string[] = []
  let closed = 0
  const box = document.createElement('div')
  document.body.append(box)
  const pick = (day: string) => void picked.push(day)
  await act(async () =>
    createRoot(box).render(<Calendar {...{ first, last, value, pick }} close={() => void closed++} />),
  )
  const stop = () => box.querySelector('[tabindex="0"]')!
  const seen = () => `${stop().textContent} ${box.querySelector('strong')!.textContent}`
  return { box, picked, closed: () => closed, stop, seen, keys: (key: string) => press(stop(), key) }
}

test('the keys of a grid move by day, week, month and to the ends of the week, and stop at the limits', async () => {
  const { seen, keys, stop } = await calendar('2026-11-25', '2027-01-24')
  const moves = ['ArrowRight', 'ArrowDown', 'End', 'Home', 'ArrowUp', 'ArrowLeft', 'PageDown', 'PageDown', 'PageDown']
  const path = [seen()]
  for (const key of moves) {
    await keys(key)
    path.push(seen())
  }
  assert.equal(path, [
    '25 novembre 2026',
    '26 novembre 2026',
    '3 dicembre 2026',
    '6 dicembre 2026',
    '30 novembre 2026',
    '25 novembre 2026',
    '25 novembre 2026',
    '25 dicembre 2026',
    '24 gennaio 2027',
    '24 gennaio 2027',
  ])
  assert.is(document.activeElement, stop(), 'the focus goes with the day')
  await keys('PageUp')
  assert.is(seen(), '24 dicembre 2026')
})

test('weeks begin on Monday, days outside the limits are read and not taken, Escape closes', async () => {
  const { box, picked, closed, keys } = await calendar('2026-11-25', '2026-11-28', '2026-11-27')
  assert.equal(
    [...box.querySelectorAll('th')].map((one) => one.abbr),
    ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica'],
  )
  const days = [...box.querySelectorAll('td button')]
  assert.is(days.length, 30)
  assert.is(days[0]!.closest('tr')!.children.length, 7, 'the first is a Sunday')
  assert.is(days[0]!.getAttribute('aria-label'), 'domenica 1 novembre 2026')
  const open = days.filter((day) => !day.hasAttribute('aria-disabled')).map(({ textContent }) => textContent)
  assert.equal(open, ['25', '26', '27', '28'])
  assert.equal(
    days.filter((day) => day.getAttribute('aria-pressed') === 'true').map(({ textContent }) => textContent),
    ['27'],
  )
  await click(days[23]!)
  await click(days[25]!)
  assert.equal(picked, ['2026-11-26'])
  for (const turn of box.querySelectorAll('.turn')) assert.is(turn.getAttribute('aria-disabled'), 'true')
  await keys('Escape')
  assert.is(closed(), 1)
})

const ahead = (days: string) => ({ 'settings.arrivalDaysAhead': days })
const arrival = (days: string, value = '') => asked('arrivalDate', { control: 'arrival' }, value, ahead(days))

test('the card offers three days; another day is available if the house allows more, and shows the picked day', async () => {
  const texts = ({ box }: { box: HTMLElement }) =>
    [...box.querySelectorAll('.choice span')].map((one) => one.textContent!)
  assert.is(texts(await arrival('2')).length, 3)
  assert.is(texts(await arrival('0')).length, 1)
  const { box, put } = await arrival('40')
  const another = box.querySelector('.another')!
  assert.is(texts({ box }).at(-1), 'Altro giorno')
  assert.is(box.querySelector('.calendar'), null)
  await click(another)
  assert.is(another.getAttribute('aria-expanded'), 'true')
  for (let i = 0; i < 9; i++) await press(box.querySelector('[tabindex="0"]')!, 'ArrowRight')
  await click(box.querySelector('td [tabindex="0"]'))
  const day = addDays(today(), 9)
  assert.equal(put, [day])
  assert.match(texts({ box }).at(-1)!, `Altro giorno, `)
  assert.match(texts({ box }).at(-1)!, String(Number(day.slice(8))))
  assert.equal([another.getAttribute('aria-pressed'), box.querySelector('.calendar')], ['true', null])
  assert.is(document.activeElement, another)
})

const definition: FieldDefinition = { control: 'nights', options: ['1', '2', '3', '4', '5', '6', '7'], greatest: 30 }

/** The nights question of the shipped flow's card. */
const nights = (value: string, how: Partial<FieldDefinition> = {}) => {
  const asks = { ...definition, ...how }
  house.set({ ...house.get(), flow: { ...house.get().flow, fields: { numberOfNights: asks } } })
  return asked('numberOfNights', asks, value, { arrivalDate: '2026-12-20' })
}
const said = (box: HTMLElement) => box.querySelector('.stepper p')!.textContent

test('more nights than the card offers are set by button, typing or arrow keys, with their departure', async () => {
  const { box, put, type, input } = await nights('')
  await click(box.querySelector('.another'))
  const [fewer, more] = box.querySelectorAll('.stepper button')
  assert.is(fewer!.getAttribute('aria-disabled'), 'true')
  await click(fewer!)
  await click(more!)
  assert.equal(put, ['8'])
  assert.is(said(box), 'Check-Out: lunedì 28 dicembre 2026')
  await type(input(), '14')
  assert.is(box.querySelector('.another')!.textContent, '14 notti')
  assert.is(box.querySelector('.another')!.getAttribute('aria-pressed'), 'true')
  assert.is(said(box), 'Check-Out: domenica 3 gennaio 2027')
  await press(input(), 'ArrowUp')
  await press(input(), 'ArrowDown')
  await type(input(), '07')
  await type(input(), '1a')
  assert.equal(put.slice(1), ['14', '15', '14', '7', '1'])
  assert.equal(
    ['valuemin', 'valuemax', 'valuenow', 'valuetext'].map((name) => input().getAttribute(`aria-${name}`)),
    ['1', '30', '1', '1 notte'],
  )
  await type(input(), '')
  assert.equal([put.at(-1), said(box)], ['', ''])
})

test('a number beyond the limit stays, and a sentence explains the fault', async () => {
  const { box, put, type, input } = await nights('30')
  const more = box.querySelectorAll('.stepper button')[1]!
  await click(more)
  assert.equal([put, more.getAttribute('aria-disabled')], [['31'], 'true'])
  assert.is(said(box), 'Al massimo 30')
  assert.is(input().getAttribute('aria-invalid'), 'true')
  await click(more)
  await type(input(), '45')
  assert.equal(put, ['31', '45'])
})

test('an answer given before is there again; a flow without the limit, or a step that narrows, offers only its numbers', async () => {
  assert.is((await nights('14')).input().value, '14')
  const { box } = await nights('3')
  assert.equal([box.querySelector('.stepper'), box.querySelectorAll('.nights [aria-pressed=true]').length], [null, 1])
  const { greatest: _, ...old } = definition
  assert.is((await asked('numberOfNights', old, '14')).box.querySelector('.another, .stepper'), null)
})

test.run()
