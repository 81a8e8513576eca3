import { useEffect, useMemo, useState } from 'react'
import type { FlowVersion } from '../../../../../schema/calls/flow-editor'
import type { Flow } from '../../../../../schema/steps'
import { outlineOf } from '../../../../core/diagram/outline'
import { romeDay } from '../../../../core/text/rome-time'
import { PickBox } from '../../../look/boxes'
import { Button, Skeleton, TextList } from '../../../look/parts'
import { Refused } from '../../../shared/api'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { download } from '../../checkins/actions'
import { moment } from '../../checkins/card-fields'
import { useAnswer } from '../../dialogs/page-hooks'
import { withPin } from '../../dialogs/questions'
import { callAsHost, failureReason } from '../../session/host'
import { StillCard } from '../card/card-frame'
import { cardWords, readFlowDraft, type Session, serverDraft } from '../draft/draft-session'
import { JourneyList, JourneyMap, ViewSwitch } from '../journey/journey-views'
import { DifferenceList, ImportFile, showRefusal } from './changes'

const flowOfVersion = async (id: number): Promise<Flow> =>
  JSON.parse((await callAsHost('GET /api/flow/versions/:id', { params: { id } })).data.text)

type ComparisonProps = { versions: readonly FlowVersion[]; nameOf: (version: FlowVersion) => string; session: Session }

const Comparison = ({ versions, nameOf, session }: ComparisonProps) => {
  const [ids, pick] = useState({ before: versions[1]!.id, after: versions[0]!.id })
  const [failed, fail] = useState<typeof ids>()
  const read = async () => ({ ids, before: await flowOfVersion(ids.before), after: await flowOfVersion(ids.after) })
  const { answer } = useAnswer(read, [ids], () => fail(ids))
  const flows = answer?.ids === ids && answer
  const picks = versions.map((version) => ({ value: String(version.id), text: nameOf(version) }))
  return (
    <details>
      <summary>{say('flow.compare')}</summary>
      {(['before', 'after'] as const).map((side) => (
        <PickBox
          key={side}
          label={say(side === 'before' ? 'flow.before' : 'flow.afterwards')}
          value={String(ids[side])}
          picks={picks}
          pick={(id) => pick({ ...ids, [side]: Number(id) })}
        />
      ))}
      {failed === ids && <p role="alert">{say('flow.unreadVersion')}</p>}
      {failed !== ids && !flows && <Skeleton label={say('loading')} />}
      {flows && <DifferenceList before={flows.before} after={flows.after} shipped={session.shipped} />}
    </details>
  )
}

const nothing = new Map<string, number>()

const VersionView = ({ id, session }: { id: number; session: Session }) => {
  const [failed, fail] = useState(false)
  const { answer: flow } = useAnswer(
    () => flowOfVersion(id),
    [id],
    () => fail(true),
  )
  const [isMap, showMap] = useState(false)
  const [path, setPath] = useState<string>()
  const words = useMemo(() => flow && cardWords({ flow, shipped: session.shipped }), [flow, session.shipped])
  const outline = useMemo(() => flow && words && outlineOf(flow, words), [flow, words])
  if (failed) return <p role="alert">{say('flow.unreadVersion')}</p>
  if (!flow || !words || !outline) return <Skeleton label={say('loading')} />
  return (
    <div className="version">
      <ViewSwitch isMap={isMap} show={showMap} kind="small" />
      {path && (
        <StillCard key={path} flow={flow} session={session} path={path} title={words[`${path}.title`] ?? path} />
      )}
      {isMap ? (
        <JourneyMap flow={flow} words={words} picked={path} pick={setPath} />
      ) : (
        <JourneyList outline={outline} picked={path} counts={nothing} reached={undefined} pick={setPath} within={id} />
      )}
    </div>
  )
}

const restored = async ({ id, at }: FlowVersion) => {
  const why = say('flow.restoreWhy', { at: moment(at) })
  const { base } = serverDraft.get()!
  await withPin(
    (current) => callAsHost('POST /api/flow/versions/:id/restore', { params: { id }, body: { base, why, current } }),
    say('flow.restoreText', { at: moment(at) }),
  )
}

// Two versions of one minute differ in their reason.
const nameOf = ({ at, why }: FlowVersion) => `${moment(at)}, ${why}`

const downloadVersion = async ({ id, at }: FlowVersion) => {
  try {
    const { text } = (await callAsHost('GET /api/flow/versions/:id', { params: { id } })).data
    download(`percorso-${romeDay(Date.parse(at))}.json`, text, 'application/json')
  } catch (error) {
    toast.show({ tone: 'bad', title: say('flow.unreadVersion'), text: failureReason(error) })
  }
}

type VersionProps = { version: FlowVersion; session: Session; restore: () => void }

const Version = ({ version, session, restore }: VersionProps) => {
  const [isOpen, open] = useState(false)
  const { id, at, by, why, changes, isServed } = version
  const label = moment(at)
  const name = nameOf(version)
  return (
    <li className="item stack tight arm-row">
      <h2>
        {label} {isServed && <span className="chip good seal">{say('flow.served')}</span>}
      </h2>
      <p>
        {say(`flow.by.${by}`)}: {why}
      </p>
      {changes.length > 0 && <TextList className="bullets" lines={changes} />}
      <p className="buttons">
        <Button
          text={say('flow.look')}
          kind="small"
          aria-expanded={isOpen}
          aria-label={`${say('flow.look')}: ${name}`}
          onClick={() => open(!isOpen)}
        />
        <Button
          text={say('flow.download')}
          kind="small"
          aria-label={`${say('flow.download')}: ${name}`}
          onClick={() => void downloadVersion(version)}
        />
        {!isServed && (
          <Button
            text={say('flow.restore')}
            kind="small"
            aria-label={`${say('flow.restore')}: ${name}`}
            onClick={restore}
          />
        )}
      </p>
      {isOpen && <VersionView id={id} session={session} />}
    </li>
  )
}

/** The published versions, latest first, each with a view, a download and a way back. */
export const VersionsPage = ({ session }: { session: Session }) => {
  const [versions, setVersions] = useState<FlowVersion[]>()
  const read = () => callAsHost('GET /api/flow/versions').then(({ data }) => setVersions(data))
  useEffect(() => void read().catch(() => setVersions([])), [])
  const publish = async (work: () => Promise<void>) => {
    try {
      await work()
      toast.show({ tone: 'good', title: say('flow.published'), life: 10_000 })
    } catch (error) {
      showRefusal(error)
      // After 409 another window has published: the list and the draft show what is served now.
      if (!(error instanceof Refused && error.status === 409)) return
    }
    await Promise.allSettled([read(), readFlowDraft()])
  }
  if (!versions) return <Skeleton label={say('loading')} />
  return (
    <>
      <ImportFile {...{ session, publish }} />
      {!versions.length && <p className="empty">{say('flow.noVersions')}</p>}
      {versions.length > 1 && <Comparison versions={versions} nameOf={nameOf} session={session} />}
      <ol className="stack tight versions">
        {versions.map((version) => (
          <Version
            key={version.id}
            version={version}
            session={session}
            restore={() => void publish(() => restored(version))}
          />
        ))}
      </ol>
    </>
  )
}
