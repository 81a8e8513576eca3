import { useEffect, useMemo, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { outlineOf } from '../../../../core/diagram/outline'
import { Skeleton } from '../../../look/skeleton'
import { say } from '../../../shared/published'
import { StillCard } from '../card/still-card'
import { cardWords, type Session } from '../draft/session'
import { JourneyList } from '../journey/journey-list'
import { JourneyMap, ViewSwitch } from '../journey/journey-map'
import { flowOfVersion } from './comparison'

const nothing = new Map<string, number>()

/** A version, read-only: its journey as a list or map, and its cards. */
export const VersionView = ({ id, session }: { id: number; session: Session }) => {
  const [flow, setFlow] = useState<Flow>()
  const [failed, fail] = useState(false)
  const [isMap, showMap] = useState(false)
  const [path, setPath] = useState<string>()
  useEffect(() => {
    flowOfVersion(id)
      .then(setFlow)
      .catch(() => fail(true))
  }, [id])
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
