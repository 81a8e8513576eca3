import { stepDoing } from '../../../core/flow/arms'
import { shortOf } from '../../../core/flow/names'
import { stepAddress } from '../../../core/flow/trail'
import type { Fault } from '../../../core/flow/validation'
import { dateInText, shortDate } from '../../../core/text/written-dates'
import { Offline, type RefusalBody, Refused } from '../../shared/api'
import { house, today } from '../../shared/published'
import { toast } from '../../shared/toast'
import { errorMessage, messageOf, type SendResult } from './effect-results'
import { isStorageAllowed } from './guest-draft'

/** The guest's code is no longer valid. */
export class CodeWithdrawn extends Error {}

/** The browser does not send the cookie that it has just got. */
export class CookieRefused extends Error {}

/** Returns the message of a refusal; undefined if the effect's own message fits better. */
const refusedMessage = ({ status, body }: Refused) => {
  if (status === 507 || body.full) return messageOf('toast.error.title', 'toast.houseFull')
  if (body.opens) {
    const { language } = house.get()
    const params = { date: dateInText(body.opens, language), arrival: dateInText(body.arrivalDate!, language) }
    return messageOf('toast.codeEarly.title', 'toast.codeEarly', params)
  }
  if (body.over) return messageOf(`stayLink.${body.over}.title`, `stayLink.${body.over}`)
  if (status !== 429) return undefined
  return messageOf('toast.error.title', 'toast.tooMany', { wait: house.get().speak.wait(body.retryAfter ?? 60) })
}

/** Returns the result of an effect whose call failed; `title` and `text` are the message of an unknown error. */
export const sendFailure = (error: unknown, title: string, text: string): SendResult & { outcome: 'failed' } => {
  const logged = errorMessage(error)
  if (error instanceof CodeWithdrawn) {
    const at = stepDoing(house.get().flow, 'acceptCode')
    const message = messageOf('toast.codeWithdrawn.title', 'toast.codeWithdrawn')
    return { outcome: 'failed', message, ...(at !== undefined && { at }) }
  }
  const known =
    error instanceof CookieRefused
      ? messageOf('toast.error.title', 'toast.cookiesRefused')
      : error instanceof Refused
        ? refusedMessage(error)
        : error instanceof Offline && logged
  return { outcome: 'failed', message: known || messageOf(title, text) }
}

/** Set before a reload for a newly published flow; the reloaded page says so. */
const changedKey = 'flowChanged'

/** Returns the message of refused answers. A device with a wrong date offers arrivals that the server refuses. */
const refusedAnswers = (faults: readonly Fault[], day = today()) => {
  if (day === today() || !faults.some(({ field }) => field === 'arrivalDate'))
    return messageOf('toast.refused.title', 'toast.refused')
  const { language } = house.get()
  const params = { device: shortDate(today(), language), today: shortDate(day, language) }
  return messageOf('toast.wrongDay.title', 'toast.wrongDay', params)
}

/** Returns the result of refused answers; a page of an older flow is reloaded if the answers are stored. */
export const refusal = ({ faults = [], version, today: day }: RefusalBody) => {
  const isOld = isStorageAllowed.get() && version && version !== house.get().version
  if (isOld) {
    sessionStorage.setItem(changedKey, 'yes')
    location.reload()
  }
  const { flow } = house.get()
  const cardOf = ({ path = '', field }: (typeof faults)[number]) => ({ path, who: shortOf(field).who })
  const { path: at, who } = cardOf(faults[0]!)
  const address = stepAddress(flow, { path: at, who })
  return {
    outcome: 'refused',
    // A card shows no fault of another card, whose field it does not have; the next sending names that one.
    faults: faults.filter((fault) => stepAddress(flow, cardOf(fault)) === address),
    ...(at && { at, who }),
    ...(!isOld && { message: refusedAnswers(faults, day) }),
  } as const
}

/** Says after that reload that the questions have changed. */
export const sayFlowChanged = () => {
  if (!isStorageAllowed.get() || !sessionStorage.getItem(changedKey)) return
  sessionStorage.removeItem(changedKey)
  toast.show({ tone: 'good', ...messageOf('toast.refused.title', 'toast.flowChanged') })
}
