import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownKinds, refusals, sideEffectKinds } from '../../../src/core/editor/operations'
import { guardSentence, refusalSentence, sideEffectSentence } from '../../../src/core/editor/sentences'
import { armIn, cardNames, conditionIn } from '../../../src/core/editor/wording'
import texts from '../../../src/text/flow-edit.it.json'
import { cards, words } from '../../fixtures/words'
import { type Operation, operationSentence } from './recorded'

const test = suite('sentences of the editor')

const arm = { when: { birthCountry: 'Italia' }, to: '/payment' }
const guard = { at: '/company-', when: { invoiceType: 'personal' } }

const said: [Operation, string][] = [
  [
    { kind: 'addStep', step: '/car', after: '/notes', title: { it: 'Auto' } },
    "Dopo «Note» c'è una nuova scheda: «Auto»",
  ],
  [
    { kind: 'addStep', step: '/notes', after: '/payment', title: { en: 'Notes' } },
    "Dopo «Pagamento (/payment)» c'è una nuova scheda: «Note»",
  ],
  [{ kind: 'addStep', step: '/car', after: '/notes' }, "Dopo «Note» c'è una nuova scheda: «/car»"],
  [{ kind: 'removeStep', step: '/notes' }, 'La scheda «Note» è tolta'],
  [
    { kind: 'removeStep', step: '/notes', to: '/payment' },
    'La scheda «Note» è tolta: chi ci arrivava va a «Pagamento (/payment)»',
  ],
  [{ kind: 'moveStep', step: '/notes', after: '/payment' }, 'La scheda «Note» viene dopo «Pagamento (/payment)»'],
  [{ kind: 'renameStep', step: '/notes', to: '/payment' }, "La scheda «Note» ha l'indirizzo /payment"],
  [{ kind: 'addQuestion', step: '/notes', field: 'email' }, 'La scheda «Note» chiede «Email»'],
  [
    { kind: 'addQuestion', step: '/notes', field: 'email', optional: true },
    'La scheda «Note» chiede «Email», senza obbligo',
  ],
  [{ kind: 'removeQuestion', step: '/notes', field: 'pets' }, 'La scheda «Note» non chiede più «pets»'],
  [
    { kind: 'moveQuestion', step: '/notes', field: 'email', after: null },
    'Nella scheda «Note» la domanda «Email» cambia posto (al primo posto)',
  ],
  [
    { kind: 'moveQuestion', step: '/notes', field: 'email', to: '/payment' },
    'La domanda «Email» passa dalla scheda «Note» alla scheda «Pagamento (/payment)»',
  ],
  [
    { kind: 'setOptional', step: '/guest-email', field: 'email', optional: true },
    'Nella scheda «Contatti» la domanda «Email» diventa facoltativa',
  ],
  [
    { kind: 'setOptional', step: '/guest-email', field: 'email', optional: false },
    'Nella scheda «Contatti» la domanda «Email» diventa obbligatoria',
  ],
  [
    { kind: 'setChoices', step: '/guest-document', field: 'documentType', choices: ['PASS', 'ID'] },
    "Nella scheda «Documento» la domanda «Tipo di documento» offre solo: Passaporto, Carta d'identità",
  ],
  [
    { kind: 'setChoices', step: '/notes', field: 'addSecondGuest', choices: ['yes', 'forse'] },
    "Nella scheda «Note» la domanda «C'è un secondo ospite» offre solo: sì, forse",
  ],
  [
    { kind: 'setChoices', step: '/guest-document', field: 'documentType', choices: null },
    'Nella scheda «Documento» la domanda «Tipo di documento» offre tutte le risposte',
  ],
  [
    { kind: 'makeQuestion', field: 'pets', question: { kind: 'yesNo' }, words: { label: { it: 'Animali? ' } } },
    "C'è una nuova domanda: «Animali» (sì o no)",
  ],
  [
    { kind: 'makeQuestion', field: 'pets', question: { kind: 'yesNo', purpose: 'services' }, words: { label: {} } },
    "C'è una nuova domanda: «pets» (sì o no, serve per: servizi)",
  ],
  [
    { kind: 'makeQuestion', field: 'pets', perGuest: true, question: { kind: 'longText' }, words: { label: {} } },
    "C'è una nuova domanda per ogni ospite: «pets» (testo lungo)",
  ],
  [{ kind: 'changeQuestion', field: 'pets', question: { kind: 'date' } }, 'La domanda «pets» ha regole nuove (data)'],
  [{ kind: 'archiveQuestion', field: 'email' }, 'La domanda «Email» non si fa più; le risposte raccolte restano'],
  [{ kind: 'addArm', step: '/notes', arm }, 'Dopo «Note»: se Paese di nascita è Italia vai a «Pagamento (/payment)»'],
  [
    { kind: 'addArm', step: '/notes', list: 'next', arm: { to: '/nowhere' } },
    'Dopo «Note»: altrimenti vai a «/nowhere»',
  ],
  [
    { kind: 'addArm', step: '/notes', list: 'back', arm: { to: '/payment' } },
    'Indietro da «Note»: altrimenti vai a «Pagamento (/payment)»',
  ],
  [
    { kind: 'changeArm', step: '/notes', arm, becomes: { to: '/notes' } },
    'Dopo «Note»: se Paese di nascita è Italia vai a «Pagamento (/payment)» diventa altrimenti vai a «Note»',
  ],
  [
    { kind: 'removeArm', step: '/notes', list: 'back', arm: { to: '/payment' } },
    "Indietro da «Note» non c'è più la strada altrimenti vai a «Pagamento (/payment)»",
  ],
  [
    { kind: 'moveArm', step: '/notes', arm: { to: '/payment' }, before: arm },
    'Dopo «Note» la strada altrimenti vai a «Pagamento (/payment)» cambia posto (prima di: se Paese di nascita è Italia vai a «Pagamento (/payment)»)',
  ],
  [{ kind: 'setGuest', step: '/notes', guest: 'second' }, 'La scheda «Note» riguarda: il secondo ospite'],
  [
    { kind: 'setGuest', step: '/notes', guest: [{ is: 'main' }] as never },
    "La scheda «Note» riguarda: l'ospite principale",
  ],
  [{ kind: 'setGuest', step: '/notes', guest: null }, 'La scheda «Note» non riguarda un ospite in particolare'],
  [{ kind: 'setPanel', step: '/notes', panel: 'review' }, 'La scheda «Note» mostra il riquadro review'],
  [{ kind: 'setPanel', step: '/notes', panel: null }, 'La scheda «Note» non mostra più un riquadro'],
  [{ kind: 'setEffect', step: '/notes', effect: 'submit' }, 'La scheda «Note» esegue submit'],
  [{ kind: 'setEffect', step: '/notes', effect: null }, 'La scheda «Note» non esegue più niente'],
  [{ kind: 'setWait', step: '/notes', wait: 3000 }, 'La scheda «Note» aspetta 3 secondi prima di proseguire'],
  [{ kind: 'setWait', step: '/notes', wait: 1000 }, 'La scheda «Note» aspetta 1 secondo prima di proseguire'],
  [
    { kind: 'setWait', step: '/notes', wait: { from: 'finishWait' } as never },
    "La scheda «Note» aspetta quanto dice l'impostazione finishWait prima di proseguire",
  ],
  [{ kind: 'setWait', step: '/notes', wait: null }, 'La scheda «Note» non aspetta più'],
  [{ kind: 'setHome', step: '/paypal', home: '/notes' }, 'Dalla scheda «PayPal» Home porta a «Note»'],
  [{ kind: 'setHome', step: '/paypal', home: null }, 'Dalla scheda «PayPal» Home porta dove porta di solito'],
  [{ kind: 'setHomes', at: '/company-', to: '/notes' }, 'Dalle schede /company- Home porta a «Note»'],
  [{ kind: 'setHomes', at: '/company-', to: null }, 'Le schede /company- non hanno più una Home propria'],
  [
    { kind: 'addGuard', guard: { ...guard, to: '/notes' } },
    'Chi entra in /company-… (tutte) e Tipo di fattura è Privato va a «Note»',
  ],
  [
    { kind: 'changeGuard', guard, becomes: { at: '/notes', when: { email: false }, to: '/payment' } },
    'Chi entra in /company-… (tutte) e Tipo di fattura è Privato diventa: Note e Email non è indicato va a «Pagamento (/payment)»',
  ],
  [{ kind: 'removeGuard', guard }, 'Non vale più: chi entra in /company-… (tutte) e Tipo di fattura è Privato'],
  [
    { kind: 'setWord', key: '/notes.title', language: 'de', text: 'Hallo' },
    'Il testo /notes.title (de) diventa «Hallo»',
  ],
  [{ kind: 'shipWord', key: '/notes.title', language: 'de' }, 'Il testo /notes.title torna quello del programma (de)'],
  [
    { kind: 'excuse', step: '/notes', rule: 'unreached', because: 'per ora' },
    'Alla scheda «Note» è ammesso un problema (unreached): per ora',
  ],
  [
    { kind: 'withdrawExcuse', step: '/notes', rule: 'unreached' },
    'Alla scheda «Note» un problema non è più ammesso (unreached)',
  ],
]
test('an operation says what it does, in the words of the cards', () => {
  const asked = new Set<string>()
  const watched = new Proxy(cards, { get: (words, key: string) => asked.add(key) && words[key]! })
  for (const [operation, sentence] of said) assert.is(operationSentence(operation, watched), sentence)
  const all = Object.keys(texts).filter((key) => key.startsWith('do.'))
  assert.equal(
    all.filter((key) => !asked.has(key)),
    [],
    'every sentence is used',
  )
})

type Members = Record<string, unknown>

/** Operations with other values for their members: each value must change the sentence. */
const otherMembers: [Operation, Members][] = [
  [
    { kind: 'addStep', step: '/car', after: '/notes' },
    { step: '/dog', after: '/payment', arm, guest: 'second', title: { it: 'Auto' } },
  ],
  [
    { kind: 'removeStep', step: '/notes' },
    { step: '/payment', to: '/payment' },
  ],
  [
    { kind: 'moveStep', step: '/notes', after: '/payment' },
    { step: '/car', after: '/car', arm },
  ],
  [
    { kind: 'renameStep', step: '/notes', to: '/payment' },
    { step: '/payment', to: '/car' },
  ],
  [
    { kind: 'addQuestion', step: '/notes', field: 'email' },
    { step: '/payment', field: 'phone', optional: true, after: 'phone' },
  ],
  [
    { kind: 'removeQuestion', step: '/notes', field: 'pets' },
    { step: '/payment', field: 'email' },
  ],
  [
    { kind: 'moveQuestion', step: '/notes', field: 'email', after: null },
    { step: '/payment', field: 'phone', to: '/payment', after: 'phone' },
  ],
  [
    { kind: 'setOptional', step: '/notes', field: 'email', optional: true },
    { optional: false, field: 'phone' },
  ],
  [{ kind: 'setChoices', step: '/notes', field: 'documentType', choices: ['ID'] }, { choices: ['PASS'] }],
  [
    { kind: 'makeQuestion', field: 'pets', question: { kind: 'yesNo' }, words: { label: { it: 'Animali?' } } },
    {
      question: { kind: 'date' },
      words: { label: { it: 'Cani?' } },
      perGuest: true,
    },
  ],
  ...(
    [
      { kind: 'text' },
      { purpose: 'contact' },
      { maxLength: 3 },
      { least: 3 },
      { greatest: 3 },
      { options: ['a', 'b'] },
      { when: { email: true } },
    ] as Members[]
  ).map((part): [Operation, Members] => [
    { kind: 'changeQuestion', field: 'pets', question: { kind: 'number' } },
    { question: { kind: 'number', ...part } },
  ]),
  [{ kind: 'archiveQuestion', field: 'email' }, { field: 'phone' }],
  ...(['next', 'back'] as const).flatMap((list): [Operation, Members][] => [
    [
      { kind: 'addArm', step: '/notes', list, arm },
      { step: '/payment', arm: { ...arm, set: { email: null } }, before: null },
    ],
    [
      { kind: 'changeArm', step: '/notes', list, arm, becomes: { to: '/notes' } },
      { arm: { to: '/notes' }, becomes: { to: '/notes', set: { addThirdGuest: 'no' } } },
    ],
    [{ kind: 'removeArm', step: '/notes', list, arm }, { arm: { to: '/notes' } }],
    [
      { kind: 'moveArm', step: '/notes', list, arm, before: null },
      { arm: { to: '/notes' }, before: arm },
    ],
  ]),
  [{ kind: 'setGuest', step: '/notes', guest: 'second' }, { guest: 'third' }],
  [{ kind: 'setGuest', step: '/notes', guest: 'second' }, { guest: null }],
  [
    { kind: 'setGuest', step: '/notes', guest: [{ when: { email: true }, is: 'second' }, { is: 'main' }] },
    { guest: [{ when: { email: false }, is: 'second' }, { is: 'main' }] },
  ],
  [{ kind: 'setPanel', step: '/notes', panel: 'review' }, { panel: 'pay' }],
  [
    { kind: 'setEffect', step: '/notes', effect: 'submit' },
    { effect: 'confirm', onEnter: true },
  ],
  [{ kind: 'setWait', step: '/notes', wait: 3000 }, { wait: 4000 }],
  [{ kind: 'setHome', step: '/paypal', home: '/notes' }, { home: '/payment' }],
  [
    { kind: 'setHomes', at: '/company-', to: '/notes' },
    { at: '/notes', to: '/payment' },
  ],
  [
    { kind: 'addGuard', guard: { ...guard, to: '/notes' } },
    { guard: { ...guard, to: '/notes', set: { addSecondGuest: 'no' } }, before: guard },
  ],
  [
    { kind: 'changeGuard', guard, becomes: { ...guard, to: '/notes' } },
    { guard: { ...guard, at: '/notes' }, becomes: { ...guard, to: '/notes', set: { email: null } } },
  ],
  [{ kind: 'removeGuard', guard }, { guard: { ...guard, at: '/notes' } }],
  [
    { kind: 'setWord', key: 'a', language: 'de', text: 'b' },
    { key: 'b', language: 'fr', text: 'c' },
  ],
  [
    { kind: 'shipWord', key: 'a' },
    { key: 'b', language: 'de' },
  ],
  [
    { kind: 'excuse', step: '/notes', rule: 'unreached', because: 'a' },
    { step: '/payment', rule: 'askedLater', because: 'b' },
  ],
  [
    { kind: 'withdrawExcuse', step: '/notes', rule: 'unreached' },
    { step: '/payment', rule: 'askedLater' },
  ],
]
test('each member of an operation appears in its sentence', () => {
  for (const [operation, members] of otherMembers)
    for (const [member, value] of Object.entries(members))
      assert.is.not(
        operationSentence({ ...operation, [member]: value } as Operation, cards),
        operationSentence(operation, cards),
        `${operation.kind}.${member}`,
      )
  const kinds = (list: [Operation, unknown][]) => [...new Set(list.map(([{ kind }]) => kind))].sort()
  assert.equal(kinds(otherMembers), kinds(said))
})

const kindsSaid = (begin: string) =>
  [...new Set(Object.keys(texts).flatMap((key) => (key.startsWith(begin) ? [key.split('.', 2).join('.')] : [])))].sort()

const when = { birthCountry: 'Italia', documentType: ['ID', 'PASS'], addSecondGuest: 'no', birthCity: true }
const spoken =
  "Paese di nascita è Italia e Tipo di documento è Carta d'identità o Passaporto e C'è un secondo ospite è no e Città di nascita è indicato"

test('conditions, arms and guards read as sentences', () => {
  for (const step of [undefined, { guest: 'main' as const }, { guest: [{ is: 'main' }] as never }])
    assert.is(conditionIn(cardNames(cards, step), when), spoken)
  assert.is(
    conditionIn(cardNames(cards), { outcome: 'done', showPaymentPage: false }),
    "l'esito è done e il codice chiede il pagamento non è indicato",
  )
  assert.is(conditionIn(cardNames(cards), undefined), '')
  assert.is(
    conditionIn(cardNames(cards), { 'settings.askTaxRelief': 'yes' }),
    "Impostazione «chiedi le esenzioni dall'imposta» è sì",
  )
  assert.is(armIn(cardNames(cards), { when, to: '/notes' }), `se ${spoken} vai a «Note»`)
  assert.is(
    armIn(cardNames(cards), { to: { from: 'siteUrl' } as never }),
    "altrimenti vai a «quanto dice l'impostazione siteUrl»",
  )
  assert.is(guardSentence({ at: '/company-', when, to: '/notes' }, cards), `/company-… (tutte) e ${spoken} va a «Note»`)
  assert.is(guardSentence({ at: '/notes', when }, cards), `Note e ${spoken}`)
})

test('a field name uses the words of the step’s guest, if the card has its own', () => {
  const ownCards = {
    ...texts,
    'name.label': 'Nome:',
    'secondGuestName.label': 'Il suo nome?',
    'secondGuestName.X': 'Ics',
    'name.X': 'X',
  }
  const read = (guest?: 'main' | 'second') => conditionIn(cardNames(ownCards, guest && { guest }), { name: 'X' })
  assert.equal([read(), read('main'), read('second')], ['Nome è X', 'Nome è X', 'Il suo nome è Ics'])
})

test('every operation, refusal and side effect has a sentence, and every sentence is used', () => {
  const of = (begin: string) => kindsSaid(begin).map((key) => key.slice(begin.length))
  assert.equal(of('no.'), [...refusals].sort())
  assert.equal(of('sideEffect.'), [...sideEffectKinds].sort())
  assert.equal(of('kind.'), [...ownKinds].sort())
  for (const reason of refusals) assert.not.match(refusalSentence({ refused: reason, args: {} }, cards), /^no\./)
  for (const kind of sideEffectKinds)
    assert.not.match(sideEffectSentence({ kind, args: { path: '/notes', to: '/pay' } }, cards), /^sideEffect\./)
})

test('side effects name cards by title and questions by label', () => {
  const args = { path: '/notes', to: '/payment', field: 'email', at: '/company-', effect: 'submit' }
  const of = (kind: (typeof sideEffectKinds)[number]) => sideEffectSentence({ kind, args }, cards)
  assert.equal(
    [of('arrivalRewired'), of('guardRepaired'), of('questionGone'), of('effectMoved'), of('backRepaired')],
    [
      'Chi arriva da «Note» va a «Pagamento (/payment)».',
      'La regola per /company- porta a «Pagamento (/payment)».',
      '«Email» non si chiede più.',
      '«Note» esegue ora submit.',
      'Indietro da «Note» porta a «Pagamento (/payment)».',
    ],
  )
})

test('a refusal names an address as typed, and an existing card by its title', () => {
  const said = (refused: (typeof refusals)[number]) => refusalSentence({ refused, args: { path: '/notes' } }, cards)
  for (const refused of ['badPath', 'stepExists', 'noStep'] as const) assert.match(said(refused), '/notes')
  for (const refused of ['whichArm', 'noArm', 'lastArm'] as const)
    assert.match(said(refused), `«${words.it['/notes.title']}»`)
  const back = (to: string) => sideEffectSentence({ kind: 'backRepaired', args: { path: '/payment', to } }, cards)
  assert.match(back('/notes'), `porta a «${words.it['/notes.title']}»`)
  assert.match(back(''), 'porta alla scheda precedente')
})

test.run()
