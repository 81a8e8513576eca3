import { createHmac, randomBytes } from 'node:crypto'
import type { BudgetKind, EntryServices } from './throttle'

type BudgetKey = readonly [kind: BudgetKind, who: string]

const day = 86_400_000

const most = 5_000

const blockOf = (network: string) => (network.includes(':') ? network.split(':').slice(0, 3).join(':') : undefined)

/** Names a network by a digest under a key that no backup holds: counts last a year and reveal no address. */
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

export type Sender = { own: readonly BudgetKey[]; network: string }

/**
 * Counts wrong codes in the budgets of browser, network and block, so that strangers delay no other network. In a
 * network where a code was right today, wrong codes first count in that code's budget.
 */
export const wrongCodes = (services: Pick<EntryServices, 'store' | 'throttle' | 'now'>) => {
  const { throttle } = services
  const nameOf = networkNames(services)
  const rightToday = new Map<string, { code: string; at: number }>()
  const clock = () => services.now().getTime()
  const isOpen = ([kind, who]: BudgetKey) => throttle.wait(kind, who, clock()) === 0
  const take = (budgets: readonly BudgetKey[]) =>
    Promise.all(budgets.map(([kind, who]) => throttle.fail(kind, who, clock()))).then(() => {})

  /** Returns the budgets in which a wrong code counts: until it is used up, a right code's instead of the network's. */
  const charged = ({ own, network }: Sender, knownCode: string | undefined): readonly BudgetKey[] => {
    const right = rightToday.get(network)
    const code = knownCode ?? (right && clock() - right.at < day ? right.code : undefined)
    const ofCode = code === undefined ? undefined : (['rightCode', code] as const)
    return ofCode && isOpen(ofCode) ? [ofCode, ...own.filter(([kind]) => kind === 'browser')] : own
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
      Math.max(...charged(sender, knownCode).map(([kind, who]) => throttle.wait(kind, who, clock()))),
    count: (sender: Sender, knownCode?: string) => take(charged(sender, knownCode)),
    /** Moves the sender's wrong codes into the budget of the right code. */
    right: async ({ own, network }: Sender, code: string) => {
      if (rightToday.size >= most) rightToday.clear()
      rightToday.set(network, { code, at: clock() })
      const ofCode = ['rightCode', code] as const
      const isCounted = ([kind, who]: BudgetKey) => throttle.count(kind, who, clock()) > 0
      while (isOpen(ofCode) && own.some(isCounted)) {
        await take([ofCode])
        await Promise.all(own.map(([kind, who]) => throttle.forgive(kind, who)))
      }
    },
  }
}
