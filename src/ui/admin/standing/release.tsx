import type { Enabled } from '../../../../schema/calls/api'
import { hostCall as call } from '../../shared/api'
import { plural, say } from '../../shared/published'
import { showError } from '../checkins/actions'
import { ask } from '../dialogs/ask'
import { Choice } from '../dialogs/choice'
import { asHost } from '../session/host'

const showFailed = (failed: Enabled['failed']) =>
  ask<true>((answer) => (
    <Choice title={plural('release.failed', failed.length)} yes={say('close')} answer={answer}>
      <ul>
        {failed.map(({ id, name, why }) => (
          <li key={id}>
            <strong>{name || say('consult.nameless')}</strong>: {why}
          </li>
        ))}
      </ul>
    </Choice>
  ))

/**
 * Releases check-ins or takes the release back, and shows those that could not be changed. Returns the changed ids.
 * Throws Refused or Offline.
 */
export const setEnabled = async (ids: readonly number[], enabled: boolean): Promise<number[]> => {
  const { done, failed } = (await asHost(() => call('POST /api/enable', { body: { ids: [...ids], enabled } }))).data
  if (failed.length && ids.length === 1) showError(failed[0]!.why)
  else if (failed.length) void showFailed(failed)
  return done
}
