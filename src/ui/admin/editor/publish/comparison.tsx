import { useEffect, useState } from 'react'
import type { FlowVersion } from '../../../../../schema/calls/flow-editor'
import type { Flow } from '../../../../../schema/steps'
import { PickBox } from '../../../look/boxes'
import { Skeleton } from '../../../look/skeleton'
import { hostCall as call } from '../../../shared/api'
import { say } from '../../../shared/published'
import { asHost } from '../../session/host'
import type { Session } from '../draft/session'
import { DifferenceList } from './difference-list'

/** Returns the flow of a version. Throws Refused or Offline. */
export const flowOfVersion = async (id: number): Promise<Flow> =>
  JSON.parse((await asHost(() => call('GET /api/flow/versions/:id', { params: { id } }))).data.text)

type ComparisonProps = { versions: readonly FlowVersion[]; nameOf: (version: FlowVersion) => string; session: Session }

/** Compares two versions, at first the latest two. */
export const Comparison = ({ versions, nameOf, session }: ComparisonProps) => {
  const [ids, pick] = useState({ before: versions[1]!.id, after: versions[0]!.id })
  const [flows, setFlows] = useState<{ before: Flow; after: Flow }>()
  const [failed, fail] = useState(false)
  useEffect(() => {
    let isCurrent = true
    setFlows(undefined)
    fail(false)
    Promise.all([flowOfVersion(ids.before), flowOfVersion(ids.after)])
      .then(([before, after]) => isCurrent && setFlows({ before, after }))
      .catch(() => isCurrent && fail(true))
    return () => {
      isCurrent = false
    }
  }, [ids])
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
      {failed && <p role="alert">{say('flow.unreadVersion')}</p>}
      {!failed && !flows && <Skeleton label={say('loading')} />}
      {flows && <DifferenceList {...flows} shipped={session.shipped} />}
    </details>
  )
}
