import type { Settings } from '../../../schema/settings'
import { speaker } from '../../../src/core/flow/speaker'
import words from '../../../src/text/stripe.it.json'
import { type Paying, priceOf } from '../price'

const { say } = speaker(words)

/** `test` or `live`; nothing when the text is no such key. */
const modeOf = (kind: 'secret' | 'public', key: string) =>
  (kind === 'secret' ? /^(?:sk|rk)_(test|live)_\w+$/ : /^pk_(test|live)_\w+$/).exec(key)?.[1]

/** Whether the secret key is for real money. */
export const isLive = ({ stripeSecretKey }: Pick<Settings, 'stripeSecretKey'>) =>
  modeOf('secret', stripeSecretKey.trim()) === 'live'

type Keys = Pick<Settings, 'stripeSecretKey' | 'stripePublicKey' | 'stripeWebhookSecret'>

/** Returns what is wrong with the keys, as an Italian sentence; an empty key is not wrong. */
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

/** Returns why guests cannot pay by card, as an Italian sentence; nothing when they can. */
export const chargeFault = (all: Paying): string | undefined => {
  if (!all.enableStripe || !all.stripeSecretKey) return say('stripe.off')
  return keyFault(all) ?? (priceOf(all) ? undefined : say('stripe.amount'))
}
