import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { consequenceKinds, type Operation, ownKinds, refusals } from '../../../src/core/flow-edit/operations'
import {
  armSentence,
  conditionSentence,
  consequenceSentence,
  guardSentence,
  operationSentence,
  refusalSentence,
} from '../../../src/core/flow-edit/sentences'
import texts from '../../../src/text/flow-edit.json'
import { words } from '../../fixtures/words'

const test = suite('sentences of the editor')

const said: [Operation, string][] = [
  [
    { kind: 'setOptional', step: '/guest-email', field: 'email', optional: true },
    'la domanda «Email» diventa facoltativa',
  ],
  [{ kind: 'setOptional', step: '/guest-email', field: 'email', optional: false }, 'diventa obbligatoria'],
  [{ kind: 'addStep', step: '/car', after: '/notes', title: { it: 'Auto' } }, "c'è una nuova schermata: «Auto»"],
  [{ kind: 'removeStep', step: '/notes', to: '/payment' }, 'va a «'],
  [{ kind: 'renameStep', step: '/notes', to: '/remarks' }, "ha l'indirizzo /remarks"],
  [{ kind: 'addArm', step: '/notes', arm: { when: { birthCountry: 'Italia' }, to: '/payment' } }, 'è Italia vai a «'],
  [{ kind: 'removeArm', step: '/notes', list: 'back', arm: { to: '/payment' } }, 'Indietro da «'],
  [{ kind: 'setWait', step: '/paypal', wait: 3000 }, 'aspetta 3 secondi'],
  [{ kind: 'setHome', step: '/paypal', home: null }, 'dove porta di solito'],
  [{ kind: 'setGuest', step: '/notes', guest: 'second' }, 'il secondo ospite'],
  [{ kind: 'setChoices', step: '/guest-document', field: 'documentType', choices: ['PASS'] }, 'offre solo: Passaporto'],
  [{ kind: 'setWord', key: '/notes.title', language: 'de', text: 'Hallo' }, '(de) diventa «Hallo»'],
  [
    { kind: 'makeQuestion', field: 'pets', question: { kind: 'yesNo' }, words: { label: { it: 'Animali?' } } },
    '«Animali» (sì o no)',
  ],
  [
    { kind: 'removeGuard', guard: { at: '/company-', when: { invoiceType: 'personal' } } },
    'chi entra in /company-… (tutte) e',
  ],
]
test('an operation says what it does, in the words of the cards', () => {
  for (const [operation, part] of said) {
    const sentence = operationSentence(operation, words.it)
    assert.ok(sentence.includes(part), sentence)
    assert.not.match(sentence, /\{\w+\}|undefined|do\./)
  }
})

test('conditions, arms and guards read as sentences', () => {
  const when = { birthCountry: 'Italia', documentType: ['ID', 'PASS'], addSecondGuest: 'no', birthCity: true }
  const text = conditionSentence(when, words.it, { guest: 'main' })
  assert.match(text, / è Italia e .+ è .+ o .+ è no e .+ è indicato$/)
  assert.match(armSentence({ to: '/notes' }, words.it), /^altrimenti vai a «/)
  assert.match(guardSentence({ at: '/company-', when, to: '/notes' }, words.it), / va a «/)
})

test('every operation, refusal and consequence has its sentence, and every sentence its use', () => {
  const kinds = Object.keys(texts).flatMap((key) => (key.startsWith('do.') ? [key.split('.')[1]!] : []))
  assert.ok(new Set(kinds).size >= 28)
  const of = (begin: string) =>
    [...new Set(Object.keys(texts).flatMap((key) => (key.startsWith(begin) ? [key.split('.')[1]!] : [])))].sort()
  assert.equal(of('no.'), [...refusals].sort())
  assert.equal(of('along.'), [...consequenceKinds].sort())
  assert.equal(of('kind.'), [...ownKinds].sort())
  for (const reason of refusals) assert.not.match(refusalSentence({ refused: reason, args: {} }, words.it), /^no\./)
  for (const kind of consequenceKinds)
    assert.not.match(consequenceSentence({ kind, args: { path: '/notes', to: '/pay' } }, words.it), /^along\./)
})

test.run()
