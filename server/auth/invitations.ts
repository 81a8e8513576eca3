import { createHmac, randomBytes } from 'node:crypto'
import { same } from '../settings/pin'
import type { Store } from '../store/store'

/**
 * The tokens of invitation links: 128 bits of an HMAC, so that an invited guest comes in however many strangers try
 * codes.
 */
export const invitations = async (store: Store) => {
  const key = await store.secret('invitation', () => randomBytes(32).toString('base64url'))
  const tokenOf = (code: string) =>
    createHmac('sha256', key).update(code.toUpperCase()).digest().subarray(0, 16).toString('base64url')
  return { tokenOf, isRight: (code: string, token: string) => token !== '' && same(token, tokenOf(code)) }
}

export type Invitations = Awaited<ReturnType<typeof invitations>>
