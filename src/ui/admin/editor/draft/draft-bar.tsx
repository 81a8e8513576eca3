import { Button } from '../../../shared/button'
import { useStore } from '../../../shared/page-store'
import { plural, say } from '../../../shared/published'
import { confirmByHost } from '../../dialogs/questions'
import { findingsOf, proof } from './proof-state'
import { saving } from './saving'
import { discardAll, redo, type Session, sentenceOf, undo } from './session'

const Verdict = () => {
  const check = useStore(proof)
  const findings = findingsOf(check) ?? []
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.length - errors
  const counts = [
    errors ? plural('flow.errors', errors) : say('flow.noErrors'),
    warnings && plural('flow.warnings', warnings),
  ]
  const text = check.state === 'tooLarge' ? say('flow.tooLarge') : check.proved && counts.filter(Boolean).join(', ')
  return (
    <p
      role="status"
      className={errors || check.state === 'tooLarge' ? 'verdict bad' : 'verdict'}
      data-state={check.state}
      aria-busy={check.state === 'proving'}
    >
      {text ?? say('flow.proving')}
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
        <Button kind="small" aria-disabled={!done.length || undefined} onClick={undo}>
          {say('flow.undo')}
        </Button>
        <Button kind="small" aria-disabled={!undone.length || undefined} onClick={redo}>
          {say('flow.redo')}
        </Button>
        {done.length > 1 && (
          <Button kind="small danger-text" onClick={() => void throwAway()}>
            {say('flow.discard')}
          </Button>
        )}
      </p>
    </div>
  )
}
