import type { Checkin } from '../../schema/checkin'
import type { Patch } from '../store/store'

/** The values a patch takes away or replaces, as they were. */
const replaced = (before: { [field: string]: unknown }, patch: Patch): Patch => {
  const values: Patch = {}
  for (const field in patch) if ((before[field] ?? null) !== patch[field]) values[field] = before[field] ?? null
  return values
}

/** What a guest's own change does to the check-in: nothing leaves with it before the host has looked. */
export const guestChange = (checkin: Checkin, patch: Patch, at: Date): Patch => {
  const before = replaced(checkin, patch)
  if (!Object.keys(before).length) return {}
  const isReleased = checkin.enabledForSending === 'yes'
  return {
    ...patch,
    enabledForSending: 'no',
    // Other answers are another person to compare with the document.
    ...(checkin.identified && { identified: null }),
    ...(isReleased && { guestChangedAt: at.toISOString(), guestChangedFrom: JSON.stringify(before) }),
  }
}
