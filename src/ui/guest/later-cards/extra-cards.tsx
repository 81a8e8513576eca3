import { type ReactNode, useEffect, useState } from 'react'
import type { OpenedStay } from '../../../../schema/calls/bookings'
import type { Draft } from '../../../../schema/checkin'
import { arrivalCard, doorCard, hereCard, ownCards, stayCard } from '../../../core/checkin/link-journeys'
import { stepThat, withChanges } from '../../../core/flow/arms'
import { withDerived } from '../../../core/flow/telephone'
import { stepAddress } from '../../../core/flow/trail'
import { daysBetween } from '../../../core/text/dates'
import { attemptId, guestCall, Refused } from '../../shared/api'
import { Card } from '../../shared/card'
import { Brand } from '../../shared/house-settings'
import { house, say } from '../../shared/published'
import { LoadingCard } from '../aids/loading-card'
import { type Message, messageOf } from '../state/effect-results'
import { draft, keepInvitation, resetDraft, saveDraft, walkedJourney } from '../state/guest-draft'
import { ArrivalCard } from './arrival/arrival'
import { DoorCard, HereCard } from './arrival/door-card'
import { onNextToken } from './arrival/receipt-link'
import { answerFor, answerForSelf, ownGuest, shapeHouse, spentLink } from './own-phone-house'
import { readDraft } from './read-draft'
import { notSent, openStay } from './sending'

/** Limit of nights of one check-in: the guest of a longer stay is asked for the nights. */
const mostNights = 30

const filledIn = (stay: OpenedStay, token: string, draftId: string): Draft => {
  const nights = daysBetween(stay.arrival, stay.departure)
  return withDerived({
    reservationCode: stay.reservationCode,
    draftCode: stay.reservationCode,
    roomDescription: stay.roomDescription,
    showPaymentPage: String(stay.showPaymentPage),
    arrivalDate: stay.arrival,
    ...(nights <= mostNights && { numberOfNights: String(nights) }),
    bookedArrival: stay.arrival,
    stayLink: token,
    draftId,
  })
}

/** Merges a begun draft with the stay of the link: typed answers and changed days stay. */
const merged = (before: Draft, stay: Draft, isSame: boolean): Draft => {
  const hasOwnDays = isSame && before.arrivalDate && before.arrivalDate !== before.bookedArrival
  const { arrivalDate, numberOfNights, departureDate } = hasOwnDays ? before : stay
  const anew = !isSame && notSent
  return withChanges(before, { ...stay, arrivalDate, numberOfNights, departureDate, ...anew })
}

/** Opens a stay's link; returns the next address. Throws Refused or Offline. */
const openStayLink = async (token: string): Promise<string> => {
  const { flow } = house.get()
  const before = draft.get()
  const isSame = before.stayLink === token
  const isFinished = before.finished === 'yes'
  if (isSame && isFinished) return stepThat(flow, 'ends') ?? '/'
  const draftId = (isSame && before.draftId) || attemptId()
  const { data } = await openStay(token, draftId)
  const stay = filledIn(data, token, draftId)
  keepInvitation({ code: data.reservationCode, word: token, stay })
  const hasBegun = before.selectedLanguage && before.draftId && !isFinished && (isSame || !before.checkInId)
  if (hasBegun) saveDraft(merged(before, stay, isSame))
  else resetDraft()
  shapeHouse()
  if (!hasBegun) return '/'
  const { open, stops } = walkedJourney(draft.get())
  return stepAddress(house.get().flow, open ?? stops.at(-1)!)
}

/** Returns why a stay's link is invalid; undefined for another error. */
const spentStay = (error: unknown): Message | undefined => {
  const over = error instanceof Refused && error.body.over
  return over ? messageOf(`stayLink.${over}.title`, `stayLink.${over}`) : undefined
}

/** `open` resolves with the next address; `spent` says why a link is invalid (undefined: try again). */
type Opening = { open: (token: string) => Promise<string>; spent: (error: unknown) => Message | undefined }

const opened: { [path: string]: Opening } = {
  [ownCards.open]: {
    open: async (typed) => {
      const token = typed || ownGuest()?.token || ''
      const { data } = await guestCall('POST /api/guest-link', { body: { token } })
      answerFor({ guest: data.guest, token })
      return resumed()
    },
    spent: (error) => {
      const message = spentLink(error)
      if (!message) return undefined
      answerForSelf()
      readDraft(house.get().flow)
      return message
    },
  },
  [stayCard]: { open: openStayLink, spent: spentStay },
}

const cardsByPath: { readonly [path: string]: () => ReactNode } = {
  [arrivalCard]: ArrivalCard,
  [hereCard]: HereCard,
  [doorCard]: DoorCard,
}

/** The card of an address that is no step: a link, or one that does not exist; `home` is the first step. */
export const NotFound = ({ home }: { home: string }) => {
  const Card = cardsByPath[location.pathname]
  if (Card) return <Card />
  return opened[location.pathname] ? <OpenedLink {...opened[location.pathname]!} /> : <Missing home={home} />
}

const Missing = ({ home }: { home: string }) => {
  useEffect(() => void (document.title = say('notFound.title')), [])
  return (
    <Card title={say('notFound.title')} brand={<Brand />} home={{ to: home, text: say('home') }}>
      <p className="lead">{say('notFound.text')}</p>
      <a className="choice primary" href={home}>
        {say('notFound.go')}
      </a>
    </Card>
  )
}

/** Asks a guest who chose a language during a check-in whether to continue it or to begin again. */
export const Unfinished = ({ resume, restart }: { resume: () => void; restart: () => void }) => (
  <section className="unfinished" aria-labelledby="unfinished-title">
    <h2 id="unfinished-title" ref={(title) => title?.focus()} tabIndex={-1}>
      {say('unfinished.title')}
    </h2>
    <p>{say('unfinished.text')}</p>
    <div className="choices">
      <button type="button" className="choice primary" onClick={resume}>
        {say('unfinished.continue')}
      </button>
      <button type="button" className="choice" onClick={restart}>
        {say('unfinished.anew')}
      </button>
    </div>
  </section>
)

/** Returns where a guest on an own phone continues: after the last answer, or at the first card. */
const resumed = () => {
  readDraft(house.get().flow)
  const { selectedLanguage, finished } = draft.get()
  if (finished) resetDraft()
  if (finished || !selectedLanguage) return '/'
  const { open } = walkedJourney(draft.get())
  return open ? stepAddress(house.get().flow, open) : ownCards.check
}

/** Opens the link of the address, and again each one that is pasted over an invalid one. */
const OpenedLink = ({ open, spent }: Opening) => {
  const [token, setToken] = useState(() => location.hash.slice(1))
  useEffect(() => onNextToken(() => setToken(location.hash.slice(1))), [])
  return (
    <LoadingCard
      key={token}
      load={async () => {
        history.replaceState(null, '', await open(token))
        dispatchEvent(new PopStateEvent('popstate'))
      }}
      finalMessage={spent}
    />
  )
}
