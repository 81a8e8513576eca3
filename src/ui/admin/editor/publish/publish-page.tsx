import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { changedCards } from '../../../../core/editor/consequences'
import type { ProvedDraft } from '../../../../core/editor/draft/draft-proof'
import { TextBox } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { Refused } from '../../../shared/api'
import { useStore } from '../../../shared/page-store'
import { plural, say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { useBusy } from '../../dialogs/page-hooks'
import { withPin } from '../../dialogs/questions'
import { callAsHost, hostLocale } from '../../session/host'
import { StillCard } from '../card/card-frame'
import {
  allSaved,
  cardWords,
  editorSession,
  readFlowDraft,
  type Session,
  sentenceOf,
  serverDraft,
} from '../draft/draft-session'
import { findingsOf, proof, provePublished } from '../draft/proof-state'
import { Consequences, DifferenceList, showRefusal } from './changes'

type SideProps = { flow: Flow; session: Session; path: string; heading: string }

const Side = ({ flow, session, path, heading }: SideProps) => (
  <div>
    <p>
      <strong>{heading}</strong>
    </p>
    {flow.steps[path] ? (
      <StillCard
        flow={flow}
        session={session}
        path={path}
        title={`${heading}: ${cardWords({ ...session, flow })[`${path}.title`] ?? path}`}
      />
    ) : (
      <p>{say('flow.notThere')}</p>
    )}
  </div>
)

const Pair = ({ session, path, title }: { session: Session; path: string; title: string }) => {
  const [isOpen, open] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        {title} · {path}
      </summary>
      {isOpen && (
        <div className="sides">
          <Side flow={session.base} session={session} path={path} heading={say('flow.before')} />
          <Side flow={session.flow} session={session} path={path} heading={say('flow.afterwards')} />
        </div>
      )}
    </details>
  )
}

/** Draws a pair of cards only when it is opened. */
const ChangedCards = ({ session }: { session: Session }) => {
  const { base, flow } = session
  const cards = { ...cardWords({ ...session, flow: base }), ...cardWords(session) }
  const steps = useMemo(() => changedCards(base, flow), [base, flow])
  if (!steps.length) return null
  return (
    <section>
      <h2>{say('flow.cards')}</h2>
      {steps.map((path) => (
        <Pair key={path} session={session} path={path} title={cards[`${path}.title`] ?? path} />
      ))}
    </section>
  )
}

const PublishForm = ({ isReady }: { isReady: boolean }) => {
  const [why, setWhy] = useState('')
  const [isTried, setTried] = useState(false)
  const { busy, once } = useBusy()
  const isLacking = !why.trim()
  const can = isReady && !isLacking && !busy
  const send = async () => {
    if (!(await allSaved())) throw new Error('the draft is not saved yet')
    const { base, revision } = serverDraft.get()!
    await withPin((current) => callAsHost('POST /api/flow/publish', { body: { base, revision, why, current } }))
    toast.show({ tone: 'good', title: say('flow.published'), life: 10_000 })
    await readFlowDraft()
  }
  const refused = async (error: unknown) => {
    const isOutdated = error instanceof Refused && error.status === 409
    if (isOutdated) await readFlowDraft().catch(() => {}) // Polled again.
    // Another window published the same draft: nothing is left to publish.
    if (isOutdated && !editorSession.get()?.history.done.length)
      return toast.show({ tone: 'good', title: say('flow.publishedElsewhere'), life: 10_000 })
    showRefusal(error)
  }
  const publish = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (can) void once(() => send().catch(refused))
  }
  return (
    <form className="pick-row" onSubmit={publish}>
      <TextBox
        label={say('flow.why')}
        hint={say('flow.whyHint')}
        fault={isTried && isLacking && say('any.required')}
        value={why}
        put={setWhy}
      />
      <Button text={say('flow.publishNow')} type="submit" kind="primary" isOff={!can} />
    </form>
  )
}

const counts = {
  journeys: ({ journeys }: ProvedDraft) => journeys,
  steps: ({ paths }: ProvedDraft) => paths.length,
  questions: ({ questions }: ProvedDraft) => questions,
}

const shown = (count: number | undefined) =>
  count === undefined ? '…' : Number.isFinite(count) ? count.toLocaleString(hostLocale()) : say('flow.countless')

const Numbers = () => {
  const { proved } = useStore(proof)
  const [base, setBase] = useState<ProvedDraft>()
  useEffect(() => void provePublished().then(setBase), [])
  return (
    <section>
      <h2>{say('flow.numbers')}</h2>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{say('flow.before')}</th>
            <th scope="col">{say('flow.afterwards')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(counts).map(([name, count]) => (
            <tr key={name}>
              <th scope="row">{say(`flow.count.${name}`)}</th>
              <td>{shown(base && count(base))}</td>
              <td>{shown(proved && count(proved))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Changes = ({ session }: { session: Session }) => {
  const { base, flow, history, shipped } = session
  return (
    <section>
      <h2>{say('flow.changes')}</h2>
      <ol className="bullets">
        {history.done.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same edit may be made twice, and keeps its place
          <li key={i}>{sentenceOf(session, one)}</li>
        ))}
      </ol>
      <details>
        <summary>{say('flow.differences')}</summary>
        <DifferenceList before={base} after={flow} shipped={shipped} />
      </details>
    </section>
  )
}

const Exceptions = ({ session }: { session: Session }) => {
  const cards = cardWords(session)
  if (!session.flow.exceptions.length) return null
  return (
    <section>
      <h2>{say('flow.exceptions')}</h2>
      <ul className="bullets">
        {session.flow.exceptions.map(({ at, rule, because, ...thing }) => (
          <li key={`${at} ${rule} ${JSON.stringify(thing)}`}>
            <strong>{cards[`${at}.title`] ?? at}</strong> ({say(`flow.excuse.${rule}`)}): {because}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What publishing would change: sentences, cards and numbers. */
export const PublishPage = ({ session }: { session: Session }) => {
  const found = useStore(proof)
  const errors = (findingsOf(found) ?? []).filter(({ severity }) => severity === 'error').length
  if (!session.history.done.length) return <p className="empty">{say('flow.nothingToPublish')}</p>
  const isProved = found.state === 'proved' && !errors && !session.lost.length
  return (
    <div className="sheet stack apart publish">
      <Changes session={session} />
      <Consequences session={session} />
      <Numbers />
      <Exceptions session={session} />
      <ChangedCards session={session} />
      <PublishForm isReady={isProved} />
      {errors > 0 && <p role="alert">{plural('flow.cannotPublish', errors)}</p>}
    </div>
  )
}
