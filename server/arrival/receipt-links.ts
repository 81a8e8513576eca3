import { createHmac, randomBytes } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import { same } from '../settings/pin'
import type { Store } from '../store/store'

/**
 * The guests' links to their receipt. A token is a check-in's id, a round, and 128 bits of their HMAC. The key is in no
 * backup and no token is stored; a new round invalidates the former one.
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
    find: async (token: string): Promise<Checkin | undefined> => {
      const [, id] = /^([1-9][0-9]{0,14})-[\w-]{22}$/.exec(token) ?? []
      const found = id ? await store.checkin(Number(id)) : undefined
      if (!found || !same(token, await tokenOf(found))) return undefined
      const { owner: _, ...checkin } = found
      return checkin as Checkin
    },
  }
}
