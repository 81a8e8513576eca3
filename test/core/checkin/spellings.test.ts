import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guestType, normalizedBody, officialDocument, spell } from '../../../src/core/checkin/spellings'
import { fc } from '../../property'

const test = suite('codes')

const called: [string, string, string[]][] = [
  ['gender', 'UOMO', ['UOMO', 'uomo', 'M', 'm', 'Maschio', ' male ']],
  ['secondGuestGender', 'DONNA', ['DONNA', 'F', 'Femmina', 'FEMALE']],
  ['invoiceType', 'business', ['business', 'company']],
  ['invoiceType', 'personal', ['personal', 'private', 'Private']],
  ['thirdGuestDocumentType', 'ID', ['ID', 'ID_CARD', 'carta_identita', "Carta d'identità"]],
  ['mainGuestDocumentType', 'PASS', ['PASS', 'passaporto', 'PASSPORT']],
  ['documentType', 'PATENTE', ['PATENTE', 'patente']],
  ['paymentMethod', 'CARTA', ['CARTA', 'card', 'credit card', 'credit_card', 'stripe', 'PayPal']],
  ['paymentMethod', 'CONTANTI', ['CONTANTI', 'cash']],
  ['paymentMethod', 'PORTALE', ['PORTALE', 'DA PORTALE', 'none']],
  ['enabledForSending', 'yes', ['yes', 'true', 'Sì', '1']],
  ['addThirdGuest', 'no', ['no', 'false', '0']],
  ['showPaymentPage', 'true', ['true', 'yes', '1']],
  ['showPaymentPage', 'false', ['false', 'no', 'N', '0']],
  ['arrivalDate', '2026-11-20', ['2026-11-20', '20/11/2026', '2026-11-20T23:30:00.000Z']],
  ['mainGuestBirthDate', '', ['null-null-null', '1980-null-01']],
  ['numberOfNights', '3', ['3', '03']],
  ['mainGuestName', ' Male ', [' Male ']],
]

test('every known spelling of an answer is one value', () => {
  for (const [field, value, names] of called)
    for (const name of names) assert.is(spell(field, name), value, `${field} ${name}`)
})

test('an unknown sex is left empty, never a woman', () => {
  for (const sex of ['', 'X', 'altro', '2', 'constructor', '__proto__', 'Ж'])
    assert.is(spell('mainGuestGender', sex), undefined, sex)
})

test('the manual check-in is read as a record', () => {
  const body = JSON.parse(`{
    "mainGuestGender": "M", "mainGuestEmail": "a@b.it", "mainGuestPhonePrefix": "+39", "mainGuestPhoneNumber": "3331234567", "numberOfNights": 3,
    "invoiceType": "company", "companyVat": "IT01234567890", "notes": " Late ", "addSecondGuest": true, "enabledForSending": "no", "paymentMethod": "DA PORTALE",
    "arrivalDate": "2026-11-20T00:00:00.000Z", "mainGuestBirthDate": "10/5/1980", "secondGuestBirthDate": "null-null-null", "secondGuestGender": "X",
    "secondGuestName": "", "thirdGuestName": null, "extra": { "a": 1 }, "list": ["x"], "__proto__": "bad", "constructor": "bad", "carPlate": "AB123CD"
  }`) as object
  assert.equal(normalizedBody(body), {
    mainGuestGender: 'UOMO',
    email: 'a@b.it',
    phonePrefix: '+39',
    phoneNumber: '3331234567',
    numberOfNights: '3',
    invoiceType: 'business',
    companyVatNumber: 'IT01234567890',
    specialRequests: 'Late',
    addSecondGuest: 'yes',
    enabledForSending: 'no',
    paymentMethod: 'PORTALE',
    arrivalDate: '2026-11-20',
    mainGuestBirthDate: '1980-05-10',
    secondGuestGender: 'X',
    carPlate: 'AB123CD',
  })
})

test("of two names for one field the record's name wins, in any order", () => {
  for (const body of [
    { email: 'own@b.it', mainGuestEmail: 'old@b.it' },
    { mainGuestEmail: 'old@b.it', email: 'own@b.it' },
  ])
    assert.equal(normalizedBody(body), { email: 'own@b.it' })
  assert.equal(normalizedBody({ email: '', mainGuestEmail: 'old@b.it' }), { email: 'old@b.it' })
})

test('any body becomes flat text under safe names, and a record comes through unchanged', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'mainGuestGender', 'notes', 'arrivalDate')),
        fc.jsonValue(),
      ),
      (body) => {
        const record = normalizedBody(body)
        assert.ok(Object.values(record).every((value) => typeof value === 'string' && value))
        assert.not.ok(Object.hasOwn(record, '__proto__') || Object.hasOwn(record, 'constructor'))
        assert.equal(normalizedBody(record), record)
      },
    ),
  )
})

test('documents have the codes of the official table', () => {
  const codes: [string, string, string | undefined][] = [
    ['ID', 'CA00000AA', 'IDELE'],
    ['ID', 'AA1234567', 'IDENT'],
    ['ID', 'CA00000AAA', 'IDENT'],
    ['carta_identita', '', 'IDENT'],
    ['PASS', 'CA00000AA', 'PASOR'],
    ['patente', 'U1', 'PATEN'],
    ['TESSERA', '1', undefined],
    ['', '', undefined],
  ]
  for (const [type, number, code] of codes) assert.is(officialDocument(type, number), code, `${type} ${number}`)
})

test('a single guest has type 16; head and members of a group 18 and 20, of a family 17 and 19', () => {
  const types = (kind?: 'family' | 'group') => [
    guestType('main', true, kind),
    ...(['main', 'second', 'third', 'guest4'] as const).map((who) => guestType(who, false, kind)),
  ]
  assert.equal(
    [types(), types('group'), types('family')],
    [
      ['16', '18', '20', '20', '20'],
      ['16', '18', '20', '20', '20'],
      ['16', '17', '19', '19', '19'],
    ],
  )
})

test('every name a value has is known in any case, in each field that takes it', () => {
  const kinds: [string, Record<string, string>][] = [
    ['gender', { UOMO: 'uomo m maschio male man', DONNA: 'donna f femmina female woman' }],
    ['invoiceType', { personal: 'personal private privato', business: 'business company azienda' }],
    [
      'documentType',
      {
        ID: 'id id_card identity_card carta_identita carta_d_identita carta_di_identita',
        PASS: 'pass passaporto passport',
        PATENTE: 'patente patente_di_guida driving_licence driving_license',
      },
    ],
    [
      'paymentMethod',
      {
        CARTA: 'carta card credit_card carta_di_credito stripe paypal',
        CONTANTI: 'contanti cash',
        PORTALE: 'portale da_portale none',
      },
    ],
    ['addSecondGuest', { yes: 'yes y si true 1', no: 'no n false 0' }],
    ['addThirdGuest', { yes: 'yes', no: 'no' }],
    ['enabledForSending', { yes: 'yes', no: 'no' }],
    ['showPaymentPage', { true: 'true yes y si 1', false: 'false no n 0' }],
  ]
  for (const [field, values] of kinds)
    for (const [value, names] of Object.entries(values))
      for (const name of names.split(' '))
        for (const typed of [name, name.toUpperCase(), ` ${name.replaceAll('_', '-')} `, value])
          assert.is(spell(field, typed), value, `${field} ${typed}`)
})

test('each guest’s dates and the stay’s are read as dates are written', () => {
  const fields = ['birthDate', 'documentIssueDate', 'documentExpirationDate', 'arrivalDate', 'departureDate']
  const named = [...fields, 'mainGuestBirthDate', 'secondGuestDocumentIssueDate', 'thirdGuestDocumentExpirationDate']
  for (const field of named) assert.is(spell(field, ' 20/11/2026 '), '2026-11-20', field)
  assert.equal(
    ['12', '007', ' 3 ', 'tre', '-1', '1.5', ''].map((nights) => spell('numberOfNights', nights)),
    ['12', '7', '3', ...Array<undefined>(4)],
  )
})

test('old names become the record’s, and names of JavaScript itself are ignored', () => {
  const body = {
    mainGuestEmail: 'a@b.it',
    mainGuestPhonePrefix: '+39',
    mainGuestPhoneNumber: '333',
    companyVat: '1',
    notes: 'x',
    prototype: 'bad',
    constructor: 'bad',
    toString: () => 'bad',
    empty: '  ',
    yes: true,
  }
  assert.equal(normalizedBody(body), {
    email: 'a@b.it',
    phonePrefix: '+39',
    phoneNumber: '333',
    companyVatNumber: '1',
    specialRequests: 'x',
    yes: 'true',
  })
})

test.run()
