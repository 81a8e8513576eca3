import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { documentOf } from '../../../src/core/reader/document'
import { checkDigit, kindOf, kinds, stateCodes, stateOf } from '../../../src/core/reader/kinds'
import { countries } from '../../../src/data/countries'
import { zoneOf } from '../../reader/people'
import { randomOf } from '../../reader/random'

const test = suite('the zone of a document')
const today = '2026-11-25'

/** The specimens of ICAO Doc 9303, parts 4 to 6, appendix B; they expired in 2012. */
const specimens = {
  TD3: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
  TD2: ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
  TD1: ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
}

test('check digits follow the standard', () => {
  assert.is(checkDigit('520727'), '3')
  assert.is(checkDigit('D23145890'), '7')
  assert.is(checkDigit('L898902C3'), '6')
  assert.is(checkDigit(`${'D23145890'}7${'7408122'}${'1204159'}${'<<<<<<<'}`), '6')
})

/** A specimen of the standard as a document of Italy: no check digit covers the state. */
const ofItaly = (lines: readonly string[]) => lines.map((line) => line.replaceAll('UTO', 'ITA'))

test('the specimens of the standard are read, with every kind’s fields in their place', () => {
  for (const [kind, lines] of Object.entries(specimens) as [keyof typeof specimens, string[]][]) {
    assert.is(kindOf(lines), undefined, 'Utopia is no state')
    assert.is(kindOf(ofItaly(lines)), kind)
    const { answers, citizenship, expiry, cut } = documentOf(kind, ofItaly(lines), today)!
    assert.equal(answers, {
      name: 'ANNA MARIA',
      lastName: 'ERIKSSON',
      gender: 'DONNA',
      birthDate: '1974-08-12',
      documentType: kind === 'TD3' ? 'PASS' : 'ID',
      documentNumber: kind === 'TD3' ? 'L898902C3' : 'D23145890',
    })
    assert.equal([citizenship, expiry, cut], ['IT', '2012-04-15', []])
  }
})

test('a wrong letter anywhere under a check digit is detected', () => {
  const under = { TD3: [1, 0, 44], TD2: [1, 0, 36], TD1: [0, 5, 30] } as const
  for (const [kind, [line, from, to]] of Object.entries(under) as [
    keyof typeof under,
    readonly [number, number, number],
  ][])
    for (let at = from; at < to; at++) {
      const lines = ofItaly(specimens[kind])
      // The state is under no check digit.
      if (kind !== 'TD1' && ((at >= 10 && at < 13) || at === 20)) continue
      const wrong = checkDigit(lines[line]![at]!) === checkDigit('3') ? '4' : '3'
      lines[line] = lines[line]!.slice(0, at) + wrong + lines[line]!.slice(at + 1)
      assert.is(documentOf(kind, lines, today), undefined, `${kind} ${at}`)
    }
})

test('the French card is read: twelve characters in its number, no expiry date', () => {
  const lines = ['IDFRABERTHIER'.padEnd(36, '<'), '8806923102858CORINNE<<<<<<<6512068F6']
  assert.is(kindOf(lines), 'FRA')
  const { answers, citizenship, expiry } = documentOf('FRA', lines, today)!
  assert.equal([answers.lastName, answers.name, answers.documentNumber], ['BERTHIER', 'CORINNE', '880692310285'])
  assert.equal([answers.birthDate, citizenship, expiry], ['1965-12-06', 'FR', undefined])
})

test('names that fill the French card may be cut', () => {
  const ofFrance = (surname: string, given: string) => {
    const one = `IDFRA${surname.padEnd(25, '<')}`.padEnd(36, '<')
    const two = `8806923102858${given.padEnd(14, '<')}6512068M`
    return documentOf('FRA', [one, two + checkDigit(one + two)], today)!
  }
  const [long, fourteen] = ['DELAROCHEFOUCAULDBERTHIER', 'JEAN<<BAPTISTE']
  assert.equal(ofFrance(long, fourteen).cut, ['name', 'lastName'])
  assert.equal(ofFrance(long, 'JEAN').cut, ['lastName'])
  const { answers, cut } = ofFrance('BERTHIER', fourteen)
  assert.equal([answers.name, answers.gender, cut], ['JEAN BAPTISTE', 'UOMO', ['name']])
})

test('a zone that keeps the sex open leaves the question open', () => {
  const { answers } = replaced('TD3', ([one, two]) => [one!, `${two!.slice(0, 20)}<${two!.slice(21)}`])!
  assert.is('gender' in answers, false)
})

const replaced = (kind: 'TD1' | 'TD3', change: (lines: string[]) => string[]) => {
  const lines = change(ofItaly(specimens[kind]))
  return documentOf(kind, lines, today)
}

test('a number of more than nine characters continues in the optional data', () => {
  const [, two, three] = ofItaly(specimens.TD1)
  const number = 'D23145890734'
  const head = `I<ITA${number.slice(0, 9)}<${number.slice(9)}${checkDigit(number)}`.padEnd(30, '<')
  const digit = checkDigit(head.slice(5) + two!.slice(0, 7) + two!.slice(8, 15) + two!.slice(18, 29))
  const document = documentOf('TD1', [head, two!.slice(0, 29) + digit, three!], today)!
  assert.is(document.answers.documentNumber, number)
})

test('a name that fills its field may be cut, and a document may lack a first name', () => {
  const names = (text: string) => replaced('TD3', ([one, two]) => [`${one!.slice(0, 5)}${text.padEnd(39, '<')}`, two!])!
  assert.equal(names('PAPANDROPOULOS<<JONATHAN<ALEXANDROS<NI').cut, [])
  assert.equal(names('PAPANDROPOULOU<<JONATHAN<ALEXANDROS<NIK').cut, ['name'])
  assert.equal(names('NILAVADHANANANDA').answers.lastName, 'NILAVADHANANANDA')
  assert.is(names('NILAVADHANANANDA').answers.name, undefined)
  assert.equal(names('NILAVADHANANANDA').cut, [])
  assert.equal(names('NILA'.repeat(10).slice(1)).cut, ['lastName'])
})

test('a residence permit gives the person, but is no identity document', () => {
  const { answers, isIdentity } = replaced('TD1', ([one, ...rest]) => [`IR${one!.slice(2)}`, ...rest])!
  assert.is(isIdentity, false)
  assert.equal([answers.lastName, answers.documentType, answers.documentNumber], ['ERIKSSON', undefined, undefined])
})

test('the century of a birth date is the latest possible one, an expiry lies from twenty years ago to forty from now', () => {
  const dated = (at: 13 | 21) => (day: string) =>
    replaced('TD3', ([one, two]) => {
      const line = two!.slice(0, at) + day + checkDigit(day) + two!.slice(at + 7, 43)
      return [one!, line + checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43))]
    })!
  const born = ['261125', '261126', '000101'].map((day) => dated(13)(day).answers.birthDate)
  assert.equal(born, ['2026-11-25', '1926-11-26', '2000-01-01'])
  const expiries = ['661125', '661126', '061124', '061125', '991231'].map((day) => dated(21)(day).expiry)
  assert.equal(expiries, ['2066-11-25', undefined, undefined, '2006-11-25', undefined])
  assert.is(dated(21)('990101').expiry, undefined, 'a Spanish card for life')
})

test('every state a guest can choose has a unique three-letter code', () => {
  const codes = stateCodes()
  assert.is(new Set(codes).size, codes.length)
  const known = new Set(codes.map(stateOf))
  assert.equal(
    countries.filter(([iso]) => iso && !known.has(iso)).map(([iso]) => iso),
    [],
  )
  const passportsOnly = { 'D<<': 'DE', GBD: 'GB', GBN: 'GB', GBO: 'GB', GBP: 'GB', GBS: 'GB', RKS: 'XK', XXA: '' }
  for (const [code, iso] of Object.entries(passportsOnly)) assert.is(stateOf(code), iso, code)
})

test('a thousand drawn zones satisfy the check digits of their own kind only', () => {
  const random = randomOf(9)
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
    for (let i = 0; i < 250; i++) assert.is(kindOf(zoneOf(random, kind)), kind)
})

test.run()
