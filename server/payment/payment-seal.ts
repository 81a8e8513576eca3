import { createHmac, randomBytes } from 'node:crypto'
import type { Store } from '../store/store'
import type { Price } from './price'

/** Stored under this name: another one would make open pages foreign. */
const secretName = 'stripe'

/** Signs texts with a secret of the house. */
export const paymentSeals = (store: Pick<Store, 'secret'>) => {
  const key = () => store.secret(secretName, () => randomBytes(32).toString('base64url'))
  const sign = async (text: string) =>
    createHmac('sha256', await key())
      .update(text)
      .digest('hex')
      .slice(0, 40)
  return {
    /** Forty hexadecimal digits. */
    sign,
    /** The seal on a page: check-in, price, and whether money is real. */
    sealOf: (id: string, { amount, currency }: Price, live: boolean) =>
      sign(['seal', id, amount, currency, live].join('|')),
  }
}

export type PaymentSeals = ReturnType<typeof paymentSeals>
