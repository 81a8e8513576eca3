import { refusalSentence } from '../../../../core/editor/sentences'
import { Button, FaultLine } from '../../../look/parts'
import { useStore } from '../../../shared/page-store'
import { plural, say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { confirmByHost } from '../../dialogs/questions'
import { callAsHost } from '../../session/host'
import {
  allSaved,
  cardWords,
  discardAll,
  dropOperation,
  readFlowDraft,
  redo,
  type Session,
  saving,
  sentenceOf,
  serverDraft,
  undo,
} from './draft-session'
import { findingsOf, proof, proofFailure } from './proof-state'

const LostEdits = ({ session }: { session: Session }) => {
  const cards = cardWords(session)
  if (!session.lost.length) return null
  return (
    <div className="info warns" role="alert">
      <p>
        <strong>{plural('flow.lostEdits', session.lost.length)}</strong>
      </p>
      <ul className="bullets">
        {session.lost.map(({ operation, why }) => (
          <li key={JSON.stringify(operation)}>
            {sentenceOf(session, operation)}. {refusalSentence(why, cards)}{' '}
            <Button text={say('flow.drop')} kind="small" onClick={() => dropOperation(operation)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** After an update of the program, offers to replay the house's changes on the new flow. */
const NewShipped = ({ isByHand }: { isByHand: boolean }) => {
  const put = async () => {
    try {
      if (!(await allSaved())) return
      await callAsHost('POST /api/flow/draft/rebase', {
        body: { revision: serverDraft.get()!.revision, onto: 'shipped' },
      })
      await readFlowDraft()
    } catch {
      toast.show({ tone: 'bad', title: say('flow.cannot') })
    }
  }
  return (
    <div className="info warns">
      <p>{say(isByHand ? 'flow.newShippedByHand' : 'flow.newShipped')}</p>
      <p>
        <Button text={say('flow.ontoShipped')} kind="small" onClick={() => void put()} />
      </p>
    </div>
  )
}

/** Notices about the published flow under the draft, and about edits that no longer apply. */
export const DraftNotices = ({ session }: { session: Session }) => {
  const draft = useStore(serverDraft)
  if (!draft) return null
  const { isBroken, isRebased, basis, setAside, hasNewShipped, isByHand } = draft
  return (
    <>
      <FaultLine className="info warns">{setAside && say('flow.setAside', { file: setAside })}</FaultLine>
      <FaultLine className="info warns">{isBroken && say('flow.broken')}</FaultLine>
      {isRebased && !isBroken && basis === 'published' && <p className="info warns">{say('flow.rebased')}</p>}
      {basis === 'shipped' && <p className="info warns">{say('flow.onShipped')}</p>}
      {hasNewShipped && basis !== 'shipped' && <NewShipped isByHand={isByHand} />}
      <LostEdits session={session} />
    </>
  )
}

const Verdict = () => {
  const check = useStore(proof)
  const findings = findingsOf(check) ?? []
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.length - errors
  const counts = [
    errors ? plural('flow.errors', errors) : say('flow.noErrors'),
    warnings && plural('flow.warnings', warnings),
  ]
  const failure = proofFailure(check)
  const text = failure ?? (check.proved && counts.filter(Boolean).join(', '))
  return (
    <p
      role="status"
      className={errors || failure ? 'verdict bad' : 'verdict'}
      data-state={check.state}
      aria-busy={check.state === 'proving'}
    >
      {text ?? say('flow.proving')}{' '}
      {findings.length > 0 && (
        <a className="link" href="/admin-flow?tab=problems">
          {say('flow.showProblems')}
        </a>
      )}
    </p>
  )
}

const throwAway = async () => {
  const question = {
    title: say('flow.discard'),
    text: say('flow.discardText'),
    yes: say('flow.discard'),
    no: say('host.cancel'),
  }
  if (await confirmByHost(question)) discardAll()
}

/** The bar above every tab: state of the draft, findings, Undo and Redo. */
export const DraftBar = ({ session }: { session: Session }) => {
  const { state, others } = useStore(saving)
  const { done, undone } = session.history
  return (
    <div className="bar draft-bar">
      <Verdict />
      <p className="saved">{done.length ? plural('flow.edits', done.length) : say('flow.noEdits')}</p>
      {done.length > 0 && <p role="status">{say(`flow.${state}`)}</p>}
      {done.length > 0 && <p className="latest">{say('flow.latest', { what: sentenceOf(session, done.at(-1)!) })}</p>}
      {others > 0 && <p role="status">{say('flow.otherWindow')}</p>}
      <p className="buttons">
        <Button text={say('flow.undo')} kind="small" isOff={!done.length} onClick={undo} />
        <Button text={say('flow.redo')} kind="small" isOff={!undone.length} onClick={redo} />
        {done.length > 1 && (
          <Button text={say('flow.discard')} kind="small danger-text" onClick={() => void throwAway()} />
        )}
      </p>
    </div>
  )
}
