import { refusalSentence } from '../../../../core/editor/sentences'
import { hostCall as call } from '../../../shared/api'
import { Button } from '../../../shared/button'
import { useStore } from '../../../shared/page-store'
import { plural, say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { asHost } from '../../session/host'
import { allSaved, kept, readFlowDraft } from './saving'
import { cardWords, drop, type Session, sentenceOf } from './session'

/** The edits that no longer apply: each with its reason, until the host drops it. */
const LostEdits = ({ now }: { now: Session }) => {
  const cards = cardWords(now)
  if (!now.lost.length) return null
  return (
    <div className="notice-box" role="alert">
      <p>
        <strong>{plural('flow.lostEdits', now.lost.length)}</strong>
      </p>
      <ul>
        {now.lost.map(({ operation, why }) => (
          <li key={JSON.stringify(operation)}>
            {sentenceOf(now, operation)}. {refusalSentence(why, cards)}{' '}
            <Button kind="small" onClick={() => drop(operation)}>
              {say('flow.drop')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The program came with another flow: the house's own changes can be put on it. */
const NewShipped = ({ isByHand }: { isByHand: boolean }) => {
  const put = async () => {
    try {
      if (!(await allSaved())) return
      await asHost(() =>
        call('POST /api/flow/draft/rebase', { body: { revision: kept.get()!.revision, onto: 'shipped' } }),
      )
      await readFlowDraft()
    } catch {
      toast.show({ tone: 'bad', title: say('flow.cannot') })
    }
  }
  return (
    <div className="notice-box">
      <p>{say(isByHand ? 'flow.newShippedByHand' : 'flow.newShipped')}</p>
      <p>
        <Button kind="small" onClick={() => void put()}>
          {say('flow.ontoShipped')}
        </Button>
      </p>
    </div>
  )
}

/** What the host has to know of the bytes the draft stands on, and of edits that no longer apply. */
export const DraftNotices = ({ now }: { now: Session }) => {
  const draft = useStore(kept)
  if (!draft) return null
  const { isBroken, isRebased, basis, setAside, hasNewShipped, isByHand } = draft
  return (
    <>
      {setAside && (
        <p className="notice-box" role="alert">
          {say('flow.setAside', { file: setAside })}
        </p>
      )}
      {isBroken && (
        <p className="notice-box" role="alert">
          {say('flow.broken')}
        </p>
      )}
      {isRebased && !isBroken && basis === 'published' && <p className="notice-box">{say('flow.rebased')}</p>}
      {basis === 'shipped' && <p className="notice-box">{say('flow.onShipped')}</p>}
      {hasNewShipped && basis !== 'shipped' && <NewShipped isByHand={isByHand} />}
      <LostEdits now={now} />
    </>
  )
}
