import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { areFullNames, fullNameColumn, splitName } from '../../../src/core/lists/list-columns'
import { listedGuest, readList } from '../../../src/core/lists/pasted-list'

const test = suite('whole names in a pasted list')
const context = { today: '2026-11-25', isTown: (name: string) => name.toUpperCase() === 'ROMA' }

test('a cell is split by what it says itself, else by the order of the list', () => {
  const cases: [text: string, first: 'lastName' | 'name', lastName: string, name: string][] = [
    ['Rossi Mario', 'lastName', 'Rossi', 'Mario'],
    ['Mario Rossi', 'name', 'Rossi', 'Mario'],
    ['Rossi, Anna Maria', 'name', 'Rossi', 'Anna Maria'],
    ['ROSSI Anna Maria', 'name', 'ROSSI', 'Anna Maria'],
    ['Anna Maria ROSSI', 'lastName', 'ROSSI', 'Anna Maria'],
    ['DE LUCA BIANCA', 'lastName', 'DE LUCA', 'BIANCA'],
    ['Ursula von der Leyen', 'name', 'von der Leyen', 'Ursula'],
    ['De Luca', 'lastName', 'De', 'Luca'],
    ['Rossi Anna Maria', 'lastName', 'Rossi', 'Anna Maria'],
    ['Anna Maria Rossi', 'name', 'Rossi', 'Anna Maria'],
    ["D'Angiò  Lea", 'lastName', "D'Angiò", 'Lea'],
    ['Rossi', 'lastName', 'Rossi', ''],
    ['Rossi M', 'lastName', 'Rossi', 'M'],
    ['De La', 'lastName', 'De', 'La'],
    ['Van Der', 'name', 'Der', 'Van'],
    ['DE LA CRUZ ANA', 'lastName', 'DE LA CRUZ', 'ANA'],
    ['', 'name', '', ''],
  ]
  for (const [text, first, ...parts] of cases) assert.equal(splitName(text, first), parts, text)
})

test('headings of whole names are known in three languages', () => {
  assert.equal(
    [['Nr.', 'Cognome e nome'], ['Name, Vorname'], ['Full name *'], ['Cognome', 'Nome']].map(fullNameColumn),
    [{ at: 1, first: 'lastName' }, { at: 0, first: 'lastName' }, { at: 0, first: 'name' }, undefined],
  )
})

test('hosts’ words for a column of whole names say what stands first', () => {
  const words = {
    lastName:
      'Cognome e nome, Cognome nome, Nominativo, Nominativi, Ospite, Ospiti, Surname and name, Last name / first name, ' +
      'Surname name, Guest, Guests, Nachname Vorname, Name Vorname, Name und Vorname, Familienname Vorname, Gast, Gäste',
    name:
      'Nome e cognome, Nome cognome, Name and surname, First name last name, First and last name, Full name, ' +
      'Vorname Nachname, Vor- und Nachname, Vorname und Nachname, Vollständiger Name',
  }
  for (const [first, headings] of Object.entries(words))
    for (const heading of headings.split(', ')) assert.equal(fullNameColumn(['N.', heading]), { at: 1, first }, heading)
})

test('most cells of a column of whole names have both', () => {
  assert.equal(
    [areFullNames(['Rossi Mario', 'Anna']), areFullNames(['Rossi Mario', 'Bianchi,Anna', 'Lea'])],
    [false, true],
  )
})

const guestsIn = (text: string) => {
  const list = readList(text, context)
  return list?.rows.map((row, i) => {
    const { answers } = listedGuest(row, list.columns, i, context)
    return [answers.lastName, answers.name, answers.birthDate].join(' | ')
  })
}

test('a list with one column of names has surnames and first names, and its headings stay over both', () => {
  const text = 'Gita\nN.;Cognome e nome;Nato il;Stanza\n1;ROSSI Mario;10/05/1980;3\n2;DE LUCA Bianca;01/02/2010;3'
  assert.equal(guestsIn(text), ['ROSSI | Mario | 1980-05-10', 'DE LUCA | Bianca | 2010-02-01'])
  assert.equal(readList(text, context)!.headings, ['N.', 'Cognome e nome', 'Cognome e nome', 'Nato il', 'Stanza'])
  assert.equal(guestsIn('Name\tGeburtsdatum\nMax Müller\t10.05.1980\nLea Vogt\t01.02.2010'), [
    'Müller | Max | 1980-05-10',
    'Vogt | Lea | 2010-02-01',
  ])
  assert.equal(guestsIn('Rossi Mario\t10/05/1980\nBianchi Anna\t01/02/2010'), [
    'Rossi | Mario | 1980-05-10',
    'Bianchi | Anna | 2010-02-01',
  ])
})

test('a column called guest beside names is not split', () =>
  assert.equal(guestsIn('Ospite;Nome;Cognome;Nato il\n1;Anna Maria;Rossi;10/05/1980'), [
    'Rossi | Anna Maria | 1980-05-10',
  ]))

test.run()
