import { reliefKinds, type TaxRelief } from '../../../../schema/tax'
import { reliefSentence } from '../../../core/tax/tax-words'
import { TextBox, withEntry } from '../../look/boxes'
import { Button } from '../../look/parts'
import { say } from '../../shared/published'
import { hostSpeech } from '../session/host'
import { CountBox, type PartProps, TaxPick, Wrong } from './tax-rates'

type Kind = TaxRelief['kind']

const ages: { [kind in Kind]?: number } = { minor: 14, senior: 70 }
const grouped: readonly Kind[] = ['driver', 'guide']

const freshId = (reliefs: readonly TaxRelief[]) =>
  `own${1 + Math.max(0, ...reliefs.map(({ id = 'own0' }) => Number(id.slice(3))))}`

const madeOf = (kind: Kind, off: number, reliefs: readonly TaxRelief[]): TaxRelief => ({
  kind,
  off,
  ...(ages[kind] && { age: ages[kind] }),
  ...(grouped.includes(kind) && { per: 25 }),
  ...(kind === 'own' && { id: freshId(reliefs), text: '' }),
})

type ReliefProps = { relief: TaxRelief; reliefs: readonly TaxRelief[]; put: (relief: TaxRelief) => void }

const Relief = ({ relief, reliefs, put }: ReliefProps) => (
  <div className="grid">
    <TaxPick
      label={say('tax.who')}
      value={relief.kind as Kind}
      options={reliefKinds}
      words={(kind) => say(`tax.kind.${kind}`)}
      put={(kind) => put(madeOf(kind, relief.off, reliefs))}
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
        <details key={at} className="rule" open={wrong('reliefs', at).length > 0 || undefined}>
          <summary>{reliefSentence(relief, speak)}</summary>
          <Wrong>{wrong('reliefs', at)}</Wrong>
          <Relief {...{ relief, reliefs }} put={(one) => put({ reliefs: withEntry(reliefs, at, one) })} />
          <p className="buttons">
            {at > 0 && (
              <Button kind="small" onClick={() => put({ reliefs: moved(reliefs, at) })}>
                {say('tax.earlier')}
              </Button>
            )}
            <Button kind="small" onClick={() => put({ reliefs: withEntry(reliefs, at) })}>
              {say('tax.remove')}
            </Button>
          </p>
        </details>
      ))}
      <Button kind="small" onClick={() => put({ reliefs: [...reliefs, madeOf('own', 100, reliefs)] })}>
        {say('tax.addRelief')}
      </Button>
    </section>
  )
}
