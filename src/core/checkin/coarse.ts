import type { Checkin } from '../../../schema/checkin'

/** Whether only the coarse part of a check-in is left. */
export const isCoarse = ({ identityRemovedAt }: Pick<Checkin, 'identityRemovedAt'>): boolean =>
  identityRemovedAt !== undefined
