import type { Checkin } from '../../../../schema/checkin'
import { hostCall as call, Offline } from '../../shared/api'
import { announce } from '../../shared/keyboard'
import { plural, say } from '../../shared/published'
import { asHost } from '../session/host'
import { showError } from './actions'
import { leaving } from './leaving'
import { applyChanges, pollChanges } from './results'

const failed = (error: unknown) => {
  console.error(error)
  showError(say(error instanceof Offline ? 'consult.noServer' : 'consult.deleteFailed'))
}

/** Deletes check-ins in ten seconds; until then the host can undo it, also after a reload. */
export const removeLater = async (checkins: readonly Checkin[]) => {
  const ids = checkins.map(({ id }) => id)
  try {
    await asHost(() => call('POST /api/checkins/delete', { body: { ids, later: true } }))
    await pollChanges()
  } catch (error) {
    failed(error)
  }
}

/** Deletes the pending check-ins at once. */
export const removeNow = async () => {
  const ids = [...leaving.get().keys()]
  try {
    await asHost(() => call('POST /api/checkins/delete', { body: { ids } }))
    applyChanges([], ids)
    leaving.set(new Map())
    announce(ids.length === 1 ? say('consult.deleted') : plural('consult.deletedMany', ids.length))
  } catch (error) {
    failed(error)
  }
}

/** Cancels the pending deletions. */
export const takeBack = async () => {
  const ids = [...leaving.get().keys()]
  try {
    const { data } = await asHost(() => call('POST /api/checkins/keep', { body: { ids } }))
    if (data.kept.length < ids.length) showError(say('undo.late'))
    await pollChanges()
  } catch (error) {
    failed(error)
  }
}
