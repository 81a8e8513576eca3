import { createHmac, randomBytes } from 'node:crypto'
import type { Store } from '../store/store'
import type { Price } from './price'

/** The name the key was first stored with: another name would make every open page a foreign one. */
const secretName = 'stripe'

/** Signs texts with a secret that never leaves the house: what bears such a signature was made here. */
export const paymentSeals = (store: Pick<Store, 'secret'>) => {
  const key = () => store.secret(secretName, () => randomBytes(32).toString('base64url'))
  const sign = async (text: string) =>
    createHmac('sha256', await key())
      .update(text)
      .digest('hex')
      .slice(0, 40)
  return {
    /** Forty hexadecimal digits that stand for a text. */
    sign,
    /** The seal on a page: for which check-in it was opened, at what price, with real money or not. */
    sealOf: (id: string, { amount, currency }: Price, live: boolean) =>
      sign(['seal', id, amount, currency, live].join('|')),
  }
}

export type PaymentSeals = ReturnType<typeof paymentSeals>
