import type { Sendings, SentCall } from '../../../../schema/office-answers'
import { italian } from '../../../core/text/dates'
import { hostCall as call, hostResponse } from '../../shared/api'
import { plural, say } from '../../shared/published'
import { save } from '../checkins/actions'
import { moment } from '../checkins/card-fields'
import { confirmed } from '../dialogs/choice'
import { asHost } from '../session/host'
import { TitledList } from './titled-list'
import { useRunning } from './works'

type Police = Sendings['police']
type Work = (what: () => Promise<unknown>) => Promise<void>

const settle = async ({ account, id }: SentCall, taken: boolean) => {
  const question = {
    title: say(taken ? 'sending.taken' : 'sending.notTaken'),
    text: say('sending.takenSure'),
    yes: say('host.yes'),
    no: say('host.cancel'),
    danger: true,
  }
  if (taken || (await confirmed(question)))
    await asHost(() => call('POST /api/police/settle', { body: { account, sending: id, taken } }))
}

/** What the host says of a sending of which nobody knows. */
const Unknown = ({ sent, work }: { sent: SentCall; work: Work }) => (
  <div className="unknown">
    <p>{say('sending.unknownText')}</p>
    <button type="button" className="button" onClick={() => void work(() => settle(sent, true))}>
      {say('sending.taken')}
    </button>
    <button type="button" className="button" onClick={() => void work(() => settle(sent, false))}>
      {say('sending.notTaken')}
    </button>
  </div>
)

/**
 * Every sending to the police, the latest first: what went, what came of it in the portal's words, and what proves it.
 */
export const Calls = ({ police: { calls }, work }: { police: Police; work: Work }) => (
  <TitledList title={say('sending.log')} empty={say('sending.noLog')} className="sent-calls">
    {calls.map((sent) => (
      <li key={sent.id}>
        <p>
          <strong>{moment(sent.at)}</strong> · {sent.account} · {plural('sending.lines', sent.hashes.length)}
        </p>
        <p>
          <span className="state">{say(`sending.end.${sent.end}`)}</span>{' '}
          {[sent.settled && say(`sending.settled.${sent.settled}`), ...sent.words].filter(Boolean).join(' · ')}
        </p>
        {sent.end === 'unknown' && <Unknown {...{ sent, work }} />}
        <details>
          <summary>{say('sending.hashes')}</summary>
          {sent.hashes.map((hash) => (
            <code key={hash}>{hash} </code>
          ))}
        </details>
      </li>
    ))}
  </TitledList>
)

type Receipt = Police['receipts'][number]

/** How a receipt compares with what was sent that day, and what is to be done where it cannot be relied on. */
const comparison = ({ counted, known, unknown, doubt, isAskedAgain }: Receipt) => {
  const said = [
    doubt && say(`sending.doubt.${doubt}`, { known }),
    doubt && doubt !== 'replaced' && say(isAskedAgain ? 'sending.askedAgain' : 'sending.askedNoMore'),
    unknown > 0 && say('sending.open', { unknown }),
  ]
  const numbers = counted === undefined ? [] : [say('sending.counted', { counted, known })]
  return [...numbers, said.filter(Boolean).join(' ')].filter(Boolean).join('. ')
}

const download = async ({ id, day, account }: Receipt) =>
  save(
    `ricevuta-${day}-${account}.pdf`,
    await asHost(async () => (await hostResponse('POST /api/police/receipt/:id', { params: { id } })).blob()),
  )

type ReceiptsProps = { police: Police; work: Work; fetchAll: () => void }

/** The receipts there are, each compared with what was sent that day, and those that are missing. */
export const Receipts = ({ police: { receipts, accounts }, work, fetchAll }: ReceiptsProps) => {
  const missing = accounts.flatMap((account) => account.missing)
  const isRunning = useRunning('police/receipts')
  return (
    <>
      <h3>{say('sending.receipts')}</h3>
      <p>{say('sending.noReceipts')}</p>
      {missing.length > 0 && (
        <p className="info warns">{say('sending.missing', { days: missing.map(italian).join(', ') })}</p>
      )}
      {accounts.length > 0 && (
        <p>
          <button
            type="button"
            className="button"
            aria-disabled={isRunning || undefined}
            onClick={() => !isRunning && fetchAll()}
          >
            {say('sending.fetch')}
          </button>
        </p>
      )}
      <ul>
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            {italian(receipt.day)} · {receipt.account} · {comparison(receipt)}{' '}
            <button type="button" className="button small" onClick={() => void work(() => download(receipt))}>
              {say('sending.download')}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The days of a structure, the latest first, with what the region said of those it refused. */
export const Days = ({ days }: { days: Sendings['region'][number]['days'] }) => (
  <details>
    <summary>{say('sending.days')}</summary>
    <ul>
      {days.map(({ day, state, at, why, refusals, print }) => (
        <li key={day}>
          {[italian(day), say(`sending.day.${state}`), at && moment(at), why, ...refusals.map(({ text }) => text)]
            .filter(Boolean)
            .join(' · ')}{' '}
          {print && <code>{print}</code>}
        </li>
      ))}
    </ul>
  </details>
)
