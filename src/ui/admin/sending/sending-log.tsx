import type { ReactNode } from 'react'
import type { PoliceFile, Sendings, SentCall } from '../../../../schema/offices'
import { Button, ButtonLink, Chip, FoldedLines, RowHead, type Tone } from '../../look/parts'
import { hostResponse } from '../../shared/api'
import { plural, say } from '../../shared/published'
import { save } from '../checkins/actions'
import { inLine, moment } from '../checkins/card-fields'
import type { Work } from '../dialogs/page-hooks'
import { confirmByHost } from '../dialogs/questions'
import { asHost, callAsHost, dayShown } from '../session/host'
import { declareReported } from '../standing/release'
import { useRunning } from './works'

type Props = { title: string; empty: string; className: string; children: readonly ReactNode[] }

const TitledList = ({ title, empty, className, children }: Props) => (
  <>
    <h3>{title}</h3>
    {children.length ? <ul className={className}>{children}</ul> : <p className="empty">{empty}</p>}
  </>
)

const isWrong = ({ outdated, gone }: PoliceFile) => outdated.length > 0 || gone > 0

const stateWords = (file: PoliceFile) => {
  if (file.state === 'made' && isWrong(file)) return say('sending.file.wrong')
  if (file.isPast) return say('sending.file.past')
  return say(`sending.file.${file.by ? 'replacedBy' : file.state}`, { by: file.by })
}

const Next = ({ file, work }: { file: PoliceFile; work: Work }) => {
  if (file.state !== 'made') return null
  if (isWrong(file)) return <ButtonLink text={say('today.go')} href="/admin-today" />
  return (
    <Button
      text={say('today.tell')}
      unseen={file.name}
      onClick={() => void work(() => declareReported(file.ids, file.at))}
    />
  )
}

/** The latest police files and their states: a file that was made has not been sent yet. */
export const PoliceFiles = ({ police: { files }, work }: { police: Sendings['police']; work: Work }) => (
  <TitledList title={say('sending.files')} empty={say('sending.noFiles')} className="rows police-files">
    {files.map((file) => (
      <li key={file.note} className="row">
        <RowHead icon="heroicons:document-text" name={file.name} />
        <time>{moment(file.at)}</time>
        <span>{plural('consult.madeOf', file.count)}</span>
        <p className="police">
          <Chip tone={file.state === 'made' ? (isWrong(file) ? 'bad' : 'warn') : file.by ? 'plain' : 'good'}>
            {stateWords(file)}
          </Chip>
        </p>
        <div className="act">
          <Next file={file} work={work} />
        </div>
      </li>
    ))}
  </TitledList>
)

type Police = Sendings['police']

const settle = async ({ account, id }: SentCall, taken: boolean) => {
  const question = {
    title: say(taken ? 'sending.taken' : 'sending.notTaken'),
    text: say('sending.takenSure'),
    yes: say('host.yes'),
    danger: true,
  }
  if (taken || (await confirmByHost(question)))
    await callAsHost('POST /api/police/settle', { body: { account, sending: id, taken } })
}

const endTones: Record<SentCall['end'], Tone> = {
  sending: 'go',
  sent: 'good',
  partly: 'bad',
  refused: 'bad',
  unsent: 'bad',
  unknown: 'warn',
}

const Unknown = ({ sent, work }: { sent: SentCall; work: Work }) => (
  <div className="buttons wide">
    <p>{say('sending.unknownText')}</p>
    <Button text={say('sending.taken')} onClick={() => void work(() => settle(sent, true))} />
    <Button text={say('sending.notTaken')} onClick={() => void work(() => settle(sent, false))} />
  </div>
)

/** All sendings to the police, newest first, with results and proofs. */
export const Calls = ({ police: { calls }, work }: { police: Police; work: Work }) => (
  <TitledList title={say('sending.log')} empty={say('sending.noLog')} className="rows sent-calls">
    {calls.map((sent) => (
      <li key={sent.id} className="row">
        <RowHead icon="heroicons:paper-airplane" name={sent.account} />
        <time>{moment(sent.at)}</time>
        <span>{plural('sending.lines', sent.hashes.length)}</span>
        <p className="police">
          <Chip tone={endTones[sent.end]}>{say(`sending.end.${sent.end}`)}</Chip>
        </p>
        {(sent.settled || sent.words.length > 0) && (
          <p className="wide">{inLine([sent.settled && say(`sending.settled.${sent.settled}`), ...sent.words])}</p>
        )}
        {sent.end === 'unknown' && <Unknown {...{ sent, work }} />}
        <details className="wide">
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

/** Compares a receipt with the day's sendings, and says what to do if it is unreliable. */
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

/** The receipts compared with the sendings, and the missing ones. */
export const Receipts = ({ police: { receipts, accounts }, work, fetchAll }: ReceiptsProps) => {
  const missing = accounts.flatMap((account) => account.missing)
  const isRunning = useRunning('police/receipts')
  return (
    <>
      <h3>{say('sending.receipts')}</h3>
      <p className={receipts.length ? undefined : 'empty'}>{say('sending.noReceipts')}</p>
      {missing.length > 0 && (
        <p className="info warns">{say('sending.missing', { days: missing.map(dayShown).join(', ') })}</p>
      )}
      {accounts.length > 0 && (
        <p>
          <Button text={say('sending.fetch')} isOff={isRunning} onClick={fetchAll} />
        </p>
      )}
      {receipts.length > 0 && (
        <ul className="rows">
          {receipts.map((receipt) => (
            <li key={receipt.id} className="row">
              <RowHead icon="heroicons:document-check" name={dayShown(receipt.day)} />
              <span>{receipt.account}</span>
              <span className="compared">{comparison(receipt)}</span>
              <div className="act">
                <Button text={say('sending.download')} onClick={() => void work(() => download(receipt))} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The days of a structure, newest first, with the region's refusals. */
export const Days = ({ days }: { days: Sendings['region'][number]['days'] }) => {
  const lines = days.map(({ day, state, at, why, refusals, print }) => (
    <>
      {inLine([dayShown(day), say(`sending.day.${state}`), at && moment(at), why, ...refusals.map(({ text }) => text)])}{' '}
      {print && <code>{print}</code>}
    </>
  ))
  return <FoldedLines title={say('sending.days')} lines={lines} />
}
