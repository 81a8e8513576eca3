import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { type Language, languages } from '../../../schema/languages'
import { readWords } from '../../../server/flow/read'
import { displayId } from '../../../src/core/checkin/checkin-states'
import { isHouseLetter, lettersAmong, lettersOf, ownAnswers, withoutLetters } from '../../../src/core/mail/letter-words'
import {
  changeLetter,
  deviceLetter,
  guestLetter,
  headerLine,
  hostLetter,
  type LetterWords,
  nameCase,
  reminderLetter,
  testLetter,
} from '../../../src/core/mail/letters'
import { contrast } from '../../fixtures/contrast'

const said = readWords('src/text').words
const texts = Object.fromEntries(languages.map((language) => [language, lettersOf(said[language])])) as Record<
  Language,
  LetterWords
>
const { it, en, de } = texts
const test = suite('letter')
const house = { companyName: 'Hotel Bellavista', emailSubject: 'Conferma check-in online' }
const italian = { settings: house, words: it }
const german = { settings: house, words: de, language: 'de' }
const alone: Checkin = {
  id: 12,
  selectedLanguage: 'it',
  reservationCode: 'A101',
  roomDescription: 'Camera Vista Mare',
  mainGuestName: 'MARIA',
  mainGuestLastName: 'ROSSI',
  email: 'maria@example.org',
  arrivalDate: '2025-06-14',
  numberOfNights: '1',
  departureDate: '2025-06-15',
  arrivalTimeSlot: '15:00-16:30',
  paymentMethod: 'PORTALE',
}
const party: Checkin = {
  ...alone,
  addSecondGuest: 'yes',
  secondGuestName: 'PAOLO',
  secondGuestLastName: 'BIANCHI',
  addThirdGuest: 'no',
  thirdGuestName: 'NESSUNO',
  thirdGuestLastName: 'GIÀ ANDATO',
  numberOfNights: '3',
  departureDate: '2025-06-17',
}

test('the letter of a one-night guest has the facts of the stay', () => {
  const { subject, text } = guestLetter(italian, alone)
  assert.is(subject, 'Conferma check-in online')
  assert.is(
    text,
    `Check-in completato
===================

Buongiorno Maria Rossi,

il tuo check-in online è completo: grazie. Ecco il riepilogo del soggiorno.

Riferimento: 12-14062025
Camera: Camera Vista Mare
Arrivo: Sabato 14 giugno 2025
Ora di arrivo: 15:00–16:30
Partenza: Domenica 15 giugno 2025
Durata: 1 notte
Ospite: Maria Rossi

Che cosa succede adesso
- Abbiamo ricevuto i tuoi dati: prima dell'arrivo non devi fare altro.
- Porta con te il documento d'identità: lo mostrerai all'arrivo.
- Se qualcosa non è corretto o cambia l'ora di arrivo, rispondi a questa email.

Hotel Bellavista
Ricevi questa email perché un check-in online è stato completato con questo indirizzo. Se non lo hai fatto tu, puoi ignorarla.
Per la tua sicurezza questa email non riporta i dati dei documenti.
`,
  )
})

test('the whole party is named, without guests who were removed, in each language', () => {
  const said: Record<string, string[]> = {
    it: ['Arrivo: Sabato 14 giugno 2025', 'Ospiti: Maria Rossi, Paolo Bianchi', 'Durata: 3 notti'],
    en: ['Arrival: Saturday 14 June 2025', 'Guests: Maria Rossi, Paolo Bianchi', 'Length of stay: 3 nights'],
    fr: ['Arrivée : Samedi 14 juin 2025', 'Voyageurs : Maria Rossi, Paolo Bianchi', 'Durée du séjour : 3 nuits'],
    es: ['Llegada: Sábado 14 de junio de 2025', 'Huéspedes: Maria Rossi, Paolo Bianchi', 'Duración: 3 noches'],
    de: ['Anreise: Samstag, 14. Juni 2025', 'Gäste: Maria Rossi, Paolo Bianchi', 'Dauer: 3 Nächte'],
  }
  for (const [language, words] of Object.entries(texts)) {
    const { text, html } = guestLetter({ settings: house, words, language }, party)
    // The comma after the weekday depends on the version of ICU.
    const plain = text.replace(/(day|Sábado),/g, '$1')
    for (const fact of said[language] ?? []) assert.ok(plain.includes(fact), `${language}: ${fact} in ${text}`)
    assert.not.match(text, /Andato|undefined|\{/i)
    assert.ok(html.includes(`<html lang="${language}"`))
  }
})

test("the national code stands at the letter's foot, in each language, and only where there is one", () => {
  for (const [language, words] of Object.entries(texts)) {
    const letter = guestLetter({ settings: house, words, language, cin: 'IT058091C2ABCD1234' }, alone, [])
    for (const part of [letter.text, letter.html]) assert.match(part, /\(CIN\)\s?: IT058091C2ABCD1234/, language)
    assert.not.match(guestLetter({ settings: house, words, language }, alone).text, /CIN/)
  }
})

test("the host's own subject is the subject; until there is one, each language has its own", () => {
  assert.is(guestLetter(german, alone).subject, 'Bestätigung Ihres Online-Check-ins')
  assert.is(
    guestLetter({ settings: { ...house, emailSubject: ' ' }, words: en, language: 'en' }, alone).subject,
    'Online check-in confirmation',
  )
  assert.is(
    guestLetter({ settings: { ...house, emailSubject: 'Benvenuti!' }, words: de, language: 'de' }, alone).subject,
    'Benvenuti!',
  )
})

test('the host’s letter names the guests and the tasks', () => {
  const { subject, text } = hostLetter(italian, {
    ...party,
    selectedLanguage: 'de',
    paymentMethod: 'CONTANTI',
    paymentStatus: 'pending',
    specialRequests: 'Ho il passaporto YB1234567',
    invoiceType: 'business',
    companyName: 'ACME',
  })
  assert.is(subject, 'Nuovo check-in: MARIA ROSSI, 14/06/2025')
  for (const fact of [
    'MARIA ROSSI ha completato',
    'Codice prenotazione: A101',
    "Pagamento: Contanti all'arrivo, da ricevere",
    "Lingua dell'ospite: Tedesco",
    'Ospiti: MARIA ROSSI, PAOLO BIANCHI',
    "C'è una nota",
    "fattura per un'azienda",
    'rispondi a questa email',
  ])
    assert.ok(text.includes(fact), `${fact} in ${text}`)
  assert.not.match(text, /YB1234567|ACME/)
  const little = hostLetter({ settings: { companyName: '', emailSubject: '' }, words: it }, { id: 3 })
  assert.is(little.subject, 'Nuovo check-in')
  assert.match(little.text, /Un ospite ha completato/)
  assert.not.match(little.text, /nota|fattura|rispondi|undefined/)
})

test('a letter has no document, fiscal code or birth data', () => {
  const secrets = {
    BirthDate: '1980-05-17',
    BirthCity: 'GENOVA',
    BirthCountry: 'Marocco',
    FiscalCode: 'RSSMRA80E57D969X',
    DocumentNumber: 'CA12345AA',
    DocumentIssuePlace: 'SAVONA',
    DocumentType: 'PASS',
    ResidenceAddress: 'VIA ROMA 1',
    Citizenship: 'Francia',
  }
  const full = {
    ...party,
    addThirdGuest: 'yes',
    phone: '+39 3331234567',
    ...Object.fromEntries(
      ['main', 'second', 'third'].flatMap((who) =>
        Object.entries(secrets).map(([field, value]) => [`${who}Guest${field}`, value]),
      ),
    ),
  } as Checkin
  for (const { text, html, subject } of [guestLetter(italian, full), hostLetter(italian, full)])
    for (const value of [...Object.values(secrets), '1980', '3331234567'])
      assert.not.ok(`${subject} ${text} ${html}`.includes(value), value)
})

test('guest input is text in a letter’s HTML, and one line in its subject', () => {
  const evil = `<img src=x onerror="alert('1')">&\r\nBcc: thief@example.org\u202e`
  const record = {
    ...alone,
    mainGuestName: evil,
    roomDescription: evil,
    reservationCode: evil,
    arrivalDate: evil,
    arrivalTimeSlot: evil as never,
  }
  for (const { subject, html, text } of [
    guestLetter(
      {
        settings: { companyName: evil, emailSubject: evil },
        words: it,
        language: 'it',
        picture: { source: `cid:"${evil}`, height: 40 },
      },
      record,
    ),
    hostLetter({ settings: { companyName: evil, emailSubject: evil }, words: it }, record),
  ]) {
    assert.not.match(html, /<img src=x|onerror="/i)
    assert.not.match(subject, /[\r\n\u202e]/)
    assert.not.match(text, /^Bcc:/im)
  }
})

test('a letter writes a name in capitals with small letters', () => {
  assert.equal(["MARIA D'ANGELO", 'JEAN PIERRE', 'JÖRG MÜLLER-WEISS', 'O’NEILL', ' ', ''].map(nameCase), [
    "Maria D'Angelo",
    'Jean Pierre',
    'Jörg Müller-Weiss',
    'O’Neill',
    ' ',
    '',
  ])
  assert.equal([headerLine('a\r\n b\u0000c  d '), headerLine(undefined)], ['a b c d', ''])
})

test('a letter names a check-in by its number and day', () => {
  assert.equal([displayId(alone), displayId({ id: 7 })], ['12-14062025', '7'])
})

test('a letter about an incomplete stay has the known details', () => {
  const { text, html } = guestLetter(
    { settings: { companyName: '', emailSubject: '' }, words: en, language: 'en' },
    { id: 5, arrivalDate: '2025-06-14', numberOfNights: '2', arrivalTimeSlot: 'unknown' },
  )
  assert.match(text, /^Hello,$/m)
  assert.match(text, /^Departure: Monday,? 16 June 2025$/m)
  assert.not.match(text, /Room|Guest:|Arrival time:|undefined/)
  assert.not.match(html, /<img|undefined|null/)
})

test('the cash a guest brings is in the letter, a late arrival in words', () => {
  const { text } = guestLetter(german, { ...alone, paymentMethod: 'CONTANTI', arrivalTimeSlot: 'after 18:00' })
  assert.match(text, /Sie zahlen bei der Ankunft in bar\./)
  assert.match(text, /Ankunftszeit: Nach 18:00 Uhr/)
})

test('a picture has its size and alternative text, and loads nothing from elsewhere', () => {
  const { html } = guestLetter({ ...italian, picture: { source: 'cid:logo@benvenuto', width: 120, height: 48 } }, alone)
  assert.match(html, /<img src="cid:logo@benvenuto" alt="Hotel Bellavista" width="120" height="48"/)
  assert.not.match(html, /https?:|<script|<link/)
  assert.match(html, /prefers-color-scheme:dark/)
})

test('the test letter says that it is a test', () => assert.is(testLetter(italian).subject, 'Prova di invio'))

test('the guest’s letter has the same keys and placeholders in every language; the host’s is Italian', () => {
  const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join()
  const keys = Object.keys(it)
    .filter((key) => !/^(change|device|door|host|test|fault|reminder)\./.test(key))
    .sort()
  for (const [language, words] of Object.entries(texts)) {
    assert.equal(
      Object.keys(words)
        .filter((key) => !/^(change|device|door|host|test|fault|reminder)\./.test(key))
        .sort(),
      keys,
      language,
    )
    for (const key of keys) assert.is(holes(words[key]!), holes((it as LetterWords)[key]!), `${language} ${key}`)
    if (language !== 'it') assert.is(Object.keys(words).length, keys.length)
  }
})

const wordsIn = (html: string) => {
  const stack: { name: string; style: Record<string, string>; names: string[] }[] = []
  const found: { text: string; style: Record<string, string>; names: string[] }[] = []
  const body = html.slice(html.indexOf('<body'))
  for (const [, closing, name = '', rest = '', text = ''] of body.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>([^<]*)/g)) {
    if (closing) while (stack.length && stack.pop()!.name !== name);
    else {
      const own = Object.fromEntries(
        (/style="([^"]*)"/.exec(rest)?.[1] ?? '')
          .split(';')
          .filter(Boolean)
          .map((one) => [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1)]),
      )
      const names = (/class="([^"]*)"/.exec(rest)?.[1] ?? '').split(' ').filter(Boolean)
      const whole = { ...stack.at(-1)?.style, ...own }
      if (!/^(?:img|meta|br)$/.test(name))
        stack.push({ name, style: whole, names: [...(stack.at(-1)?.names ?? []), ...names] })
    }
    const at = stack.at(-1)
    if (text.trim() && at && at.style.display !== 'none')
      found.push({ text: text.trim(), style: at.style, names: at.names })
  }
  return found
}

test('every word of a letter has enough contrast, in light and dark mail programs', () => {
  const picture = { source: 'cid:logo', width: 120, height: 60 }
  const letters = [
    guestLetter(italian, { ...alone, paymentMethod: 'CONTANTI' }),
    guestLetter({ ...italian, picture }, party),
    hostLetter({ ...italian, picture }, { ...party, specialRequests: 'x', invoiceType: 'business', email: 'a@b.it' }),
    testLetter(italian),
  ]
  const dark: Record<string, string> = { ink: '#e8f0f3', soft: '#a9bac2' }
  for (const { html } of letters) {
    const said = wordsIn(html)
    assert.ok(said.length > 4)
    for (const { text: words, style, names } of said) {
      assert.match(style['font-family'] ?? '', /sans-serif$/, words)
      assert.ok(parseInt(style['font-size'] ?? '', 10) >= 13, `${words}: ${style['font-size']}`)
      assert.ok(parseInt(style['line-height'] ?? '', 10) >= parseInt(style['font-size']!, 10) * 1.2, words)
      assert.ok(contrast(style.color!, style.background!) >= 4.5, `${words}: ${style.color} on ${style.background}`)
      const tone = names.findLast((name) => dark[name])
      assert.ok(tone || style.background === '#0e7490', `${words} has no colour for the dark`)
      if (tone) assert.ok(contrast(dark[tone]!, '#14212a') >= 4.5)
      if (tone) assert.match(html, new RegExp(`\\.${tone}\\{color:${dark[tone]}!important\\}`))
    }
  }
})

test('a letter uses layout tables hidden from screen readers, fits a phone, and starts with a preview', () => {
  const { html } = guestLetter(italian, party)
  assert.is([...html.matchAll(/<table role="presentation"/g)].length, 2)
  assert.is([...html.matchAll(/<th scope="row"/g)].length, [...html.matchAll(/<tr><th/g)].length)
  assert.match(html, /width="560"[^>]*style="width:100%;max-width:560px/)
  assert.match(html, /\.paper\{background:#14212a!important/)
  assert.match(html, /\.ground\{background:#0b141a!important\}/)
  const preview = /aria-hidden="true">([^<]*)</.exec(html)![1]!
  for (const fact of ['riepilogo del soggiorno', '12-14062025', 'Camera Vista Mare', 'Sabato 14 giugno 2025'])
    assert.ok(preview.includes(fact), fact)
  assert.match(/<div style="([^"]*)"/.exec(html)![1]!, /display:none;.*mso-hide:all/)
  const bare = guestLetter({ settings: { ...house, companyName: '' }, words: it, language: 'it' }, party).html
  assert.not.match(bare, /Hotel Bellavista/)
  const corners = (page: string) => /bgcolor="#0e7490" style="[^"]*border-radius:([^;]*);/.exec(page)![1]
  const pictured = guestLetter({ ...italian, picture: { source: 'cid:logo', height: 60 } }, party).html
  assert.match(pictured, /<img src="cid:logo" alt="Hotel Bellavista" height="60"/)
  assert.equal([corners(html), corners(pictured)], ['12px 12px 0 0', '0'])
  assert.match(
    guestLetter({ ...italian, picture: { source: 'cid:logo', width: 90, height: 60 } }, party).html,
    / width="90" height="60"/,
  )
})

test('the digest lists its reminders, and names nobody', () => {
  const { subject, html, text } = reminderLetter(italian, ['Tre schedine', 'Un giorno per la Regione'])
  assert.is(subject, 'Da fare per Questura e Regione')
  for (const body of [html, text])
    for (const words of [subject, 'Qualcosa aspetta te:', 'Tre schedine', 'Un giorno per la Regione', 'Invii'])
      assert.ok(body.includes(words), words)
})

test('a letter asks a guest to bring a document, a party that each does', () => {
  const says = (record: Checkin, key: string) => guestLetter(italian, record).text.includes(it[key]!)
  assert.equal([says(alone, 'next.documents'), says(alone, 'next.documents.all')], [true, false])
  assert.equal([says(party, 'next.documents'), says(party, 'next.documents.all')], [false, true])
})

test('the letter about a new device has its user agent, the hour in Rome, and advice', () => {
  const at = new Date('2026-11-20T23:30:00Z')
  const { subject, html, text } = deviceLetter(italian, 'Chrome su Windows', at)
  assert.is(subject, 'Un nuovo dispositivo è entrato')
  const facts = ['Chrome su Windows, sabato 21 novembre 2026', '00:30', 'Se sei stato tu', 'cambia il PIN.']
  for (const body of [html, text]) for (const words of [subject, ...facts]) assert.ok(body.includes(words), words)
  assert.match(html, 'Hotel Bellavista')
  assert.match(deviceLetter(italian, '', at).text, 'mai visto prima: di tipo sconosciuto, sabato')
})

test('the letter about guarded settings has a line for each, the hour in Rome, and advice', () => {
  const at = new Date('2026-11-20T23:30:00Z')
  const { subject, text } = changeLetter(italian, ['IBAN', 'Nome\nutente'], at)
  assert.is(subject, it['change.subject'])
  for (const said of ['sabato 21 novembre 2026', '00:30']) assert.ok(text.includes(said), said)
  assert.ok(
    text.endsWith(`\n\n- IBAN\n- Nome utente\n- ${it['device.out']}\n- ${it['change.pin']}\n\nHotel Bellavista\n`),
    text,
  )
})

test('the texts of letters are separate from those of pages', () => {
  const all = { 'letter.lead': 'Ciao', 'notes.title': 'Note', letter: 'Lettera' }
  assert.equal(withoutLetters(all), { 'notes.title': 'Note', letter: 'Lettera' })
  assert.equal(lettersOf(all), { lead: 'Ciao' })
  assert.equal(lettersAmong({ lead: 'Ciao' }), { 'letter.lead': 'Ciao' })
})

test('a letter to the house is in Italian alone', () => {
  const words = { it: { 'letter.host.foot': 'x', 'letter.lead': 'x', title: 'x' }, en: { 'letter.lead': 'x' } }
  assert.equal(
    ['letter.host.foot', 'letter.lead', 'title'].map((key) => isHouseLetter(key, words)),
    [true, false, false],
  )
})

const { departureDate: _departure, paymentMethod: _method, ...untold } = alone
/** A complete stay, paid in cash on the evening before the change to winter time, that ends in the next month. */
const whole: Checkin = {
  ...untold,
  selectedLanguage: 'de',
  addSecondGuest: 'yes',
  secondGuestName: 'PAOLO',
  secondGuestLastName: 'BIANCHI',
  arrivalDate: '2026-02-27',
  numberOfNights: '3',
  arrivalTimeSlot: 'after 18:00',
  paymentMethod: 'CONTANTI',
  paymentStatus: 'completed',
  paidAmount: '1249.90 EUR',
  paidAt: '2026-03-28T23:30:00Z',
  specialRequests: 'x',
  invoiceType: 'business',
}
/** The space in amounts and hours depends on the version of ICU. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('the host’s letter has the whole stay, from the guests to the tasks', () => {
  const { subject, text, html } = hostLetter(italian, whole, [['Animali', 'sì']])
  assert.is(subject, 'Nuovo check-in: MARIA ROSSI, 27/02/2026')
  assert.is(
    plain(text),
    `Nuovo check-in online
=====================

MARIA ROSSI ha completato il check-in online.

Riferimento: 12-27022026
Camera: Camera Vista Mare
Arrivo: Venerdì 27 febbraio 2026
Ora di arrivo: Dopo le 18:00
Partenza: Lunedì 2 marzo 2026
Durata: 3 notti
Ospiti: MARIA ROSSI, PAOLO BIANCHI
Codice prenotazione: A101
Pagamento: Pagato in contanti, 1249,90 €, 29/03/26, 00:30
Lingua dell'ospite: Tedesco
Animali: sì

Da fare
- I dati completi sono nella scheda del check-in, nell'area di amministrazione.
- C'è una nota dell'ospite: la leggi nella scheda.
- L'ospite chiede la fattura per un'azienda: i dati sono nella scheda.
- All'arrivo confronta ogni ospite con il suo documento, e il documento con i dati inseriti, poi abilita il check-in all'invio.
- Per scrivere all'ospite, rispondi a questa email.

Hotel Bellavista
Messaggio automatico del check-in online. Per la sicurezza degli ospiti non riporta i dati dei documenti.
`,
  )
  assert.match(html, '<html lang="it"')
  assert.match(html, '>MARIA ROSSI<br>PAOLO BIANCHI</td>')
})

test('the guest’s letter has the whole stay in the guest’s language', () => {
  const { subject, text, html } = guestLetter(german, whole, [['Tiere\n', ' ja']])
  assert.is(subject, 'Bestätigung Ihres Online-Check-ins')
  assert.is(
    plain(text),
    `Check-in abgeschlossen
======================

Guten Tag Maria Rossi,

vielen Dank: Ihr Online-Check-in ist abgeschlossen. Hier finden Sie die Angaben zu Ihrem Aufenthalt.

Referenz: 12-27022026
Zimmer: Camera Vista Mare
Anreise: Freitag, 27. Februar 2026
Ankunftszeit: Nach 18:00 Uhr
Abreise: Montag, 2. März 2026
Dauer: 3 Nächte
Gäste: Maria Rossi, Paolo Bianchi
Zahlung: Eingegangen, 1.249,90 €, 29.03.26, 00:30
Tiere: ja

Wie es jetzt weitergeht
- Wir haben Ihre Angaben erhalten: Vor der Anreise müssen Sie nichts weiter tun.
- Bitte bringen Sie die Ausweise aller Gäste mit: Sie müssen sie bei der Ankunft vorzeigen.
- Sie zahlen bei der Ankunft in bar.
- Wenn etwas nicht stimmt oder sich Ihre Ankunftszeit ändert, antworten Sie einfach auf diese E-Mail.

Hotel Bellavista
${de['foot.why']}
${de['foot.private']}
`,
  )
  assert.is(
    /aria-hidden="true">([^<]*)</.exec(html)![1],
    `${de.lead} · 12-27022026 · Camera Vista Mare · Freitag, 27. Februar 2026 · Nach 18:00 Uhr`,
  )
})

test('the room of a house that has named none is in the language of its guest, on the receipt too', () => {
  const { text } = guestLetter(german, { ...alone, roomDescription: 'Camera Standard' })
  assert.match(text, /Zimmer: Standard-Zimmer\n/)
  for (const language of languages)
    assert.is(said[language]['receipt.standardRoom'], texts[language].standardRoom, language)
})

test('a letter about an empty stay has no empty lines', () => {
  const { text } = hostLetter({ settings: { companyName: '', emailSubject: '' }, words: it }, { id: 3 })
  assert.is(
    text,
    `Nuovo check-in online
=====================

Un ospite ha completato il check-in online.

Riferimento: 3
Lingua dell'ospite: Italiano

Da fare
- ${it['host.next.look']}
- ${it['host.next.documents']}

${it['host.foot']}
`,
  )
})

test('the first lines seen in a mailbox name each guest of a short list of facts', () => {
  const { html } = guestLetter(italian, { ...party, roomDescription: '', arrivalTimeSlot: 'unknown', arrivalDate: '' })
  assert.match(html, '>il tuo check-in online è completo: grazie. Ecco il riepilogo del soggiorno. · 12 · ')
  assert.match(html, / · 3 notti · Maria Rossi, Paolo Bianchi<\/div>/)
})

test('the payment state is described with the known details', () => {
  const of = (more: Partial<Checkin>) => {
    const record = { ...untold, ...more }
    const said = [guestLetter(italian, record).text, hostLetter(italian, record).text]
    return said.map((text) => /^Pagamento: (.*)$/m.exec(plain(text))?.[1])
  }
  const paid = { paymentStatus: 'completed', paymentMethod: 'CARTA' } as const
  const cases: [Partial<Checkin>, string | undefined, string | undefined][] = [
    [{}, undefined, undefined],
    [{ paymentMethod: 'PORTALE' }, undefined, it['host.payment.portal']],
    [{ paymentMethod: 'CARTA' }, 'Da pagare', it['host.payment.open']],
    [{ paymentMethod: 'CARTA', paymentStatus: 'initiated' }, 'Non ancora confermato', it['host.payment.begun']],
    [{ paymentMethod: 'CONTANTI' }, "In contanti all'arrivo", it['host.payment.cash']],
    [paid, 'Ricevuto', it['host.payment.paid']],
    [{ ...paid, paidAmount: '49.90 EUR' }, 'Ricevuto, 49,90 €', `${it['host.payment.paid']}, 49,90 €`],
    [
      { ...paid, paidAt: '2026-10-25T00:59:00Z' },
      'Ricevuto, 25/10/26, 02:59',
      `${it['host.payment.paid']}, 25/10/26, 02:59`,
    ],
  ]
  for (const [record, guest, host] of cases) assert.equal(of(record), [guest, host], JSON.stringify(record))
})

test('letters to the house are in Italian, under its name, with its footer', () => {
  assert.is(
    testLetter(italian).text,
    `Prova di invio\n==============\n\n${it['test.lead']}\n\nHotel Bellavista\n${it['host.foot']}\n`,
  )
  assert.is(
    reminderLetter(italian, ['Tre schedine', 'Un giorno']).text,
    `Da fare per Questura e Regione
==============================

Qualcosa aspetta te:

- Tre schedine
- Un giorno

Hotel Bellavista
${it['reminder.foot']}
`,
  )
  const letters = [testLetter(italian), reminderLetter(italian, []), deviceLetter(italian, 'x', new Date())]
  for (const { html } of letters) assert.match(html, '<html lang="it"')
  const { text } = deviceLetter(italian, 'x', new Date())
  assert.ok(text.endsWith(`\n\n- ${it['device.out']}\n- ${it['device.pin']}\n\nHotel Bellavista\n`), text)
})

test('a letter lists only given answers to the house’s own questions, in words', () => {
  const own = { control: 'text', schema: {} } as const
  const flow = {
    fields: { pets: own, came: own, gone: own, email: { control: 'email' }, code: own, mark: own },
  } as const
  const record = { id: 1, pets: 'yes', came: '2026-03-29', gone: '  ', email: 'a@b.it', code: 7, mark: '30/02/2026' }
  const words = { 'pets.label': 'Animali? ', 'pets.yes': 'Sì', 'came.label': 'Da quando:' }
  assert.equal(ownAnswers(flow as never, record as never, words), [
    ['Animali', 'Sì'],
    ['Da quando', '29/03/2026'],
    ['mark.label', '30/02/2026'],
  ])
})

test('other guests’ answers to the house’s questions are in the host’s letter alone', () => {
  const own = { control: 'text', schema: {} } as const
  const flow = { fields: { mainGuestDiet: own, secondGuestDiet: own, guest4Diet: own, guest4teen: own } }
  const record = { id: 1, mainGuestDiet: 'A', secondGuestDiet: 'B', guest4Diet: 'C', guest4teen: 'D' }
  const answered = (to: 'guest' | 'host') =>
    ownAnswers(flow as never, record as never, {}, to).map(([, value]) => value)
  assert.equal(answered('guest'), ['A', 'D'])
  assert.equal(answered('host'), ['A', 'B', 'C', 'D'])
})

test.run()
