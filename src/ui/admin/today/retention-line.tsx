import { useEffect, useState } from 'react'
import type { RetentionPlan } from '../../../../schema/privacy'
import { hostCall as call } from '../../shared/api'
import { plural, say } from '../../shared/published'

/**
 * What will be deleted tonight, with a link; nothing if nothing is. Shown only if retention is on: the server searches
 * all check-ins for it.
 */
export const RetentionLine = () => {
  const [plan, setPlan] = useState<RetentionPlan>()
  useEffect(
    () =>
      void call('GET /api/retention').then(
        ({ data }) => setPlan(data),
        () => {},
      ),
    [],
  )
  const gone = plan?.next ? plan.due.identity + plan.due.record : 0
  if (!gone) return null
  return (
    <p className="due-line">
      <span>{plural('retention.tomorrow', gone)}</span>
      <a className="button" href="/admin-settings?tab=privacy">
        {say('retention.see')}
      </a>
    </p>
  )
}
