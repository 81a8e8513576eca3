import type { Enabled } from '../../schema/calls/party-states'
import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import { isIdentityRemoved, isTestGuest, unidentified } from '../../src/core/checkin/checkin-states'
import { fullName } from '../../src/core/checkin/party'
import { notFound, Refusal, say } from '../shared/messages'
import { inBatches } from '../shared/scheduling'
import { type Patch, type Store, StoreUnavailable } from '../store/store'

/** Refuses (409) to change a check-in whose identity was erased: retention would not erase new data again. */
export const mustHaveIdentity = (checkin: Checkin) => {
  if (isIdentityRemoved(checkin)) throw new Refusal(409, say('server.coarse'))
}

/** Refuses (409) to release the guide's test guest, and guests not identified if the house requires it. */
export const mayRelease = (
  before: Checkin,
  patch: Patch,
  { onlyIdentified }: Pick<Settings, 'onlyIdentified'>,
): void => {
  if (patch.enabledForSending === 'yes' && isTestGuest(before)) throw new Refusal(409, say('server.testGuest'))
  if (patch.enabledForSending !== 'yes' || before.enabledForSending === 'yes') return
  const after = { ...before, ...patch } as Checkin
  const missing = onlyIdentified ? unidentified(after) : []
  const names = missing.map((who) => fullName(after, who) || '—').join(', ')
  if (missing.length) throw new Refusal(409, say('server.identify', { names }))
}

const enableOne = async (store: Store, id: number, enabled: boolean, settings: Settings) => {
  const checkin = await store.checkin(id)
  const failed = (why: string) => ({ id, name: checkin ? fullName(checkin, 'main') : '', why })
  try {
    if (!checkin) throw notFound()
    mustHaveIdentity(checkin)
    const patch = { enabledForSending: enabled ? 'yes' : 'no' }
    mayRelease(checkin, patch, settings)
    return (await store.updateCheckin(id, patch)) ? id : failed(notFound().message)
  } catch (error) {
    if (error instanceof Refusal) return failed(error.message)
    if (error instanceof StoreUnavailable) return failed(say('server.disk'))
    throw error
  }
}

/** Releases check-ins, or withdraws the release. Each failure is returned with its reason; the others are changed. */
export const enableAll = async (
  store: Store,
  ids: readonly number[],
  enabled: boolean,
  settings: Settings,
): Promise<Enabled> => {
  const results = await inBatches(ids, (id) => enableOne(store, id, enabled, settings))
  return {
    done: results.filter((one) => typeof one === 'number'),
    failed: results.filter((one) => typeof one !== 'number'),
  }
}
