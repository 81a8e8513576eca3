import { reliefKinds, type TaxRelief, type TaxRuleSet } from '../../../../schema/tax'
import { euros } from '../../../core/checkin/money'
import { partyTax, sum, type TaxParty } from '../../../core/tax/party-tax'
import { guestWords, reliefSentence } from '../../../core/tax/tax-words'
import { addDays } from '../../../core/text/dates'
import { TextBox, withEntry } from '../../look/boxes'
import { Button } from '../../look/parts'
import { say } from '../../shared/published'
import { dayShown, hostSpeech } from '../session/host'
import { CountBox, openIf, type PartProps, TaxPick, Wrong } from './tax-rates'

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

type Kind = TaxRelief['kind']

const ages: { [kind in Kind]?: number } = { minor: 14, senior: 70 }
const grouped: readonly Kind[] = ['driver', 'guide']

/** Returns a random id: guests who claimed a removed relief must not get the next one. */
const freshId = () => `own${crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000}`

const madeOf = (kind: Kind, off: number): TaxRelief => ({
  kind,
  off,
  ...(ages[kind] && { age: ages[kind] }),
  ...(grouped.includes(kind) && { per: 25 }),
  ...(kind === 'own' && { id: freshId(), text: '' }),
})

type ReliefProps = { relief: TaxRelief; put: (relief: TaxRelief) => void }

const Relief = ({ relief, put }: ReliefProps) => (
  <div className="grid">
    <TaxPick
      name="who"
      value={relief.kind}
      options={reliefKinds}
      words={(kind) => say(`tax.kind.${kind}`)}
      put={(kind) => put(madeOf(kind, relief.off))}
    />
    {relief.age !== undefined && (
      <CountBox label={say(`tax.age.${relief.kind}`)} value={relief.age} put={(age) => put({ ...relief, age })} />
    )}
    {relief.per !== undefined && (
      <CountBox label={say('tax.per')} value={relief.per} put={(per) => put({ ...relief, per })} />
    )}
    {relief.kind === 'own' && (
      <TextBox label={say('tax.text')} value={relief.text ?? ''} put={(text) => put({ ...relief, text })} />
    )}
    <CountBox label={say('tax.off')} value={relief.off} put={(off) => put({ ...relief, off })} />
  </div>
)

const moved = (reliefs: readonly TaxRelief[], at: number) => {
  const list = [...reliefs]
  list.splice(at - 1, 2, reliefs[at]!, reliefs[at - 1]!)
  return list
}

/** The exemptions and reductions in order: the first that fits a guest counts. */
export const Reliefs = ({ rules: { reliefs }, put, wrong }: PartProps) => {
  const { speak } = hostSpeech()
  return (
    <section className="stack part">
      <h3>{say('tax.reliefs')}</h3>
      <p className="hint">{say('tax.reliefsHint')}</p>
      {reliefs.map((relief, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is what is edited
        <details key={at} className="rule" ref={openIf(wrong('reliefs', at).length > 0)}>
          <summary>{reliefSentence(relief, speak)}</summary>
          <Wrong>{wrong('reliefs', at)}</Wrong>
          <Relief relief={relief} put={(one) => put({ reliefs: withEntry(reliefs, at, one) })} />
          <p className="buttons">
            {at > 0 && (
              <Button text={say('tax.earlier')} kind="small" onClick={() => put({ reliefs: moved(reliefs, at) })} />
            )}
            <Button text={say('tax.remove')} kind="small" onClick={() => put({ reliefs: withEntry(reliefs, at) })} />
          </p>
        </details>
      ))}
      <Button
        text={say('tax.addRelief')}
        kind="small"
        onClick={() => put({ reliefs: [...reliefs, madeOf('own', 100)] })}
      />
    </section>
  )
}
