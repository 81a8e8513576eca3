import { refusalSentence } from '../../../../core/editor/sentences'
import { hostCall as call } from '../../../shared/api'
import { Button } from '../../../shared/button'
import { useStore } from '../../../shared/page-store'
import { plural, say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { asHost } from '../../session/host'
import { allSaved, readFlowDraft, serverDraft } from './saving'
import { cardWords, dropOperation, type Session, sentenceOf } from './session'

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
            <Button kind="small" onClick={() => dropOperation(operation)}>
              {say('flow.drop')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** After an update: offers to replay the house's changes on the new flow. */
const NewShipped = ({ isByHand }: { isByHand: boolean }) => {
  const put = async () => {
    try {
      if (!(await allSaved())) return
      await asHost(() =>
        call('POST /api/flow/draft/rebase', { body: { revision: serverDraft.get()!.revision, onto: 'shipped' } }),
      )
      await readFlowDraft()
    } catch {
      toast.show({ tone: 'bad', title: say('flow.cannot') })
    }
  }
  return (
    <div className="info warns">
      <p>{say(isByHand ? 'flow.newShippedByHand' : 'flow.newShipped')}</p>
      <p>
        <Button kind="small" onClick={() => void put()}>
          {say('flow.ontoShipped')}
        </Button>
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
      {setAside && (
        <p className="info warns" role="alert">
          {say('flow.setAside', { file: setAside })}
        </p>
      )}
      {isBroken && (
        <p className="info warns" role="alert">
          {say('flow.broken')}
        </p>
      )}
      {isRebased && !isBroken && basis === 'published' && <p className="info warns">{say('flow.rebased')}</p>}
      {basis === 'shipped' && <p className="info warns">{say('flow.onShipped')}</p>}
      {hasNewShipped && basis !== 'shipped' && <NewShipped isByHand={isByHand} />}
      <LostEdits session={session} />
    </>
  )
}
