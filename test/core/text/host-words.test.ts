import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostLanguages } from '../../../schema/languages'
import { settings } from '../../../schema/settings'

const test = suite("words of the host's languages")

type Texts = { readonly [key: string]: string }

const folder = 'src/text'
const files = ['host', 'consult', 'findings', 'flow-edit', 'host-letter', 'server', 'stripe']
const textsOf = (name: string, language: string): Texts =>
  JSON.parse(readFileSync(`${folder}/${name}.${language}.json`, 'utf8'))
const holesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
const others = hostLanguages.filter((language) => language !== 'it')

for (const name of files) {
  const italian = textsOf(name, 'it')

  test(`${name}: every language has the Italian keys, in their order, with the same placeholders`, () => {
    for (const language of others) {
      const texts = textsOf(name, language)
      assert.equal(Object.keys(texts), Object.keys(italian), language)
      const unlike = Object.entries(italian).filter(
        ([key, text]) => String(holesOf(text)) !== String(holesOf(texts[key]!)),
      )
      assert.equal(
        unlike.map(([key]) => key),
        [],
        language,
      )
    }
  })

  test(`${name}: no text is empty or ends otherwise than the Italian one with a blank`, () => {
    for (const language of others)
      for (const [key, text] of Object.entries(textsOf(name, language))) {
        assert.is(text.trim() === '', italian[key]!.trim() === '', `${language} ${key}`)
        assert.is(text.endsWith(' '), italian[key]!.endsWith(' '), `${language} ${key}`)
      }
  })
}

test('every setting has a name, for the access log and the letters about changes', () => {
  const texts = textsOf('host', 'it')
  assert.equal(
    Object.keys(settings.properties).filter((name) => !texts[`settings.${name}.label`]),
    [],
  )
})

test('few texts stay Italian: names, and words spelled alike', () => {
  for (const language of others) {
    const same = files.flatMap((name) => {
      const texts = textsOf(name, language)
      return Object.entries(textsOf(name, 'it')).filter(([key, text]) => texts[key] === text && / \p{L}+ /u.test(text))
    })
    assert.equal(
      same.map(([key]) => key),
      [],
      language,
    )
  }
})

test('a host who does not read Italian gets no Italian sentence', () => {
  // Names of offices, labels of their portals, codes and file names stay Italian.
  const names =
    /Analisi Invii|Chiave Web Service|Gestione appartamenti|Alloggiati Web|Consiglio di Stato|imposta di soggiorno|codice struttura/g
  for (const language of others)
    for (const name of files)
      for (const [key, text] of Object.entries(textsOf(name, language)))
        assert.not.match(text.replace(names, ''), /\b(della|degli|nelle|sono|questo|perché|dopo|prima|oppure)\b/, key)
})

test('no word file of a host is left out', () => {
  const found = readdirSync(folder).filter((name) => name.endsWith('.de.json'))
  assert.equal(found.map((name) => name.replace('.de.json', '')).sort(), [...files].sort())
})

test('a language has one form of the apostrophe, and Italian one word for email and for a card', () => {
  const all = (pattern: RegExp, unwanted: RegExp) =>
    readdirSync(folder)
      .filter((name) => pattern.test(name))
      .flatMap((name) => Object.entries<string>(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))))
      .filter(([, text]) => unwanted.test(text))
      .map(([key]) => key)
  assert.equal(all(/\bit\.json$/, /’|\be-mail/i), [])
  assert.equal(all(/^(consult|findings|flow-edit)\.it\.json$/, /schermat/i), [])
  assert.not.match(readFileSync('steps.json', 'utf8'), /schermat/i)
  assert.equal(all(/^fr\.json$/, /’/), [])
  assert.equal(all(/\ben\.json$/, /\w'\w|s' /), [])
})

test('in German a device is a Handy, and only its number is a Telefon', () => {
  const number = /(?:phone|field\.phone|format\.phone|phoneEnd|how\.phone|phone\.label|phoneNumber\.\w+)$/
  const lists = /^(?:consult\.searchHint|stays\.pasteText|webhook\.guestsHint|flow\.template\.shortText)$/
  const devices = readdirSync(folder)
    .filter((name) => /\bde\.json$/.test(name))
    .flatMap((name) => Object.entries<string>(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))))
    .filter(([key, text]) => /telefon/i.test(text) && !number.test(key) && !lists.test(key))
  assert.equal(
    devices.map(([key]) => key),
    [],
  )
})

test.run()
