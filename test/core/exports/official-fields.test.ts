import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { officialFields } from '../../../src/core/exports/official-fields'

const test = suite('fields of the official files')

const person = ['lastName', 'name', 'gender', 'birthDate', 'birthCity', 'birthCountry', 'citizenship'].sort()
const documents = ['documentType', 'documentNumber', 'documentIssuePlace']

test('the police ask a document of the head of a party alone', () => {
  const { main, later } = officialFields.police
  assert.equal([...main].sort(), [...person, ...documents].sort())
  assert.equal([...later].sort(), person)
})

test('the tourism office asks where every guest lives, and for no document', () => {
  const { main, later } = officialFields.tourism
  assert.equal([...main].sort(), [...person, 'residenceCountry', 'residenceCity'].sort())
  assert.equal(later, main)
})

test('both files need the days of the stay, and neither the reservation code', () => {
  assert.equal(
    [officialFields.police.stay, officialFields.tourism.stay],
    Array(2).fill(['arrivalDate', 'numberOfNights']),
  )
})

test.run()
