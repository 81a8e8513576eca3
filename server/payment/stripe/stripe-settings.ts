import type { Settings } from '../../../schema/settings'
import { say } from '../../shared/messages'
import { type Paying, priceOf } from '../price'

/** `test` or `live`; nothing for another text. */
const modeOf = (kind: 'secret' | 'public', key: string) =>
  (kind === 'secret' ? /^(?:sk|rk)_(test|live)_\w+$/ : /^pk_(test|live)_\w+$/).exec(key)?.[1]

export const isLive = ({ stripeSecretKey }: Pick<Settings, 'stripeSecretKey'>) =>
  modeOf('secret', stripeSecretKey.trim()) === 'live'

type Keys = Pick<Settings, 'stripeSecretKey' | 'stripePublicKey' | 'stripeWebhookSecret'>

/** What is wrong with the keys; an empty key is not wrong. */
export const keyFault = ({ stripeSecretKey, stripePublicKey, stripeWebhookSecret }: Keys): string | undefined => {
  const [secret, open, hook] = [stripeSecretKey.trim(), stripePublicKey.trim(), stripeWebhookSecret.trim()]
  const faults: [string, boolean][] = [
    ['secretKey', Boolean(secret) && !modeOf('secret', secret)],
    ['publicKey', Boolean(open) && !modeOf('public', open)],
    ['mixed', Boolean(secret && open) && modeOf('secret', secret) !== modeOf('public', open)],
    ['webhookSecret', Boolean(hook) && !/^whsec_\S+$/.test(hook)],
  ]
  const found = faults.find(([, isWrong]) => isWrong)
  return found && say(`stripe.${found[0]}`)
}

/** Why guests cannot pay by card. */
export const chargeFault = (all: Paying): string | undefined => {
  if (!all.enableStripe || !all.stripeSecretKey) return say('stripe.off')
  return keyFault(all) ?? (priceOf(all) ? undefined : say('stripe.amount'))
}
