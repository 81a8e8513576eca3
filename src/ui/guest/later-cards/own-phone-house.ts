import type { Draft } from '../../../../schema/checkin'
import { isLater, type Later, laterGuests, partyFlag } from '../../../../schema/guest'
import type { Flow, Step } from '../../../../schema/steps'
import { attempt } from '../../../core/attempt'
import { guestJourney, withGuestsAway, withoutCode } from '../../../core/checkin/link-journeys'
import { withChanges } from '../../../core/flow/arms'
import { facts } from '../../../core/flow/facts'
import { fieldNamesOf } from '../../../core/flow/fields'
import { speaker } from '../../../core/flow/speaker'
import { shortDate } from '../../../core/text/written-dates'
import { guestCall, Refused } from '../../shared/api'
import { readyHouse } from '../../shared/furnish'
import { houseSettings } from '../../shared/house-settings'
import { type GuestHouse, house, type PublishedFiles } from '../../shared/published'
import { type Message, messageOf, type Run } from '../state/effect-results'
import { refusal, sendFailure } from '../state/failures'
import { draft, draftPlace, invitation, walkedJourney, withStorage } from '../state/guest-draft'
import { linkPlace } from './read-draft'

type Own = { guest: Later; token: string }

const key = 'guestLink'

const readOwn = (): Own | undefined => {
  const { guest, token } = { ...attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '{}'), {}) }
  return isLater(guest) && typeof token === 'string' ? { guest, token } : undefined
}

let own = readOwn()

/** Two guests may use the same phone: each link has its own draft. */
const answerInPlaceOf = ({ token }: Own) => {
  draftPlace.prefix = `${linkPlace}${token}:`
}
if (own) answerInPlaceOf(own)

/** Returns the guest for whom this tab answers, if a guest's link opened it. */
export const ownGuest = (): Own | undefined => own

/** Returns the tokens of the links sent to other guests. */
export const linksIn = ({ guestLinks }: Draft): { [guest in Later]?: string } =>
  attempt(() => JSON.parse(guestLinks ?? '{}'), {})

/** Returns a draft with the link of a guest, or without it. */
export const withLink = (now: Draft, guest: Later, token: string | undefined): Draft => {
  const { [guest]: _, ...others } = linksIn(now)
  const links = token ? { ...others, [guest]: token } : others
  return withChanges(now, { guestLinks: Object.keys(links).length ? JSON.stringify(links) : null })
}

/** Returns the guests of a party who answer on their own phones. */
export const awayIn = (answers: Draft): Later[] => {
  const links = linksIn(answers)
  return laterGuests.filter((who) => links[who] && answers[partyFlag(who)] === 'yes')
}

/** On an own phone, cards have the titles of the first guest's ("Nome e cognome"), or the question's name. */
const ownWords = ({ steps }: Flow, words: GuestHouse['words']) => {
  const asks = (step: Step) => fieldNamesOf(step).join()
  const mains = Object.entries(steps).filter(([, { guest }]) => guest === 'main')
  const titles = Object.entries(steps).flatMap(([path, step]) => {
    if (!isLater(step.guest)) return []
    const [same] = mains.find(([, main]) => asks(main) === asks(step)) ?? []
    const title = words[`${same}.title`] ?? words[`${asks(step)}.label`]
    return title ? [[`${path}.title`, title]] : []
  })
  return { ...words, ...Object.fromEntries(titles), '/.about': words['ownPhone.about']! }
}

let whole: GuestHouse | undefined

/** Adapts the journey to a stay's link: no question for the code, a greeting with room and days, one check-in. */
const ofStay = (all: GuestHouse): GuestHouse => {
  const stay: Draft = invitation()?.stay ?? draft.get()
  if (!stay.stayLink) return all
  const [arrival, departure] = [stay.bookedArrival, stay.departureDate].map(
    (day) => day && shortDate(day, all.language),
  )
  // A stay of more nights than one check-in has no departure before its guest chooses.
  const key = departure ? 'stayLink.about' : 'stayLink.aboutLong'
  const about = all.speak.say(key, { room: stay.roomDescription, arrival, departure })
  // The link serves one check-in: the host copies it for the nights after the thirtieth.
  const nights = all.speak.say('stayLink.nights')
  const words = { ...all.words, '/.about': about, 'numberOfNights.pattern': nights }
  return { ...all, flow: withoutCode(all.flow), words, speak: speaker(words, all.language) }
}

/** Returns the house for this phone: one guest's cards, or all without those of guests on their own phones. */
const forThisPhone = (published: GuestHouse): GuestHouse => {
  const all = own ? published : ofStay(published)
  const journey = own && guestJourney(all.flow, own.guest)
  if (!journey) {
    const away = laterGuests.filter((who) => linksIn(draft.get())[who])
    return away.length ? { ...all, flow: withGuestsAway(all.flow, away, facts({}, houseSettings.get())) } : all
  }
  const words = ownWords(all.flow, all.words)
  return { ...all, flow: journey, words, speak: speaker(words, all.language) }
}

/** Returns a published flow ready to use on this phone. */
export const furnish = (published: PublishedFiles): GuestHouse => forThisPhone((whole = readyHouse(published)))

/** Adapts the house again after a link was opened. */
export const shapeHouse = () => {
  if (whole) house.set(forThisPhone(whole))
}

const shaping = () => [draft.get().guestLinks, draft.get().stayLink].join()
let shown = shaping()
draft.subscribe(() => {
  if (shaping() === shown) return
  shown = shaping()
  shapeHouse()
})

/** Ends answering for a guest when the link is invalid: Home then leads to a new check-in. */
export const answerForSelf = () => {
  own = undefined
  draftPlace.prefix = ''
  withStorage(() => sessionStorage.removeItem(key))
  shapeHouse()
}

/** Answers for one guest until the tab is closed. */
export const answerFor = (next: Own) => {
  own = next
  answerInPlaceOf(next)
  withStorage(() => sessionStorage.setItem(key, JSON.stringify(next)))
  shapeHouse()
}

/** Returns why a link is invalid; undefined for another error. */
export const spentLink = (error: unknown): Message | undefined => {
  if (!(error instanceof Refused) || ![404, 410].includes(error.status)) return undefined
  const why = error.body.over ?? 'unknown'
  return messageOf(`guestLink.${why}.title`, `guestLink.${why}`)
}

/** Sends the answers of a guest on an own phone and removes them from it. */
export const sendOwn: Run<'submit'> = async (draft) => {
  const { open, stops, answers } = walkedJourney(draft)
  const message = messageOf('toast.refused.title', 'toast.refused')
  if (open) return { outcome: 'refused', at: open.path, who: open.who, faults: open.faults, message }
  const asked = stops.flatMap(({ who, fields }) => (who ? fields.map(({ field }) => [field, answers[field]]) : []))
  try {
    const body = { ...Object.fromEntries(asked), token: own!.token }
    await guestCall('POST /api/guest-link/answers', { body })
  } catch (error) {
    if (error instanceof Refused && error.status === 400 && error.body.faults?.length) return refusal(error.body)
    const spent = spentLink(error)
    return spent
      ? { outcome: 'failed', message: spent }
      : sendFailure(error, 'toast.submitFailed.title', 'toast.submitFailed')
  }
  const { selectedLanguage } = draft
  return { outcome: 'saved', only: { selectedLanguage, finished: 'yes', checkInId: 'sent' } }
}
