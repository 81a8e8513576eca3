import { createHmac, randomBytes } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import { same } from '../settings/pin'
import type { Store } from '../store/store'

/**
 * The links of guests to what the house tells them after the check-in. A token names its check-in and proves it with
 * 128 bits of an HMAC under a key that no backup holds: nothing of it is stored, and another round ends the former
 * one.
 */
export const receiptLinks = ({ store }: { store: Store }) => {
  const key = () => store.secret('receipt', () => randomBytes(32).toString('base64url'))
  const tokenOf = async ({ id, createdAt = '', receiptRound = '0' }: Checkin): Promise<string> => {
    const proof = createHmac('sha256', await key())
      .update(`${id} ${createdAt} ${receiptRound}`)
      .digest()
    return `${id}-${proof.subarray(0, 16).toString('base64url')}`
  }
  return {
    tokenOf,
    /** The check-in of a token; undefined for a wrong token, a former round, or a check-in that was deleted. */
    find: async (token: string): Promise<Checkin | undefined> => {
      const [, id] = /^([1-9][0-9]{0,14})-[\w-]{22}$/.exec(token) ?? []
      const found = id ? await store.checkin(Number(id)) : undefined
      if (!found || !same(token, await tokenOf(found))) return undefined
      const { owner: _, ...checkin } = found
      return checkin as Checkin
    },
  }
}
