import { createHmac, randomBytes } from 'node:crypto'
import type { BudgetKind, EntryServices } from './throttle'

type Purse = readonly [kind: BudgetKind, who: string]

const day = 86_400_000

const most = 5_000

const blockOf = (network: string) => (network.includes(':') ? network.split(':').slice(0, 3).join(':') : undefined)

/** A digest under a key that no backup holds: counts last a year and reveal no address. */
const networkNames = ({ store }: Pick<EntryServices, 'store'>) => {
  let key: Promise<string> | undefined
  const newKey = () => randomBytes(32).toString('base64url')
  return async (network: string) => {
    key ??= store.secret('networks', newKey)
    return createHmac('sha256', await key)
      .update(network)
      .digest('base64url')
      .slice(0, 16)
  }
}

export type Sender = { own: readonly Purse[]; network: string }

/**
 * The budgets of wrong codes. Strangers delay no other network; where a code was right today, its budget pays first.
 */
export const wrongCodes = (services: Pick<EntryServices, 'store' | 'throttle' | 'now'>) => {
  const { throttle } = services
  const nameOf = networkNames(services)
  const rightToday = new Map<string, { code: string; at: number }>()
  const clock = () => services.now().getTime()
  const isOpen = ([kind, who]: Purse) => throttle.wait(kind, who, clock()) === 0
  const take = (purses: readonly Purse[]) =>
    Promise.all(purses.map(([kind, who]) => throttle.fail(kind, who, clock()))).then(() => {})

  /** A code known to be right here pays until its budget is empty. */
  const payers = ({ own, network }: Sender, knownCode: string | undefined): readonly Purse[] => {
    const right = rightToday.get(network)
    const code = knownCode ?? (right && clock() - right.at < day ? right.code : undefined)
    const purse = code === undefined ? undefined : (['rightCode', code] as const)
    return purse && isOpen(purse) ? [purse, ...own.filter(([kind]) => kind === 'browser')] : own
  }

  return {
    sender: async (address: string, browser: string | undefined): Promise<Sender> => {
      const block = blockOf(address)
      const network = await nameOf(address)
      return {
        network,
        own: [
          ...(browser ? [['browser', browser] as const] : []),
          ['network', network],
          ...(block ? [['block', await nameOf(block)] as const] : []),
        ],
      }
    },
    wait: (sender: Sender, knownCode?: string) =>
      Math.max(...payers(sender, knownCode).map(([kind, who]) => throttle.wait(kind, who, clock()))),
    count: (sender: Sender, knownCode?: string) => take(payers(sender, knownCode)),
    /** The code's budget takes over the sender's wrong ones. */
    right: async ({ own, network }: Sender, code: string) => {
      if (rightToday.size >= most) rightToday.clear()
      rightToday.set(network, { code, at: clock() })
      const purse = ['rightCode', code] as const
      const isCounted = ([kind, who]: Purse) => throttle.count(kind, who, clock()) > 0
      while (isOpen(purse) && own.some(isCounted)) {
        await take([purse])
        await Promise.all(own.map(([kind, who]) => throttle.forgive(kind, who)))
      }
    },
  }
}
