import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import { words } from '../../fixtures/words'

const test = suite("guests' words")

test('a French colon, question or exclamation mark never begins a line', () => {
  for (const [key, text] of Object.entries(words.fr)) {
    assert.not.match(text, /[^\u00a0\u202f][:;!?»](?=\s|$)/, key)
    assert.not.match(text, /«[^\u00a0\u202f]/, key)
  }
})

test('one English word for each entry of a passport', () => {
  for (const [key, text] of Object.entries(words.en)) assert.not.match(text, /citizenship/i, key)
})

test('a required box is named, and Home has its usual name in each language', () => {
  for (const language of languages)
    assert.is(
      words[language]['any.required']!.includes('{field}'),
      language !== 'it',
      `${language}: Italian is specified`,
    )
  assert.is(words.de.home, 'Startseite')
})

test('the privacy line on the police is true: their report is made', () => {
  const police = { it: /polizia/, en: /police/, fr: /police/, es: /policía/, de: /Polizei/ }
  for (const [language, named] of Object.entries(police))
    assert.match(words[language as keyof typeof police]['privacy.text']!, named, language)
})

test('every Spanish text says usted, except the message that a guest sends to a friend', () => {
  const pronouns = 'tu tus te tú contigo vosotros vuestra vuestras vuestro vuestros'
  const verbs = 'puedes podéis tienes quieres prefieres haz compruébalo corrígelo'
  const familiar = new RegExp(`(?<!\\p{L})(?:${`${pronouns} ${verbs}`.replaceAll(' ', '|')})(?!\\p{L})`, 'iu')
  const isToFriend = (key: string) => key.startsWith('ownPhone.message')
  for (const [key, text] of Object.entries(words.es)) if (!isToFriend(key)) assert.not.match(text, familiar, key)
})

test('the check-in and the identity card have one name each in French and Spanish', () => {
  const isNamed = (key: string) => key !== '/.title'
  for (const [key, text] of Object.entries(words.fr))
    assert.not.match(text, /(un|l'|votre|d'autres) ?enregistrement/i, key)
  for (const [key, text] of Object.entries(words.es).filter(([key]) => isNamed(key))) {
    assert.not.match(text, /online/i, key)
    assert.not.match(text, /carta (de identidad|electrónica)/, key)
  }
})

test('the German texts call the codice fiscale so, and explain it in its label', () => {
  for (const [key, text] of Object.entries(words.de)) {
    assert.not.match(text, /Steuercode|Fiskalcode/, key)
    if (text.includes('Steuernummer')) assert.match(text, /Italienische Steuernummer \(Codice fiscale\)/, key)
  }
})

test('the place where a guest stays has one name in each language', () => {
  const others: { readonly [language: string]: RegExp } = {
    it: /(?<!Regole della )\bcasa\b/,
    en: /\bhouse\b(?! rules)/i,
    fr: /hébergement/,
    es: /establecimiento/,
    de: /Betrieb/,
  }
  for (const language of languages)
    for (const [key, text] of Object.entries(words[language]))
      assert.not(others[language]?.test(text.replaceAll('{house}', '')), `${language} ${key}`)
})

test.run()
