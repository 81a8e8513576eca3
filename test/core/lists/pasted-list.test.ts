import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { delimitedRows } from '../../../src/core/lists/list-columns'
import { type ListContext, listAnswers, listedGuest, readList } from '../../../src/core/lists/pasted-list'

const test = suite('pasted list')
const towns = ['ROMA', 'BOLZANO', 'ASTI', 'PARMA']
const context: ListContext = {
  today: '2026-11-25',
  isTown: (name) => towns.includes(name.toUpperCase().replace(/ ?\(..\)$/, '')),
}

const parse: [title: string, text: string, rows: string[][]][] = [
  [
    'tabs of a clipboard',
    'A\tB\r\nC\tD\r\n',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
  ],
  [
    'a byte order mark and semicolons',
    '\uFEFFA;B\nC;D',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
  ],
  [
    'semicolons before commas',
    'A, B;C\nD, E;F',
    [
      ['A, B', 'C'],
      ['D, E', 'F'],
    ],
  ],
  [
    'commas',
    'A,B\nC,D',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
  ],
  [
    'quotes, their delimiters and their quotes',
    '"A;B";"say ""hi"""\nC;D',
    [
      ['A;B', 'say "hi"'],
      ['C', 'D'],
    ],
  ],
  [
    'a line break in a cell',
    'A\t"Via Roma 1\nParma"\nC\tD',
    [
      ['A', 'Via Roma 1 Parma'],
      ['C', 'D'],
    ],
  ],
  [
    'a quote inside a word',
    'D"Angelo\tB\nC\tD',
    [
      ['D"Angelo', 'B'],
      ['C', 'D'],
    ],
  ],
  [
    'empty lines and lines of delimiters',
    '\n\nA\tB\n\t\n\nC\tD\n\n',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
  ],
  [
    'rows of unequal length',
    'A\tB\tC\nD\tE',
    [
      ['A', 'B', 'C'],
      ['D', 'E', ''],
    ],
  ],
  [
    'a heading between the rows',
    'A;B\nC;D\nGruppo\nE;F\nG;H',
    [
      ['A', 'B'],
      ['C', 'D'],
      ['Gruppo', ''],
      ['E', 'F'],
      ['G', 'H'],
    ],
  ],
  [
    'lines ended by CR alone',
    'A\tB\rC\tD',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
  ],
  ['nothing', '', []],
]
for (const [title, text, rows] of parse) test(`rows: ${title}`, () => assert.equal(delimitedRows(text), rows))

/** Returns the guests of a list as `name lastName gender birthDate …`, and its columns. */
const guestsOf = (text: string) => {
  const list = readList(text, context)
  return list?.rows.map((row, i) => listedGuest(row, list.columns, i, context))
}
const columnsOf = (text: string) =>
  readList(text, context)
    ?.columns.map((field) => field ?? '-')
    .join(' ')

const columns: [title: string, text: string, fields: string | undefined][] = [
  [
    'Italian headings in capitals',
    "COGNOME\tNOME\tSESSO\tDATA DI NASCITA\tLUOGO DI NASCITA\tCITTADINANZA\tRESIDENZA\tTIPO DOCUMENTO\tN° DOCUMENTO\tRILASCIATO DA\nROSSI\tMARIO\tM\t10/05/1980\tROMA (RM)\tITALIANA\tPARMA\tCARTA D'IDENTITÀ\tCA00000AA\tPARMA",
    'lastName name gender birthDate birthCity citizenship residenceCity documentType documentNumber documentIssuePlace',
  ],
  [
    'German headings, "Name" beside "Vorname"',
    'Name;Vorname;Geschlecht;Geburtsdatum (TT.MM.JJJJ);Geburtsort;Staatsangehörigkeit;Wohnort;Straße;Ausweisnummer\nMüller;Anna;w;01.02.1990;Köln;deutsch;Berlin;Hauptstr. 1;L01X00T47',
    'lastName name gender birthDate birthCity citizenship residenceCity residenceAddress documentNumber',
  ],
  [
    'English headings under a title, in another order',
    'Group of May\t\t\t\nDate of birth\tSurname\tName\tNationality\n1990-02-01\tSmith\tAnn\tBritish',
    'birthDate lastName name citizenship',
  ],
  [
    'a country of residence before its town',
    'Cognome;Nome;Stato di residenza;Residenza\nA;B;Francia;PARIGI',
    'lastName name residenceCountry residenceCity',
  ],
  [
    'a heading that says nothing is not guessed',
    'Nome;Cognome;Camera;Arrivo\nANNA;ROSSI;12;01/01/2026',
    'name lastName - -',
  ],
  [
    'no headings: dates, sexes, countries, towns',
    'ANNA\tROSSI\tF\t10/05/1980\tROMA (RM)\tItalia\tCA00000AA\nLUCA\tBIANCHI\tM\t1.2.1990\tPARMA\tFrankreich\tAX1234567',
    'name lastName gender birthDate birthCity citizenship documentNumber',
  ],
  [
    'no headings: two towns',
    'ANNA\tROSSI\t10/05/1980\tROMA (RM)\tPARMA (PR)',
    'name lastName birthDate birthCity residenceCity',
  ],
  [
    'no headings: two words that are no towns of Italy',
    'Anna\tMüller\t10/05/1980\tKöln\tBonn',
    'name lastName birthDate birthCity residenceCity',
  ],
  [
    'no headings: the surname is in capitals',
    'MÜLLER\tAnna\t10/05/1980\nSCHMIDT\tLars\t11/05/1980',
    'lastName name birthDate',
  ],
  [
    'no headings: whatever a list may have',
    'A\tB\tCA12345AA\tPASS\tRSSMRA85T10A562S\tVia Roma 1\tItalia\tFrancia\tSpagna\tROMA\tASTI\t29221\nC\tD',
    'name lastName documentNumber documentType fiscalCode residenceAddress citizenship birthCountry residenceCountry birthCity residenceCity birthDate',
  ],
  ['headings in the fifth line', 'a\tb\n\t1\n\t2\n\t3\nNome\tCognome\nANNA\tROSSI', 'name lastName'],
  ['headings in the sixth line', 'Lia\t0\nLeo\t1\nLuca\t2\nNora\t3\nNino\t4\nNome\tCognome\nANNA\t5', 'name -'],
  ['no headings, swapped: the date first', '10/05/1980;Anna;Müller;Germania', 'birthDate name lastName citizenship'],
  ['serial numbers of a spreadsheet', 'ANNA\tROSSI\t29221\nLUCA\tROSSI\t31000', 'name lastName birthDate'],
  ['one known word is no line of headings', 'Sesso\t\nANNA\tROSSI\nLUCA\tBIANCHI', 'name lastName'],
  ['only names', 'ANNA\tROSSI\nLUCA\tROSSI', 'name lastName'],
  ['nothing', '  \n', undefined],
  ['one sentence', 'Buonasera, arriviamo alle 17, grazie', undefined],
  ['one word on each line', 'ANNA\nLUCA', undefined],
  ['only headings', 'Nome;Cognome', undefined],
  ['the bytes of a workbook', 'PK\u0003\u0004\u0014\0;;a;b\n;c;d', undefined],
  ['numbers', '1\t2\t3\n4\t5\t6', undefined],
]
for (const [title, text, fields] of columns) test(`columns: ${title}`, () => assert.is(columnsOf(text), fields))

const head = 'Nome\tCognome'
const cells: [heading: string, cell: string, answers: object | undefined][] = [
  ['Data di nascita', '10/05/1980', { birthDate: '1980-05-10' }],
  ['Data di nascita', '1980-05-10', { birthDate: '1980-05-10' }],
  ['Data di nascita', '10.5.1980', { birthDate: '1980-05-10' }],
  ['Data di nascita', '10. 5. 1980', { birthDate: '1980-05-10' }],
  ['Data di nascita', '1980-05-10 00:00:00', { birthDate: '1980-05-10' }],
  ['Data di nascita', '10/05/80', { birthDate: '1980-05-10' }],
  ['Data di nascita', '10/05/12', { birthDate: '2012-05-10' }],
  ['Data di nascita', '10/05/30', { birthDate: '1930-05-10' }],
  ['Data di nascita', '29351', { birthDate: '1980-05-10' }],
  ['Data di nascita', '25/11/26', { birthDate: '2026-11-25' }],
  ['Data di nascita', '25/11/27', { birthDate: '1927-11-25' }],
  ['Data di nascita', '1/1/1900', { birthDate: '1900-01-01' }],
  ['Data di nascita', '31/12/1899', undefined],
  ['Data di nascita', '46351', { birthDate: '2026-11-25' }],
  ['Data di nascita', '46352', undefined],
  ['Data di nascita', '31/02/1980', undefined],
  ['Data di nascita', '05/13/1980', undefined],
  ['Data di nascita', '10/05/2027', undefined],
  ['Sesso', 'F', { gender: 'DONNA' }],
  ['Sesso', 'UOMO', { gender: 'UOMO' }],
  ['Sesso', 'maschio', { gender: 'UOMO' }],
  ['Sesso', 'female', { gender: 'DONNA' }],
  ['Geschlecht', 'männlich', { gender: 'UOMO' }],
  ['Geschlecht', 'w', { gender: 'DONNA' }],
  ['Geschlecht', '?', undefined],
  ['Cittadinanza', 'Deutschland', { citizenship: 'Germania' }],
  ['Cittadinanza', 'FRENCH', { citizenship: 'Francia' }],
  ['Cittadinanza', 'österreichisch', { citizenship: 'Austria' }],
  ['Cittadinanza', 'NL', { citizenship: 'Paesi Bassi' }],
  ...['ITA Italia', 'GER Germania', 'SWISS Svizzera', 'SPANISH Spagna', 'INGLESE Regno Unito', 'POL Polonia']
    .concat(['USA Stati Uniti', 'DUTCH Paesi Bassi', 'AUT Austria', 'FRA Francia'])
    .map((one): [string, string, object] => {
      const [said = '', ...name] = one.split(' ')
      return ['Cittadinanza', said, { citizenship: name.join(' ') }]
    }),
  ['Cittadinanza', 'Atlantide', undefined],
  ['Cittadinanza', 'Corea del Sud', { citizenship: 'Corea del Sud' }],
  ['Cittadinanza', 'Corea', undefined],
  ['Luogo di nascita', 'ROMA', { birthCity: 'ROMA', birthCountry: 'Italia' }],
  ['Luogo di nascita', 'Asti (AT)', { birthCity: 'Asti (AT)', birthCountry: 'Italia' }],
  ['Luogo di nascita', 'Vattelapesca (PR)', { birthCity: 'Vattelapesca (PR)' }],
  ['Luogo di nascita', 'Köln (Deutschland)', { birthCity: 'Köln', birthCountry: 'Germania' }],
  ['Luogo di nascita', 'Paris, France', { birthCity: 'Paris', birthCountry: 'Francia' }],
  ['Luogo di nascita', 'Germania', { birthCity: 'Germania', birthCountry: 'Germania' }],
  ['Luogo di nascita', 'Wien', { birthCity: 'Wien' }],
  ['Luogo di nascita', '-', undefined],
  ['Tipo documento', 'Reisepass', { documentType: 'PASS' }],
  ['Tipo documento', "Carta d'identità", { documentType: 'ID' }],
  ['Tipo documento', 'tessera', undefined],
  ['Documento', 'CA00000AA', { documentNumber: 'CA00000AA' }],
  ['Documento', 'nessuno', undefined],
  ['Straße', 'Hauptstr. 1', { residenceAddress: 'Hauptstr. 1' }],
  ['Rilasciato da', 'Parma', { documentIssuePlace: 'Parma' }],
  ['Codice fiscale', 'RSSMRA85T10A562S', { fiscalCode: 'RSSMRA85T10A562S' }],
]
for (const [heading, cell, answers] of cells)
  test(`cell: ${heading} ${cell}`, () => {
    const [guest] = guestsOf(`${head}\t${heading}\nANNA\tROSSI\t${cell}`)!
    assert.equal(guest!.answers, { name: 'ANNA', lastName: 'ROSSI', ...answers })
    assert.equal(guest!.unread, answers ? [] : [2])
  })

test('missing fields of a row are named: a document for the first guest, no town if born abroad', () => {
  const list =
    'Nome;Cognome;Sesso;Nato il;Nazionalità;Paese di nascita\nANNA;ROSSI;F;1/1/1980;Italia;Italia\nLUC;NOIR;M;?;Francia;Francia'
  const [first, second] = guestsOf(list)!
  assert.equal(first!.missing, ['birthCity', 'documentIssuePlace', 'documentType', 'documentNumber'])
  assert.equal([second!.missing, second!.unread], [['birthDate'], [3]])
})

test('a name with digits is not recognised, and a country column wins over a town', () => {
  const [guest] = guestsOf('Nome;Cognome;Luogo di nascita;Paese di nascita\nANN4;ROSSI;Roma;Germania')!
  assert.equal(guest!.unread, [0])
  assert.equal([guest!.answers.birthCity, guest!.answers.birthCountry], ['Roma', 'Germania'])
})

test('rows fill main, second, third and further guests; missing answers are emptied, and no guest follows', () => {
  const names = ['A', 'B', 'C', 'D']
  const answers = listAnswers(names.map((name): { answers: Draft } => ({ answers: { name } })))
  const { mainGuestName, secondGuestName, thirdGuestName, guest4Name } = answers
  assert.equal([mainGuestName, secondGuestName, thirdGuestName, guest4Name], names)
  const { addSecondGuest, addThirdGuest, addGuest4, addGuest5, addGuest6, mainGuestGender } = answers
  assert.is(addGuest6, undefined)
  assert.equal([addSecondGuest, addThirdGuest, addGuest4, addGuest5, mainGuestGender], ['yes', 'yes', 'yes', 'no', ''])
})

test.run()
