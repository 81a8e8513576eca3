import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkDigit, type KindName, kindOf, numberIn } from '../../../src/core/reader/kinds'
import { alphabet } from '../../../src/core/reader/network'
import { believed, type Seen } from '../../../src/core/reader/zone-letters'

const test = suite('what is believed of the letters seen')

/** The specimen of ICAO Doc 9303-4 as a passport of Italy. */
const passport = ['P<ITAERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36ITA7408122F1204159ZE184226B<<<<<10']

/** How likely other letters are at a place: line, cell, and the logarithm for each letter. */
type Doubt = [line: number, cell: number, letters: { [letter: string]: number }]

/** Cells in which the letters of some lines are sure, but for the doubts. */
const seenOf = (lines: readonly string[], doubts: readonly Doubt[] = []): Seen[] =>
  lines.map((text, line) =>
    [...text].map((letter, cell) => {
      const answer = new Float32Array(alphabet.length).fill(-20)
      answer[alphabet.indexOf(letter)] = 0
      for (const [at, place, letters] of doubts)
        if (at === line && place === cell)
          for (const [other, fit] of Object.entries(letters)) answer[alphabet.indexOf(other)] = fit
      return answer
    }),
  )
const believe = (kind: KindName, lines: readonly string[], doubts?: readonly Doubt[]) =>
  believed(kind, seenOf(lines, doubts))

/** One zone of each kind: the specimens of ICAO Doc 9303-4 to -6 as documents of Italy, and the French card. */
const zones: { [kind in KindName]: readonly string[] } = {
  TD1: ['I<ITAD231458907<<<<<<<<<<<<<<<', '7408122F1204159ITA<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
  TD2: ['I<ITAERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907ITA7408122F1204159<<<<<<<6'],
  TD3: passport,
  FRA: ['IDFRABERTHIER'.padEnd(36, '<'), '8806923102858CORINNE<<<<<<<6512068F6'],
}
const zonesByKind = Object.entries(zones) as [KindName, readonly string[]][]

test('clear letters that hold are believed whole, with nothing mended', () => {
  for (const [kind, lines] of zonesByKind)
    assert.equal(believe(kind, lines), { kind, lines, sure: 1, fit: 0, mended: 0 })
})

test('a letter that does not hold gives way to the next likely one, which counts as mended and costs its fit', () => {
  // The number's third digit looks more like 3 than like the 8 whose check digit stands there.
  const one = believe('TD3', passport, [[1, 3, { '8': -2, '3': -0.25 }]])!
  assert.equal([one.lines, one.mended], [passport, 1])
  assert.ok(Math.abs(one.fit + 2) < 1e-6)
  const two = believe('TD3', passport, [
    [1, 3, { '8': -2, '3': -0.25 }],
    [1, 14, { '4': -1, '1': -0.5 }],
  ])!
  assert.equal([two.lines, two.mended], [passport, 2])
  assert.ok(Math.abs(two.fit + 3) < 1e-6)
})

test('letters of a name, which no check digit covers, are as sure as the eye is between them', () => {
  const { lines, sure } = believe('TD3', passport, [[0, 5, { E: Math.log(0.75), F: Math.log(0.25) }]])!
  assert.equal(lines, passport)
  assert.ok(Math.abs(sure - 0.75) < 0.001, `${sure}`)
})

test('two digits that the same check digits allow are both doubted', () => {
  // 1 and B are 10 apart, so every check digit over them is the same.
  const lines = ['P<ITAERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', passport[1]!]
  const at = lines[1]!.indexOf('B')
  const { sure } = believe('TD3', lines, [[1, at, { B: Math.log(0.6), '1': Math.log(0.4) }]])!
  assert.is(checkDigit('B'), checkDigit('1'))
  assert.ok(Math.abs(sure - 0.6) < 0.001, `${sure}`)
})

test('what is far less likely than the best letter of its place is never guessed', () => {
  assert.is(believe('TD3', passport, [[1, 3, { '8': -12, '3': 0 }]]), undefined)
  assert.ok(believe('TD3', passport, [[1, 3, { '8': -9, '3': 0 }]]))
})

test('only letters that may stand at a place are looked at: no digit in a name, no letter in a date', () => {
  const { lines, mended } = believe('TD3', passport, [
    [0, 5, { E: -1, '3': -0.1 }],
    [1, 13, { '7': -1, Z: -0.1 }],
  ])!
  assert.equal([lines, mended], [passport, 0])
})

const replaced = (line: number, from: number, text: string) =>
  passport.map((one, i) => (i === line ? one.slice(0, from) + text + one.slice(from + text.length) : one))

test('a day that is none, a state that is none or a name without its shape are not believed', () => {
  const withDay = (day: string) => {
    const [one, two] = replaced(1, 13, day + checkDigit(day))
    const digit = checkDigit(two!.slice(0, 10) + two!.slice(13, 20) + two!.slice(21, 43))
    return [one!, two!.slice(0, 43) + digit]
  }
  for (const day of ['740131', '741231', '740101']) assert.is(kindOf(withDay(day)), 'TD3', day)
  for (const day of ['740012', '741312', '740132', '740100']) assert.is(believe('TD3', withDay(day)), undefined, day)
  for (const lines of [
    replaced(1, 10, 'XQX'),
    replaced(0, 2, 'XQX'),
    replaced(0, 5, '<RIKSSON'),
    replaced(0, 5, 'ERIK<<<ON'),
    replaced(0, 40, '<<AB'),
  ])
    assert.is(believe('TD3', lines), undefined, lines.join(' '))
})

test('the state of each kind is one, and its issuer a state or an organisation', () => {
  const withIssuer = (lines: readonly string[], issuer: string) => [
    lines[0]!.slice(0, 2) + issuer + lines[0]!.slice(5),
    ...lines.slice(1),
  ]
  for (const kind of ['TD1', 'TD2', 'TD3'] as const) {
    assert.is(kindOf(withIssuer(zones[kind], 'XQX')), undefined, kind)
    const ofNone = zones[kind].map((line, i) => (i === 1 ? line.replace('ITA', 'XQX') : line))
    assert.is(kindOf(ofNone), undefined, kind)
  }
  for (const issuer of ['EUE', 'UNO', 'UNA', 'UNK', 'XOM', 'XPO', 'D<<'])
    assert.is(kindOf(withIssuer(passport, issuer)), 'TD3', issuer)
})

test('the digit over all must hold besides each part’s own', () => {
  const [one, two] = passport
  assert.is(believe('TD3', [one!, `${two!.slice(0, 43)}1`]), undefined)
  const french = zones.FRA
  assert.is(believe('FRA', [french[0]!, `${french[1]!.slice(0, 35)}7`]), undefined)
})

test('a number ends at its check digit, or goes on after a filler up to a later one', () => {
  const digit = (text: string) => text + checkDigit(text)
  assert.is(numberIn(digit('AB1234567')), 'AB1234567')
  assert.is(numberIn(digit('AB12345<<')), 'AB12345')
  assert.is(numberIn('AB12345670'), undefined)
  assert.is(numberIn(`AB1234567<${digit('AB123456789').slice(9)}<<<`), 'AB123456789')
  assert.is(numberIn('AB1234567<80<<<'), undefined)
  assert.is(numberIn('AB1234567<<<<<'), undefined)
})

test.run()
