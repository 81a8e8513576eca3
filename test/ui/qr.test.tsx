import { renderToStaticMarkup } from 'react-dom/server'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Qr } from '../../src/ui/admin/dialogs/copying'
import { readQr } from '../fixtures/qr-reader'

const test = suite('QR codes')

const drawn = (text: string) => {
  const markup = renderToStaticMarkup(<Qr text={text} label="code" />)
  const size = Number(/viewBox="0 0 (\d+) /.exec(markup)![1])
  const dark = new Set([...markup.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))
  return Array.from({ length: size - 4 }, (_, y) =>
    Array.from({ length: size - 4 }, (_, x) => dark.has(`${x + 2} ${y + 2}`)),
  )
}

test('a drawn code has the given text, of any length', () => {
  const link = 'https://locanda.example/reservation-code?code=LAGO&lang=de#aB3-_x'
  const texts = [
    'http://127.0.0.1:4711/trial/pQ3_',
    ...Array.from({ length: 40 }, (_, i) => (link + 'x'.repeat(200)).slice(0, 20 + i * 5)),
    'è à ß 東京 z',
  ]
  for (const text of texts) assert.is(readQr(drawn(text)), text)
})

test('the reader sees a single wrong module', () => {
  const text = 'https://locanda.example/trial/abcdefghijklmnopqrstuv'
  const right = drawn(text)
  let refused = 0
  const data = [...Array(9).keys()].map((k) => 9 + k)
  for (const i of data) {
    const wrong = right.map((row, y) => row.map((dark, x) => (x === i && y === i ? !dark : dark)))
    try {
      readQr(wrong)
    } catch {
      refused++
    }
  }
  assert.is(refused, data.length)
})

test.run()
