import type { Checkin } from '../../../schema/checkin'

/** Returns whether the identity was removed. */
export const isCoarse = ({ identityRemovedAt }: Pick<Checkin, 'identityRemovedAt'>): boolean =>
  identityRemovedAt !== undefined
