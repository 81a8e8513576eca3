import { useEffect, useState } from 'react'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { whileVisible } from '../../shared/visible'

const pollMs = 60_000

/** Shown on every host page while the file on disk has errors and an older flow is served. */
export const EditorBanner = ({ path }: { path: string }) => {
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const look = () =>
      call('GET /api/flow/state').then(
        ({ data }) => setStale(data.errors > 0),
        () => {}, // It is read again in a minute.
      )
    return whileVisible(pollMs, look)
  }, [path])
  if (!isStale) return null
  return (
    <p className="flow-banner" role="status">
      {say('flow.stale')} {path !== '/admin-flow' && <a href="/admin-flow">{say('flow.see')}</a>}
    </p>
  )
}
