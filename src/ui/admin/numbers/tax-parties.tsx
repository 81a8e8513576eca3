import type { TaxRuleSet } from '../../../../schema/tax'
import { partyTax, sum, type TaxParty } from '../../../core/tax/party-tax'
import { guestWords } from '../../../core/tax/tax-words'
import { addDays } from '../../../core/text/dates'
import { euros } from '../../../core/text/money'
import { say } from '../../shared/published'
import { dayShown, hostSpeech } from '../session/host'

type ExampleParty = Omit<TaxParty, 'arrival'> & { name: string; day: string }

const taxParties: readonly ExampleParty[] = [
  { name: 'couple', day: '06-10', nights: 3, price: 12_000, guests: [{ age: 40 }, { age: 38 }] },
  {
    name: 'family',
    day: '08-01',
    nights: 7,
    price: 16_000,
    guests: [{ age: 40 }, { age: 38 }, { age: 13 }, { age: 5 }],
  },
  { name: 'resident', day: '11-20', nights: 2, price: 8000, guests: [{ age: 40, relief: 'resident' }] },
  {
    name: 'group',
    day: '05-05',
    nights: 2,
    price: 10_000,
    group: 50,
    guests: [
      { age: 50, relief: 'driver' },
      { age: 40, relief: 'guide' },
    ],
  },
  { name: 'long', day: '02-01', nights: 12, price: 9000, guests: [{ age: 72 }, { age: 45, relief: 'disabled' }] },
]

/** Returns the first such day (`MM-DD`) within the rules' validity, else their first day. */
const arrivalIn = ({ from, until }: TaxRuleSet, day: string) => {
  const year = Number(from.slice(0, 4))
  const found = [`${year}-${day}`, `${year + 1}-${day}`].find((one) => one >= from)!
  return until && found > until ? from : found
}

/** `isReady`: the rules have no value missing or invalid. */
type RulesProps = { sets: readonly TaxRuleSet[]; isReady: boolean }

const Party = ({ sets, isReady, name, party }: RulesProps & { name: string; party: TaxParty }) => {
  const { speak } = hostSpeech()
  const guests = isReady ? partyTax(sets, party) : []
  const cents = sum(guests.flat().map((night) => night.cents))
  const of = { day: dayShown(party.arrival), price: euros(party.price ?? 0), nights: String(party.nights) }
  return (
    <li>
      <p>
        {say(`tax.party.${name}`, of)} <strong>{isReady ? `${euros(cents)} €` : '—'}</strong>
      </p>
      <ul className="hint">
        {party.guests.map(({ age }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the guests of an example stay where they are
          <li key={at}>
            {say('tax.aged', { age: String(age) })}: {guests[at] ? guestWords(guests[at], speak) : '—'}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Five parties and their tax by the rules as they are now. */
export const TaxParties = ({ sets, isReady, rules }: RulesProps & { rules: TaxRuleSet }) => (
  <aside className="tax-parties" aria-labelledby="tax-parties">
    <h3 id="tax-parties">{say('tax.parties')}</h3>
    <ul>
      {addDays(rules.from, 0) &&
        taxParties.map(({ name, day, ...party }) => (
          <Party key={name} {...{ sets, isReady, name }} party={{ ...party, arrival: arrivalIn(rules, day) }} />
        ))}
    </ul>
  </aside>
)
