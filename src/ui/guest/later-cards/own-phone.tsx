import { useEffect, useRef, useState } from 'react'
import type { LinkState } from '../../../../schema/calls/api'
import { type Later, partyFlag } from '../../../../schema/guest'
import type { Step } from '../../../../schema/steps'
import { askedFor, ownCards } from '../../../core/checkin/link-journeys'
import { serialQueue } from '../../../core/tasks'
import { Icon } from '../../look/icon'
import { guestCall } from '../../shared/api'
import { houseSettings } from '../../shared/house-settings'
import { store, useStore } from '../../shared/page-store'
import { house, say } from '../../shared/published'
import { whileVisible } from '../../shared/visible'
import type { Message } from '../state/effect-results'
import { sendFailure } from '../state/failures'
import { draft, saveDraft } from '../state/guest-draft'
import { QrPart } from './arrival/house-parts'
import { linksIn, ownGuest, withLink } from './own-phone-house'
import { asGuest } from './sending'

const pollMs = 5_000

/** Undefined before the first answer. */
const linkStates = store<readonly LinkState[] | undefined>(undefined)

/** Whether the server did not answer the last request. */
const isUnanswered = store(false)

/** Loads the states of the links from the server. Never rejects. */
export const look = async () => {
  try {
    const now = draft.get()
    const { data } = await asGuest(now, () => guestCall('GET /api/guest-links'))
    linkStates.set(data)
    isUnanswered.set(false)
  } catch {
    isUnanswered.set(true)
  }
}

/** The state of a guest's link: `unknown` before the first answer, `gone` after it has expired. */
export type PhoneState = {
  state: 'unknown' | 'open' | 'ready' | 'gone'
  name?: string | undefined
  isUnanswered: boolean
}

/** Returns the states of the guests' links, updated until all are ready. */
export const usePhones = (guests: readonly Later[]): ((guest: Later) => PhoneState) => {
  const states = useStore(linkStates)
  const isOffline = useStore(isUnanswered)
  const of = (guest: Later) => states?.find((link) => link.guest === guest)
  const isWaiting = guests.length > 0 && !guests.every((guest) => of(guest)?.state === 'ready')
  useEffect(() => {
    if (guests.length) void look()
  }, [guests.join()])
  useEffect(() => {
    if (!isWaiting) return
    const stop = whileVisible(pollMs, look, pollMs)
    addEventListener('online', look)
    return () => {
      stop()
      removeEventListener('online', look)
    }
  }, [isWaiting])
  return (guest) => ({
    state: of(guest)?.state ?? (states ? 'gone' : 'unknown'),
    name: of(guest)?.name,
    isUnanswered: isOffline,
  })
}

/** Links are made and removed one after the other: a late removal would remove the next link. */
const { run: inOrder } = serialQueue()

/** Makes the link of a guest. Throws Refused or Offline. */
const makeLink = async (guest: Later) => {
  const make = () => asGuest(draft.get(), () => guestCall('POST /api/guest-links', { body: { guest } }))
  const { data } = await inOrder(make)
  saveDraft(withLink({ ...draft.get(), [partyFlag(guest)]: 'yes' }, guest, data.token))
  linkStates.set([...(linkStates.get() ?? []).filter((link) => link.guest !== guest), { guest, state: 'open' }])
}

/** Removes a link on this phone, and on the server if it answers; the sending closes it in any case. */
const dropLink = (guest: Later) => {
  saveDraft(withLink(draft.get(), guest, undefined))
  linkStates.set(linkStates.get()?.filter((link) => link.guest !== guest))
  inOrder(() => guestCall('DELETE /api/guest-links/:guest', { params: { guest } })).catch(console.error)
}

/** Returns the address of a guest's link. */
const linkTo = (guest: Later, path: string) => `${location.origin}${path}#${linksIn(draft.get())[guest] ?? ''}`

/** Returns the words for the state of a guest's link. */
export const stateWords = ({ state, name, isUnanswered }: PhoneState) => {
  const words =
    state === 'ready' ? say(name ? 'ownPhone.ready' : 'ownPhone.readyUnnamed', { name }) : say(`ownPhone.${state}`)
  return isUnanswered ? `${words} ${say('ownPhone.offline')}` : words
}

const Share = ({ link }: { link: string }) => {
  const { companyName } = houseSettings.get()
  const message = say(companyName ? 'ownPhone.messageOf' : 'ownPhone.message', { link, house: companyName })
  const box = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(say('ownPhone.copied'))
    } catch {
      box.current?.select()
      setCopied(say('ownPhone.notCopied'))
    }
  }
  return (
    <>
      <input
        ref={box}
        readOnly
        value={link}
        aria-label={say('ownPhone.link')}
        onFocus={({ target }) => target.select()}
      />
      <div className="choices">
        {'share' in navigator && (
          <button
            type="button"
            className="choice primary"
            // It fails if the guest chooses no program.
            onClick={() => void navigator.share({ text: message }).catch(() => {})}
          >
            {say('ownPhone.share')}
          </button>
        )}
        <button type="button" className="choice" onClick={() => void copy()}>
          {say('ownPhone.copy')}
        </button>
        <a
          className="choice"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          WhatsApp
        </a>
      </div>
      <p className="copied" role="status">
        {copied}
      </p>
      <QrPart text={link} label={say('ownPhone.qr')} />
    </>
  )
}

type Put = (field: string) => (value: string) => void

/** Removes the card's "not ready" fault when the guest is ready. */
const settle = (guest: Later, put: Put) => {
  const flag = partyFlag(guest)
  if (draft.get()[flag] === 'yes') put(flag)('yes')
}

const Sent = ({ guest, put }: { guest: Later; put: Put }) => {
  const phone = usePhones([guest])(guest)
  const isReady = phone.state === 'ready'
  useEffect(() => {
    if (isReady) settle(guest, put)
  }, [isReady])
  const takeBack = () => {
    dropLink(guest)
    settle(guest, put)
  }
  return (
    <section className="own-phone" aria-labelledby="own-phone">
      <h2 id="own-phone" tabIndex={-1}>
        {say('ownPhone.title')}
      </h2>
      <p className={isReady ? 'state ready' : 'state'} role="status">
        {isReady && <Icon name="heroicons:check-circle" />}
        {stateWords(phone)}
      </p>
      {!isReady && phone.state !== 'gone' && <Share link={linkTo(guest, ownCards.open)} />}
      <button type="button" className="link" onClick={takeBack}>
        {say('ownPhone.mine')}
      </button>
    </section>
  )
}

/** Moves a focus that was lost with its button to the section that a made or removed link shows instead. */
const useKeptFocus = (hasLink: boolean) => {
  const before = useRef(hasLink)
  useEffect(() => {
    if (before.current !== hasLink && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.own-phone :is(h2, button)')?.focus()
    before.current = hasLink
  }, [hasLink])
}

/** The link to another guest's own phone, and its state. */
export const OwnPhone = ({ step, put }: { step: Step; put: Put }) => {
  const { say } = useStore(house).speak
  const answers = useStore(draft)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message>()
  const guest = askedFor(step)
  const hasLink = Boolean(guest && linksIn(answers)[guest])
  useKeptFocus(hasLink)
  if (!guest || ownGuest()) return null
  if (hasLink) return <Sent guest={guest} put={put} />
  const make = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await makeLink(guest)
    } catch (error) {
      setFailure(sendFailure(error, 'toast.error.title', 'toast.submitFailed').message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="own-phone">
      <button type="button" className="choice" aria-busy={isBusy} onClick={() => void (isBusy || make())}>
        <Icon name="heroicons:device-phone-mobile" />
        <span>
          {say('ownPhone.offer')}
          <small>{say('ownPhone.offerMore')}</small>
        </span>
      </button>
      {failure && (
        <div className="faults" role="alert">
          <strong>{failure.title}</strong>
          <p>{failure.text}</p>
        </div>
      )}
    </section>
  )
}
