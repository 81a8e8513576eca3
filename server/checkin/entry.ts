import type { Settings } from '../../schema/settings'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'
import { mustBeOpen, type Room, roomOf } from './intake'

/** Returns the room of a guest's code. Refuses with 401 when the code is gone, 403 before its check-in opens. */
export const roomNow = (all: Settings, now: Date, { guest }: { guest: { code: string } | undefined }): Room => {
  const known = guest && roomOf(all, guest.code)
  if (!known) throw new Refusal(401, say('toast.codeUnknown'))
  mustBeOpen(known, all, now)
  return known
}
