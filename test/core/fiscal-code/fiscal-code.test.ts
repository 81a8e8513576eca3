import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { birthplaces } from '../../../src/core/fiscal-code/birthplaces'
import {
  type CodeFacts,
  type ComparedAnswer,
  codeFault,
  controlLetter,
  disagreements,
  nameLetters,
  readFiscalCode,
  surnameLetters,
  withoutOmocodia,
} from '../../../src/core/fiscal-code/fiscal-code'
import { birthplacesText, comuni, townsText } from '../../../src/data/comuni.mjs'
import { countries } from '../../../src/data/countries'
import { fc } from '../../property'

const today = '2026-11-25'
const places = birthplaces(townsText(), birthplacesText())
const factsOf = (code: string, on = today, least = 0) => {
  const read = readFiscalCode(code, on, least)
  return 'facts' in read ? read.facts : read.fault
}

/** The values of the signs at odd and at even places, as letters from A (0). Source: DM 23/12/1976, art. 7. */
const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const oddValues = 'BAFHJNPRTVBAFHJNPRTVCESULDGIMOQKWZYX'
const evenValues = 'ABCDEFGHIJABCDEFGHIJKLMNOPQRSTUVWXYZ'

type Person = CodeFacts & { name: string; lastName: string }

/** Returns the codice fiscale of a person, without omocodia, which only the Agenzia delle Entrate assigns. */
const fiscalCodeOf = ({ name, lastName, gender, birthDate, place }: Person): string => {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  const dayInCode = String(Number(day) + (gender === 'DONNA' ? 40 : 0)).padStart(2, '0')
  const letters = surnameLetters(lastName) + nameLetters(name)
  const signs = letters + year.slice(2) + 'ABCDEHLMPRST'[Number(month) - 1] + dayInCode + place
  return signs + controlLetter(signs)
}

const code = suite('fiscal code')

code('each sign has its value at an odd and at an even place', () => {
  assert.is([...signs].map(controlLetter).join(''), oddValues)
  assert.is([...signs].map((sign) => controlLetter(`1${sign}`)).join(''), evenValues)
})

code('published codes are made of their people', () => {
  const people: [string, string, string, CodeFacts['gender'], string, string][] = [
    ['RSSMRA85T10A562S', 'Mario', 'Rossi', 'UOMO', '1985-12-10', 'A562'],
    ['MLLSNT82P65Z404U', 'Samantha', 'Miller', 'DONNA', '1982-09-25', 'Z404'],
    ['RSSMRA80A01H501U', 'Mario', 'Rossi', 'UOMO', '1980-01-01', 'H501'],
    ['MRNLCU00A01H501J', 'Luca', 'Moreno', 'UOMO', '2000-01-01', 'H501'],
    ['MRNLCU00A01Z100P', 'Luca', 'Moreno', 'UOMO', '2000-01-01', 'Z100'],
    ['RSSMRA90P50Z258M', 'Maria', 'Rossi', 'DONNA', '1990-09-10', 'Z258'],
  ]
  for (const [written, name, lastName, gender, birthDate, place] of people) {
    assert.is(fiscalCodeOf({ name, lastName, gender, birthDate, place }), written)
    assert.is(controlLetter(written.slice(0, 15)), written[15])
    const read = factsOf(written) as CodeFacts
    assert.equal([read.gender, read.birthDate, read.place], [gender, birthDate, place])
  }
})

code('names give the letters of the decree', () => {
  const surnames = {
    Fo: 'FOX',
    Aiello: 'LLA',
    "D'Amico": 'DMC',
    'De Rosa': 'DRS',
    Müller: 'MLL',
    Øst: 'STO',
    Aa: 'AAX',
  }
  for (const [name, letters] of Object.entries(surnames)) assert.is(surnameLetters(name), letters, name)
  const names = {
    Gianfranco: 'GFR',
    Marco: 'MRC',
    'Anna Maria': 'NMR',
    Luca: 'LCU',
    Io: 'IOX',
    'Jean-Luc': 'JLC',
    Noè: 'NOE',
  }
  for (const [name, letters] of Object.entries(names)) assert.is(nameLetters(name), letters, name)
})

code('codes with omocodia mean what they meant with digits', () => {
  for (const written of ['BNZVCN32S10E57PV', 'BNZVCNPNSMLERTPX']) {
    assert.is(withoutOmocodia(written), 'BNZVCN32S10E573Z')
    assert.equal(factsOf(written), factsOf('BNZVCN32S10E573Z'))
  }
})

code('a text that is no code says why', () => {
  assert.is(factsOf('RSSMRA85T10A562'), 'shape')
  assert.is(factsOf('0SSMRA85T10A562S'), 'shape')
  assert.is(factsOf('RSSMRA85T10A562T'), 'letter')
  for (const signs of ['RSSMRA85B30A562', 'RSSMRA85T00A562', 'RSSMRA85T40A562', 'RSSMRA85T35A562', 'RSSMRA85T72A562'])
    assert.is(factsOf(signs + controlLetter(signs)), 'date', signs)
  // 29 February exists in 2000, and not in 1900.
  assert.is((factsOf(`RSSMRA00B29H501${controlLetter('RSSMRA00B29H501')}`) as CodeFacts).birthDate, '2000-02-29')
})

code('the century is the plausible one, and the other possible one is said', () => {
  const dateOf = (signs: string, least = 0) => {
    const { birthDate, otherDate } = factsOf(signs + controlLetter(signs), today, least) as CodeFacts
    return [birthDate, otherDate]
  }
  assert.equal(dateOf('RSSMRA85T10A562'), ['1985-12-10', undefined])
  assert.equal(dateOf('RSSMRA20A01H501'), ['2020-01-01', '1920-01-01'])
  assert.equal(dateOf('RSSMRA20A01H501', 14), ['1920-01-01', '2020-01-01'])
  assert.equal(dateOf('RSSMRA10A01H501', 14), ['2010-01-01', undefined])
  // Nobody is born after today or older than 110; ages change on the birthday.
  assert.equal(dateOf('RSSMRA26S25A562'), ['2026-11-25', '1926-11-25'])
  assert.equal(dateOf('RSSMRA16S25A562'), ['2016-11-25', '1916-11-25'])
  assert.equal(dateOf('RSSMRA15S65A562'), ['2015-11-25', undefined])
  assert.equal(dateOf('RSSMRA18S25A562', 8), ['2018-11-25', '1918-11-25'])
  assert.equal(dateOf('RSSMRA18S66A562', 8), ['1918-11-26', '2018-11-26'])
  assert.equal(dateOf('RSSMRA85T71A562'), ['1985-12-31', undefined])
  // The day of birth is still to come this year, so this year is not meant.
  assert.equal(dateOf('RSSMRA26T31H501'), ['1926-12-31', undefined])
})

code('every code of a person reads back as the person', () => {
  const all = [...new Set([...comuni().map(({ belfiore }) => belfiore), 'Z110', 'A003'])]
  const names = fc.string({ unit: fc.constantFrom(..."ABCDEIOÙÀÇÑØß' -"), minLength: 1, maxLength: 14 })
  const person = fc.record({
    name: names,
    lastName: names,
    gender: fc.constantFrom<CodeFacts['gender']>('UOMO', 'DONNA'),
    days: fc.integer({ min: 0, max: 40_000 }),
    place: fc.constantFrom(...all),
    least: fc.constantFrom(0, 14),
  })
  const property = fc.property(person, ({ name, lastName, gender, days, place, least }) => {
    const birthDate = new Date(Date.UTC(2026, 10, 25) - days * 86_400_000).toISOString().slice(0, 10)
    const written = fiscalCodeOf({ name, lastName, gender, birthDate, place })
    assert.match(written, /^[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]$/)
    const read = factsOf(written, today, least) as CodeFacts
    assert.equal([read.gender, read.place], [gender, place])
    assert.ok([read.birthDate, read.otherDate].includes(birthDate), `${birthDate} in ${JSON.stringify(read)}`)
    const record = { mainGuestFiscalCode: written, mainGuestName: name, mainGuestLastName: lastName }
    assert.equal(
      disagreements({ ...record, mainGuestBirthDate: birthDate, mainGuestGender: gender }, 'main', today),
      [],
    )
  })
  fc.assert(property, { numRuns: 300 })
})

code('one wrong sign never goes unseen, but where both signs have one value', () => {
  const written = 'RSSMRA85T10A562S'
  for (let i = 0; i < 15; i++)
    for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') {
      const other = written.slice(0, i) + sign + written.slice(i + 1)
      const isEqual = /\d/.test(written[i]!) !== /\d/.test(sign)
      if (other !== written && !isEqual) assert.type(factsOf(other), 'string', other)
    }
})

code.run()

const born = suite('birthplaces')

born('every comune has a code, and its code and its names lead to each other', () => {
  const ofPlace = new Map<string, string[]>()
  for (const { name, province, belfiore, aliases } of comuni()) {
    assert.match(belfiore, /^[A-M]\d{3}$/, name)
    const place = places.placeOf(belfiore)
    assert.ok(place && 'town' in place && !place.isCeased, name)
    ofPlace.set(belfiore, [...(ofPlace.get(belfiore) ?? []), `${name} (${province})`])
    for (const one of [name, `${name} (${province})`])
      assert.ok(places.codesOf(one).includes(belfiore), `${one} ${belfiore}`)
    // Castegnero Nanto is the alias of both its halves, and the town box offers it once.
    for (const one of aliases) assert.ok(places.codesOf(one).length, `${one} ${belfiore}`)
  }
  for (const [belfiore, names] of ofPlace) {
    const place = places.placeOf(belfiore)
    assert.ok(place && 'town' in place && names.includes(place.town), belfiore)
  }
})

born('ceased comuni are found too', () => {
  assert.equal(places.placeOf('A003'), { town: 'ABBADIA ALPINA (TO)', isCeased: true })
  assert.equal(places.placeOf('G778'), { town: 'POLA (PL)', isCeased: true })
  assert.equal(places.placeOf('M439'), { town: 'CASTEGNERO NANTO (VI)', isCeased: true })
  assert.ok(places.codesOf('fiume').includes('D620'))
  for (const line of birthplacesText()
    .split('\n')
    .slice(1)
    .filter((one) => /^[A-Y]/.test(one))) {
    const belfiore = line.slice(0, 4)
    const place = places.placeOf(belfiore)
    assert.ok(place && 'town' in place && place.isCeased, line)
    assert.ok(places.codesOf(place.town).includes(belfiore), line)
  }
})

born('every state of the portal but two has a code, and leads back', () => {
  const lacking = countries.filter(([iso]) => !places.codesOfState(iso).length).map(([, , name]) => name)
  assert.equal(lacking, ['APOLIDE', 'GEORGIA SUD E ISOLE SANDWICH AUSTRALI', 'ITALIA'])
  for (const [iso, , name] of countries) {
    const codes = places.codesOfState(iso)
    const current = codes.filter((one) => {
      const place = places.placeOf(one)!
      assert.ok('states' in place && place.states.includes(iso), name)
      return place.states.length === 1
    })
    assert.ok(!codes.length || current.length, name)
  }
  assert.equal(places.placeOf('Z110'), { states: ['FR'], name: '' })
  assert.equal(places.placeOf('Z105'), { states: ['CZ', 'SK'], name: 'CECOSLOVACCHIA' })
  assert.equal(places.placeOf('Z113'), { states: [], name: 'GIBILTERRA' })
  assert.is(places.placeOf('Z999'), undefined)
  assert.is(places.placeOf('Y123'), undefined)
})

born.run()

const against = suite('disagreements')

const isoOf = (name: string) => ({ Italia: 'IT', Francia: 'FR', Slovacchia: 'SK', Croazia: 'HR', Spagna: 'ES' })[name]
const tables = { places, isoOf }
const rossi = {
  mainGuestFiscalCode: 'RSSMRA85T10A562S',
  mainGuestName: 'MARIO',
  mainGuestLastName: 'ROSSI',
  mainGuestGender: 'UOMO',
  mainGuestBirthDate: '1985-12-10',
  mainGuestBirthCountry: 'Italia',
  mainGuestBirthCity: 'SAN GIULIANO TERME (PI)',
}
const wrong = (changes: object) => disagreements({ ...rossi, ...changes }, 'main', today, tables)

against('each wrong answer is named, and no other', () => {
  assert.equal(wrong({}), [])
  const cases: [ComparedAnswer, object][] = [
    ['lastName', { mainGuestLastName: 'BIANCHI' }],
    ['name', { mainGuestName: 'MARCO' }],
    ['gender', { mainGuestGender: 'DONNA' }],
    ['birthDate', { mainGuestBirthDate: '1985-12-11' }],
    ['birthCountry', { mainGuestBirthCountry: 'Francia', mainGuestBirthCity: 'Francia' }],
    ['birthCity', { mainGuestBirthCity: 'PISA (PI)' }],
  ]
  for (const [field, changes] of cases) assert.equal(wrong(changes), [field], field)
  assert.equal(wrong({ mainGuestName: 'ANNA', mainGuestGender: 'DONNA' }), ['name', 'gender'])
})

against('an answer that is not given disagrees with nothing', () => {
  for (const field of Object.keys(rossi)) assert.equal(wrong({ [field]: undefined }), [], field)
  assert.equal(wrong({ mainGuestFiscalCode: 'RSSMRA85T10A562X', mainGuestName: 'ANNA' }), [])
  assert.is(codeFault({ mainGuestFiscalCode: 'RSSMRA85T10A562X' }, 'main', today), 'letter')
  assert.is(codeFault(rossi, 'main', today), undefined)
  assert.is(codeFault({}, 'main', today), undefined)
})

against('other spellings, ended states and the other century agree', () => {
  for (const town of ['San Giuliano Terme', 'san giuliano terme', 'SAN GIULIANO TERME PI'])
    assert.equal(wrong({ mainGuestBirthCity: town }), [], town)
  assert.equal(wrong({ mainGuestBirthDate: '1885-12-10' }), [])
  const bornIn = (place: string, mainGuestBirthCountry: string, mainGuestBirthCity: string) =>
    wrong({
      mainGuestFiscalCode: fiscalCodeOf({
        name: 'Mario',
        lastName: 'Rossi',
        gender: 'UOMO',
        birthDate: '1985-12-10',
        place,
      }),
      mainGuestBirthCountry,
      mainGuestBirthCity,
    })
  assert.equal(bornIn('Z105', 'Slovacchia', 'Slovacchia'), [])
  assert.equal(bornIn('Z105', 'Francia', 'Francia'), ['birthCountry'])
  assert.equal(bornIn('Z110', 'Italia', 'ROMA (RM)'), ['birthCountry'])
  assert.equal(bornIn('A952', 'Italia', 'BOZEN (BZ)'), [])
  assert.equal(bornIn('G778', 'Croazia', 'Croazia'), [])
  assert.equal(bornIn('A003', 'Italia', 'ABBADIA ALPINA'), [])
  assert.equal(bornIn('A003', 'Italia', 'PINEROLO (TO)'), ['birthCity'])
  // A code that no table has is compared with nothing.
  assert.equal(bornIn('Z999', 'Spagna', 'Spagna'), [])
})

against('a surname with an umlaut may be transcribed', () => {
  const surnames = [
    ['Mühe', 'Mühe'],
    ['Mühe', 'Muhe'],
    ['Mühe', 'Muehe'],
    ['Öz', 'Oz'],
    ['Öz', 'Oez'],
  ] as const
  for (const [lastName, written] of surnames) {
    const facts = { name: 'Mario', gender: 'UOMO', birthDate: '1985-12-10', place: 'A562' } as const
    const mainGuestFiscalCode = fiscalCodeOf({ ...facts, lastName: written })
    assert.equal(wrong({ mainGuestFiscalCode, mainGuestLastName: lastName }), [], written)
  }
})

against.run()
