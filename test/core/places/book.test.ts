import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { placeBook, placeBookInSlices } from '../../../src/core/places/book'
import { citizenshipNames, countryNames } from '../../../src/core/places/country-names'
import { compareOfficial, type Found, officialRows, parseOfficial } from '../../../src/core/places/official-tables'
import { fold } from '../../../src/core/text/transliteration'
import { comuni, comuniText, townsText } from '../../../src/data/comuni.mjs'
import { countries } from '../../../src/data/countries'
import { prefixes } from '../../../src/data/prefixes'
import { anyText, fc } from '../../property'

const table = comuni()
const text = comuniText()
const book = placeBook({ comuni: text })
const languages = ['it', 'en', 'fr', 'es', 'de']
const header = 'Codice,Descrizione,Provincia,DataFineVal'
const csv = (...lines: string[]) => [header, ...lines, ''].join('\r\n')

const said = (found: Found) =>
  'found' in found
    ? found.found.code
    : 'candidates' in found
      ? found.candidates.map(({ code }) => code).sort()
      : 'unknown'
const each = (look: (name: string) => Found, expected: Record<string, string | string[]>) => {
  for (const [name, code] of Object.entries(expected)) assert.equal(said(look(name)), code, name)
}

const names = suite('fold')

names('one name has one form, whatever its case, accents, apostrophes, hyphens and blanks', () => {
  for (const name of [
    "MONDOVI'",
    'MONDOVÌ',
    'Mondovì',
    'mondovi’',
    'Mondovi`',
    ' Mondovi´ ',
    'Mondovi\u0300',
    'MONDOVI',
  ])
    assert.is(fold(name), 'MONDOVI', name)
  for (const name of ["RUFFRE'-MENDOLA", 'Ruffré – Mendola', 'ruffre   mendola', 'Ruffrè-Mendola'])
    assert.is(fold(name), 'RUFFRE MENDOLA', name)
  for (const name of ["SANT'OMOBONO", 'Sant’Omobono', 'sant‘omobono', 'Santʼomobono'])
    assert.is(fold(name), 'SANT OMOBONO', name)
  assert.is(fold('Eppan an der Weinstraße'), 'EPPAN AN DER WEINSTRASSE')
})

names('folding a folded name changes nothing', () => {
  assert.is(fold('ŉ'), 'N')
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => fold(fold(name)) === fold(name)))
})

names.run()

const towns = suite('towns')

towns('every comune is found by its name and province, in every usual form', () => {
  const forms = [
    (n: string, p: string) => `${n} ${p}`,
    (n: string, p: string) => `${n} (${p})`,
    (n: string, p: string) => `${n} - ${p}`,
    (n: string, p: string) => `${n}, ${p}`,
    (n: string, p: string) => `${n}/${p}`,
  ]
  for (const form of forms)
    for (const { code, name, province } of table.filter(({ name }) => name !== 'ROURE'))
      assert.is(said(book.city(form(name, province))), code, form(name, province))
})

towns('a name is found in any spelling of case, accents, apostrophes and blanks', () => {
  const accents: Record<string, string> = { "A'": 'à', "E'": 'é', "I'": 'ì', "O'": 'ò', "U'": 'ù' }
  const spellings = [
    (name: string) => name.toLowerCase(),
    (name: string) => name.replace(/[AEIOU]'(?![A-Z])/g, (end) => accents[end]!),
    (name: string) => name.replaceAll("'", '’'),
    (name: string) => name.replaceAll("'", '`').replaceAll('-', ' '),
    (name: string) => `  ${name.replaceAll(' ', '  ')} `,
  ]
  const single = table.filter(({ name, code }) => said(book.city(name)) === code)
  assert.ok(single.length > 7870)
  fc.assert(
    fc.property(
      fc.constantFrom(...single),
      fc.constantFrom(...spellings),
      fc.constantFrom(...spellings),
      ({ name, code }, one, two) => said(book.city(two(one(name)))) === code,
    ),
    { numRuns: 2000 },
  )
})

towns('the other language of a bilingual town counts, alone or beside the Italian, in either order', () => {
  each(book.city, {
    Bozen: '404021008',
    'Bolzano/Bozen': '404021008',
    'Bozen - Bolzano': '404021008',
    'BOLZANO-BOZEN (BZ)': '404021008',
    'Eppan an der Weinstraße': '404021004',
    Kaltern: '404021015',
    'Sèn Jan': '404022950',
    'Duino Aurisina-Devin Nabrežina': '406032001',
  })
})

towns('halves that do not mean one town are shown, not chosen from', () => {
  each(book.city, { 'Bolzano/Merano': ['404021008', '404021051'], 'Roma - Trastevere': ['412058091'] })
})

towns('a town is found under the name it has today at ISTAT, and under the one it had before', () => {
  each(book.city, {
    "Reggio nell'Emilia": '408035033',
    'Reggio Emilia': '408035033',
    'Reggio di Calabria': '418080063',
    Jonadi: '418102017',
    'Negrar di Valpolicella': '405023952',
    Negrar: '405023952',
    Brenzone: '405023914',
    Ortonovo: '407011920',
    Sappada: '405030189',
  })
})

towns('a town is found as foreigners call it', () => {
  each(book.city, {
    Rome: '412058091',
    Mailand: '403015146',
    Florencia: '409048017',
    Venise: '405027042',
    Nápoles: '415063049',
    'San Remo': '407008055',
  })
})

towns('a homonym asks which, and its province answers', () => {
  each(book.city, {
    Castro: ['403016065', '416075096'],
    Livo: ['403013130', '404022106'],
    Peglio: ['403013178', '411141041'],
    Samone: ['401001235', '404022165'],
    'San Teodoro': ['419083090', '420091076'],
    Paterno: ['417076100', '419087033'],
    'Castro (BG)': '403016065',
    'CASTRO LE': '416075096',
    'San Teodoro, ME': '419083090',
  })
})

towns('an accent that only one of two homonyms has tells them apart', () => {
  each(book.city, { Paternò: '419087033', "PATERNO'": '419087033', 'paterno’': '419087033' })
})

towns('a renamed town whose old name is another’s, or stands beside its new one, asks which', () => {
  each(book.city, {
    Calliano: ['401005914', '404022035'],
    'Calliano (AT)': '401005914',
    'Calliano (TN)': '404022035',
    'Castegnero Nanto': ['405024027', '405024071'],
    Roure: '401001227',
    'Roure (TO)': '401001227',
    'Roreto Chisone': '401001227',
  })
})

towns('a central office is no place: its seat is proposed, and the host is asked', () => {
  const rome = { unknown: true, candidates: [{ code: '412058091', name: 'ROMA', province: 'RM' }] }
  for (const office of ['MINISTERO AFFARI ESTERI', 'Ministero degli Affari Esteri', 'MIT-UCO', 'MC-UCO', 'MAECI'])
    assert.equal(book.place(office), rome, office)
  assert.equal(book.city('MIT-UCO'), { unknown: true })
})

towns('an apostrophe left out, with nothing in its place, is understood', () => {
  each(book.city, {
    LAQUILA: '413066049',
    'Laquila (AQ)': '413066049',
    'SANTANGELO LODIGIANO': '403098050',
    'santangelo lodigiano lo': '403098050',
    'CITTA SANTANGELO': '413068012',
  })
  each(book.city, { SANTANGELO: 'unknown' })
})

towns('the two names of a bilingual town need nothing between them', () => {
  each(book.city, {
    'BOLZANO BOZEN': '404021008',
    'Bozen Bolzano (BZ)': '404021008',
    'DUINO AURISINA DEVIN NABREZINA': '406032001',
    'BOLZANO MERAN': 'unknown',
  })
})

towns('a two-letter town is not taken for a province', () => {
  each(book.city, {
    Re: '401103060',
    'Re (VB)': '401103060',
    Ne: '407010040',
    "Vo'": '405028105',
    'Vò PD': '405028105',
  })
})

towns('an abbreviated saint is read in full when only one is meant', () => {
  each(book.city, {
    'S. Giovanni Rotondo': '416071046',
    'S.GIOVANNI ROTONDO (FG)': '416071046',
    'S. Teodoro': ['419083090', '420091076'],
    'S. Nessuno': 'unknown',
  })
})

towns('the country behind a town and the office before it are left out', () => {
  each(book.city, {
    'Roma, Italia': '412058091',
    'Roma (RM) - Italy': '412058091',
    'Comune di Firenze': '409048017',
    'QUESTURA DI NUORO': '420091051',
    'Città di Castello': '410054013',
  })
})

towns('what is no town of Italy is unknown, however hostile', () => {
  for (const name of [
    '',
    '   ',
    'San Marino',
    'Paris',
    'Москва',
    '東京',
    '405028001',
    '(((',
    'S S S S',
    'constructor',
    '__proto__',
    '|',
    '\n',
  ])
    assert.is(said(book.city(name)), 'unknown', name)
  fc.assert(fc.property(anyText(300), (name) => [book.city(name), book.country(name), book.place(name)].every(Boolean)))
})

towns('every suggestion to the guest leads to its town, or asks', () => {
  const lines = townsText()
    .split(/\n+/)
    .map((line) => {
      const [own = '', ...others] = line.split('|')
      return [own, ...others.map((name) => name + own.slice(own.lastIndexOf(' (')))]
    })
  const asked = lines.flat().filter((name) => !('found' in book.city(name)))
  assert.equal(asked, ['CASTEGNERO NANTO (VI)'])
  assert.ok(lines.some(([own]) => own === 'ROMA (RM)'))
  assert.ok(
    lines.some((names) => names.join() === 'BOLZANO (BZ),BOZEN (BZ)'),
    'two names of one town stand together',
  )
  assert.equal(lines.flat(), [...new Set(lines.flat())])
})

towns.run()

const states = suite('states')

states('every state is found by ISO code, official name, and its name in the five languages', () => {
  for (const [iso, code, official] of countries) {
    const spoken = iso
      ? [iso, ...languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }).of(iso)!)]
      : ['Apolide', 'Stateless', 'Apatride', 'Apátrida', 'Staatenlos']
    for (const name of [official, ...spoken]) {
      assert.is(said(book.country(name)), code, name)
      assert.is(said(book.country(name.toUpperCase())), code, name)
    }
  }
})

states('what people say is understood', () => {
  each(book.country, {
    USA: '100000536',
    'U.S.A.': '100000536',
    'Stati Uniti d’America': '100000536',
    UK: '100000219',
    'Gran Bretagna': '100000219',
    Inghilterra: '100000219',
    Olanda: '100000232',
    Holland: '100000232',
    Russia: '100000245',
    Cechia: '100000257',
    'Repubblica Ceca': '100000257',
    'Czech Republic': '100000257',
    Macedonia: '100000997',
    'Hong Kong': '110000005',
    Vaticano: '100000246',
    "Costa d'Avorio": '100000404',
    Palestina: '110000001',
    'st lucia': '100000532',
    'Saint Kitts and Nevis': '100000534',
    ITA: '100000100',
  })
})

states('a name two states share asks which', () => {
  each(book.country, { Corea: ['100000319', '100000320'], Korea: ['100000319', '100000320'] })
})

states('a place the portal has no row for is unknown', () => {
  each(book.country, { Gibraltar: 'unknown', Aruba: 'unknown', Atlantide: 'unknown', ZZ: 'unknown', '': 'unknown' })
})

states('the record keeps one Italian name, and that name is found again', () => {
  assert.is(book.countryName('Germany'), 'Germania')
  assert.is(book.countryName('ITALY'), 'Italia')
  assert.is(book.countryName('stati uniti d’america'), 'Stati Uniti')
  assert.is(book.countryName('Staatenlos'), 'Apolide')
  assert.is(book.countryName('Corea'), undefined)
  for (const [iso, code] of countries) assert.is(said(book.country(book.countryName(iso || 'Apolide')!)), code)
})

states('the guest’s list has 231 countries in the guest’s own order, each with its Italian name', () => {
  for (const language of languages) {
    const list = countryNames(language)
    assert.is(list.length, 231)
    assert.equal(
      list.map(({ name }) => name),
      list.map(({ name }) => name).sort(new Intl.Collator(language).compare),
    )
    for (const { iso, name, italian } of list)
      assert.equal([book.countryName(name), book.countryName(iso)], [italian, italian])
  }
  assert.is(
    countryNames('de').findIndex(({ name }) => name === 'Ägypten'),
    1,
  )
})

states('only the list of citizenships offers the stateless, at its end', () => {
  assert.equal(citizenshipNames('es').at(-1), { iso: '', name: 'Apátrida', italian: 'Apolide' })
  assert.is(citizenshipNames('es').length, 232)
})

states('every listed country has its telephone prefix, once', () => {
  const isos = prefixes.map(([iso]) => iso)
  assert.equal(isos.toSorted(), countries.flatMap(([iso]) => iso || []).toSorted())
  assert.ok(prefixes.every(([, prefix]) => /^\+[1-9]\d{0,3}$/.test(prefix)))
  for (const [iso, prefix] of [
    ['IT', '+39'],
    ['FR', '+33'],
    ['DE', '+49'],
    ['GB', '+44'],
    ['ES', '+34'],
    ['US', '+1'],
  ])
    assert.is(prefixes.find(([known]) => known === iso)?.[1], prefix)
})

states.run()

const issue = suite('place of issue')

issue('it is a town or a state', () => {
  each(book.place, {
    Roma: '412058091',
    'Comune di Milano': '403015146',
    Francia: '100000215',
    Germany: '100000216',
    'San Marino': '100000236',
    Nulla: 'unknown',
  })
})

issue('a name that is both a town and a state asks, and the province answers', () => {
  each(book.place, { Palau: ['100000783', '420090054'], 'Palau (SS)': '420090054', RE: ['100000765', '401103060'] })
})

issue('a foreign town is never guessed: its country is offered', () => {
  each(book.place, { 'Paris, France': ['100000215'], 'London (UK)': ['100000219'], Paris: 'unknown' })
})

issue.run()

const files = suite('import')

const imported = csv(
  '403015699,ABBADIA CERRETO,MI,05/03/1992 00:00:00',
  '403098001,ABBADIA CERRETO,LO,',
  '401001501,ABBADIA ALPINA,TO,31/12/1983 00:00:00',
  '450500511,FIUME,FU,15/09/1947 00:00:00',
  '450500512,FIUME,FU,15/09/1948 00:00:00',
  '404021008,BOLZANO,BZ,',
  '405024999,CASTEGNERO NANTO,VI,',
  '405024027,CASTEGNERO,VI,01/01/2026 00:00:00',
  '405024071,NANTO,VI,01/01/2026 00:00:00',
)

files('the portal’s file takes the place of our table and keeps what guests call a town', () => {
  const after = placeBook({ comuni: text, imported: { comuni: imported } })
  each(after.city, { Bozen: '404021008', 'Castegnero Nanto': '405024999', Roma: 'unknown' })
})

files('a comune whose last day is still to come has not ceased', () => {
  const on = (today: string) =>
    placeBook({
      comuni: text,
      today,
      imported: {
        comuni: csv(
          '405024027,CASTEGNERO,VI,31/12/2026',
          '405024999,CASTEGNERO,VI,',
          '412058091,ROMA,RM,31/12/2026 00:00',
        ),
      },
    })
  each(on('2026-12-31').city, { Castegnero: ['405024027', '405024999'], Roma: '412058091' })
  assert.equal(on('2026-12-31').isCode('412058091'), { code: '412058091', name: 'ROMA', province: 'RM' })
  each(on('2027-01-01').city, { Castegnero: '405024999', Roma: '412058091' })
  assert.is(on('2027-01-01').isCode('412058091')?.until, '2026-12-31')
})

files('a state whose last day is still to come has not ceased', () => {
  const on = (today: string) =>
    placeBook({
      comuni: text,
      today,
      imported: {
        stati: csv('100000215,FRANCIA,ES,', '100000997,MACEDONIA DEL NORD,ES,31/12/2026', '100000253,MACEDONIA,ES,'),
      },
    })
  each(on('2026-12-31').country, { Macedonia: ['100000253', '100000997'] })
  each(on('2027-01-01').country, { Macedonia: '100000253' })
})

files('a row in force wins over a ceased one, unless the province names the ceased one', () => {
  const after = placeBook({ comuni: text, imported: { comuni: imported } })
  each(after.city, { 'Abbadia Cerreto': '403098001', 'Abbadia Cerreto (MI)': '403015699' })
})

files('a name that exists only as ceased is found, or asks', () => {
  const after = placeBook({ comuni: text, imported: { comuni: imported } })
  assert.equal(after.city('Abbadia Alpina'), {
    found: { code: '401001501', name: 'ABBADIA ALPINA', province: 'TO', until: '1983-12-31' },
  })
  each(after.city, { Fiume: ['450500511', '450500512'] })
  assert.is(after.isCode('401001501')?.until, '1983-12-31')
})

files('imported states keep their names in five languages; a new or ceased one is known by the official name', () => {
  const after = placeBook({
    comuni: text,
    imported: {
      stati: csv(
        '100000215,FRANCIA,ES,',
        '100000997,MACEDONIA DEL NORD,ES,',
        '100000253,MACEDONIA,ES,13/02/2019 00:00:00',
        '100009999,NUOVO STATO,ES,',
        '100008888,GERMANIA,ES,',
        '100000351,ANATOLIA,ES,',
      ),
    },
  })
  each(after.country, {
    Frankreich: '100000215',
    Macedonia: '100000997',
    'nuovo stato': '100009999',
    Deutschland: '100008888',
    Türkei: '100000351',
    Spagna: 'unknown',
  })
  assert.is(after.countryName('NUOVO STATO'), 'NUOVO STATO')
  assert.is(after.countryName('Deutschland'), 'Germania')
})

files('codes the host typed survive an import', () => {
  assert.is(
    said(
      placeBook({
        comuni: text,
        typed: [{ kind: 'city', name: 'Roma', code: '412058091' }],
        imported: { comuni: imported },
      }).city('Roma'),
    ),
    '412058091',
  )
})

files('a wrong file is refused with its line', () => {
  const refused: [string, 'comuni' | 'stati', number, string][] = [
    ['', 'comuni', 1, 'header'],
    ['Codice;Descrizione;Provincia;DataFineVal\r\n', 'comuni', 1, 'header'],
    ['<!doctype html>', 'stati', 1, 'header'],
    [csv(), 'comuni', 2, 'empty'],
    [csv('412058091,ROMA,RM,', '', '403015146,MILANO,MI,'), 'comuni', 3, 'columns'],
    [csv('412058091,ROMA,RM,', '403015146,MILANO'), 'comuni', 3, 'columns'],
    [csv('100000100,ITALIA,ES,'), 'comuni', 2, 'code'],
    [csv('412058091,ROMA,RM,'), 'stati', 2, 'code'],
    [csv('412058091,ROMA,RM,', '412058091,ROMA,RM,'), 'comuni', 3, 'duplicate'],
    [csv('412058091,,RM,'), 'comuni', 2, 'name'],
    [csv('412058091,RO|MA,RM,'), 'comuni', 2, 'name'],
    [csv('412058091,ROMA,Roma,'), 'comuni', 2, 'province'],
    [csv('412058091,ROMA,ES,'), 'comuni', 2, 'province'],
    [csv('412058091,ROMA,RM,31/02/1990 00:00:00'), 'comuni', 2, 'date'],
    [csv('412058091,ROMA,RM,1990'), 'comuni', 2, 'date'],
    [csv('412058091,ROMA,RM,31/12/1990 00:00:00'), 'comuni', 2, 'empty'],
  ]
  for (const [file, kind, line, reason] of refused)
    assert.equal(parseOfficial(file, kind), { fault: { line, reason } }, file)
})

files('a file saved with a byte order mark or bare line feeds is the same file', () => {
  const rows = [{ code: '412058091', name: 'ROMA', province: 'RM', until: '' }]
  assert.equal(parseOfficial(`\uFEFF${csv('412058091,ROMA,RM,')}`, 'comuni'), { rows })
  assert.equal(parseOfficial(`${header}\n412058091,ROMA,RM,\n\n`, 'comuni'), { rows })
})

files('a file that a spreadsheet has saved again has midnight without seconds', () => {
  for (const midnight of ['', ' 00:00:00', ' 00:00', ' 0:00'])
    assert.equal(
      parseOfficial(csv('412058091,ROMA,RM,', `401001501,ABBADIA ALPINA,TO,31/12/1983${midnight}`), 'comuni'),
      {
        rows: [
          { code: '412058091', name: 'ROMA', province: 'RM', until: '' },
          { code: '401001501', name: 'ABBADIA ALPINA', province: 'TO', until: '1983-12-31' },
        ],
      },
    )
  for (const wrong of [' 12:00', ' 00:00:01', ' 00', 'T00:00'])
    assert.equal(
      parseOfficial(csv(`412058091,ROMA,RM,31/12/1983${wrong}`), 'comuni'),
      { fault: { line: 2, reason: 'date' } },
      wrong,
    )
})

files('what an import would change is told before it is taken', () => {
  const before = officialRows(
    { comuni: '405024027|CASTEGNERO|VI|\n412058091|ROMA|RM|ROM;ROME\n403015146|MILANO|MI|\n' },
    'comuni',
  )
  const read = parseOfficial(
    csv('405024027,CASTEGNERO,VI,01/01/2026 00:00:00', '412058091,ROMA,RM,', '405024999,CASTEGNERO NANTO,VI,'),
    'comuni',
  )
  assert.ok('rows' in read)
  const { added, removed, changed } = compareOfficial(before, read.rows)
  assert.equal(
    added.map(({ name }) => name),
    ['CASTEGNERO NANTO'],
  )
  assert.equal(
    removed.map(({ name }) => name),
    ['MILANO'],
  )
  assert.equal(changed, [{ before: before[0], after: read.rows[0] }])
})

files('a second import is compared with the first', () => {
  const tables = { comuni: text, imported: { comuni: imported } }
  const rows = officialRows(tables, 'comuni')
  assert.is(rows.length, 9)
  assert.equal(compareOfficial(rows, rows), { added: [], removed: [], changed: [] })
})

files('a book made in slices is the book made at once, and no slice of it is long', () => {
  // Another text than the book's, whose towns would be shared.
  const work = placeBookInSlices({ comuni: `${text}\n` })
  let slices = 1
  let step = work.next()
  for (; !step.done; step = work.next()) slices++
  assert.ok(slices > table.length / 200 + languages.length, `${slices} slices`)
  for (const name of ['ROMA', 'Bolzano Bozen', 'S. Giovanni', 'Castro', 'Deutschland', 'Nowhere', '408058091'])
    for (const kind of ['city', 'country', 'place'] as const)
      assert.equal(step.value[kind](name), book[kind](name), `${kind} ${name}`)
})

files('a book is not made of a file that was not checked', () => {
  assert.throws(
    () => placeBook({ comuni: text, imported: { comuni: 'nonsense' } }),
    /imported comuni\.csv is wrong at line 1 \(header\)/,
  )
})

files.run()
