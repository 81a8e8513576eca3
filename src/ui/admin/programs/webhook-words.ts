import type { WebhookAnswer, WebhookDelivery, WebhookState } from '../../../../schema/calls/webhooks'
import type { Tone } from '../../look/chip'
import { say } from '../../shared/published'
import { moment } from '../checkins/card-fields'

/** Returns a receiver's answer in words. */
export const answerWords = (answer: WebhookAnswer): string =>
  'fault' in answer ? say(`webhook.fault.${answer.fault}`) : say('webhook.status', { status: answer.status })

/** Returns the webhook's state in a word and its tone. */
export const standOf = ({ keys, off, failing }: WebhookState): { tone: Tone; word: string } => {
  if (off) return { tone: 'bad', word: say('webhook.isOff') }
  if (!keys.length) return { tone: 'warn', word: say('webhook.isKeyless') }
  return failing ? { tone: 'warn', word: say('webhook.isFailing') } : { tone: 'good', word: say('webhook.isOn') }
}

/** Returns the problem and what to do; empty if there is none. */
export const troubleOf = ({ keys, off, failing }: WebhookState): string => {
  if (off) return say(`webhook.off.${off.why}`, { at: moment(off.at) })
  if (!keys.length) return say('webhook.noKey')
  return failing ? say('webhook.failing', { at: moment(failing) }) : ''
}

/** Returns one delivery in a line. */
export const deliveryWords = ({ at, type, checkin = 0, tries, end, answer }: WebhookDelivery): string =>
  say('webhook.delivery', {
    at: moment(at),
    what: say(`webhook.type.${type}`, { id: checkin }),
    end: say(`webhook.end.${end}`, { tries }),
    answer: answerWords(answer),
  })
