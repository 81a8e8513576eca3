import type { Checkin } from '../../schema/checkin'
import type { Patch } from '../store/store'

const replaced = (before: { [field: string]: unknown }, patch: Patch): Patch => {
  const values: Patch = {}
  for (const field in patch) if ((before[field] ?? null) !== patch[field]) values[field] = before[field] ?? null
  return values
}

/** The patch of a guest's own change: the check-in is not sent before the host has looked at it. */
export const guestChange = (checkin: Checkin, patch: Patch, at: Date): Patch => {
  const before = replaced(checkin, patch)
  if (!Object.keys(before).length) return {}
  const isReleased = checkin.enabledForSending === 'yes'
  return {
    ...patch,
    enabledForSending: 'no',
    // Other answers may be another person.
    ...(checkin.identified && { identified: null }),
    ...(isReleased && { guestChangedAt: at.toISOString(), guestChangedFrom: JSON.stringify(before) }),
  }
}
