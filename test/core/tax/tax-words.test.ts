import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { TaxRuleSet } from '../../../schema/tax'
import { speaker } from '../../../src/core/flow/speaker'
import { partyTax, type TaxParty } from '../../../src/core/tax/party-tax'
import { guestWords, limitWords, nightWords, setWords, taxFaultWords } from '../../../src/core/tax/tax-words'
import { taxFaults } from '../../../src/core/tax/town-rules'
import { words } from '../../fixtures/words'
import { ruleSet, towns } from './rule-sets'

const test = suite('the tax in sentences')

const speak = speaker({ ...JSON.parse(readFileSync('src/text/host.it.json', 'utf8')), ...words.it }, 'it')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const dayWords = (day: string) => day.split('-').reverse().join('/')

test('a rule set is its rates, its limit and its reliefs', () => {
  const sentences: { [letter in keyof typeof towns]?: string } = {
    A: '2,00 € a persona e notte; tutte le notti',
    B: '2,50 € a persona e notte; al massimo 4 notti di ogni soggiorno; esente, meno di 14 anni; esente, residente nel comune; esente, persona con disabilità; esente, accompagna una persona con disabilità',
    D: '5,00 % del prezzo a persona e notte, da 0,50 a 4,00 €; al massimo 10 notti di ogni soggiorno; esente, meno di 12 anni; esente, paziente in cura; esente, assiste un paziente; esente, autista di pullman, uno ogni 25; esente, guida o accompagnatore turistico, uno ogni 25',
    E: "1,00 € se la notte a persona costa meno di 50,00 €, 2,50 € se la notte a persona costa meno di 100,00 €, altrimenti 4,00 €; al massimo 7 notti di ogni soggiorno; ridotta del 50 %, meno di 18 anni; esente, forze dell'ordine in servizio; esente, protezione civile in servizio; ridotta del 30 %, pellegrini",
    F: '1,00 € a persona e notte; al massimo 3 notti di seguito, anche in più soggiorni dello stesso ospite; esente, meno di 6 anni; ridotta del 50 %, residente nel comune',
  }
  for (const [letter, sentence] of Object.entries(sentences))
    assert.is(plain(setWords(towns[letter as 'A'][0]!, speak, dayWords)), sentence)
  const place = { category: '3 stelle', zone: 'centro', season: { from: '04-01', until: '10-31' } }
  const rules = ruleSet({ kind: 'fixed', cents: 100 }, { mostNights: 5, count: 'year' })
  assert.is(
    plain(setWords({ ...rules, rates: [{ ...rules.rates[0]!, ...place }] }, speak, dayWords)),
    '1,00 € a persona e notte, categoria 3 stelle, zona centro, dal 01/04 al 31/10; al massimo 5 notti in un anno per ogni ospite',
  )
  assert.is(limitWords({ ...rules, mostNights: 1 }, speak), 'al massimo 1 notte in un anno per ogni ospite')
})

test('a value that is being typed is a dash', () => {
  const typing = Number.NaN
  const rates = [
    { basis: { kind: 'percent', percent: typing, least: typing, most: 200 } },
    { basis: { kind: 'bands', bands: [{ under: typing, cents: 100 }, { cents: typing }] } },
  ] as const
  const reliefs = [
    { kind: 'minor', off: typing, age: typing },
    { kind: 'driver', off: 100, per: typing },
  ] as const
  const rules = ruleSet(rates[0].basis, { mostNights: typing, rates: [...rates], reliefs: [...reliefs] } as never)
  assert.is(
    plain(setWords(rules, speak, dayWords)),
    '— % del prezzo a persona e notte, da — a 2,00 €; 1,00 € se la notte a persona costa meno di — €, altrimenti — €; al massimo — notti di ogni soggiorno; ridotta del — %, meno di — anni; esente, autista di pullman, uno ogni —',
  )
})

const nightsOf = (sets: readonly TaxRuleSet[], more: Partial<TaxParty> = {}) =>
  partyTax(sets, { arrival: '2026-07-10', nights: 5, guests: [{ age: 40 }], ...more })[0]!

test('nights have their amount and reason, one by one or together', () => {
  assert.equal(nightWords(nightsOf(towns.B), speak, dayWords).slice(3).map(plain), [
    '4ª notte (13/07/2026): 2,50 €, tariffa intera',
    '5ª notte (14/07/2026): oltre il limite di 4',
  ])
  const together = (...given: Parameters<typeof nightsOf>) => plain(guestWords(nightsOf(...given), speak))
  assert.is(together(towns.B), '4 notti: tariffa intera, 10,00 €; 1 notte: oltre il limite di 4')
  assert.is(together(towns.D, { nights: 2, price: 5000 }), '2 notti: 5,00 % del prezzo, 5,00 €')
  assert.is(together(towns.D, { nights: 1 }), '1 notte: manca il prezzo della notte')
})

test('a fault names its day, its place, and the person whom a rule before takes', () => {
  const said = (sets: TaxRuleSet[]) => taxFaults(sets).map((fault) => plain(taxFaultWords(fault, speak, dayWords)))
  const fixed = { kind: 'fixed', cents: 100 } as const
  const set = (more: Partial<TaxRuleSet>) => ruleSet(fixed, more)
  assert.equal(said([set({ until: '2026-12-30' }), set({ from: '2027-01-01' })]), [
    "Per il 31/12/2026 non c'è nessuna regola: questo periodo deve cominciare il giorno dopo la fine del precedente.",
  ])
  assert.equal(said([set({ rates: [{ basis: fixed, category: 'B' }] })]), ["Per il 01/01 non c'è una tariffa."])
  assert.equal(said([set({ category: 'A', rates: [] })]), ["Per il 01/01 non c'è una tariffa per A."])
  assert.equal(
    said([
      set({
        reliefs: [
          { kind: 'minor', off: 100, age: 14 },
          { kind: 'minor', off: 50, age: 10 },
          { kind: 'police', off: 100 },
          { kind: 'police', off: 50 },
        ],
      }),
    ]),
    [
      "Non si applica mai: per chi ha 9 anni vale prima un'altra regola, «esente, meno di 14 anni».",
      "Non si applica mai: per chi lo dichiara a 120 anni vale prima un'altra regola, «esente, forze dell'ordine in servizio».",
    ],
  )
})

test.run()
