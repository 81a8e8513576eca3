import { type ReactNode, useEffect, useState } from 'react'
import type { GuestArrival } from '../../../../../schema/calls/arrival'
import type { ShownGuide } from '../../../../../schema/code'
import { localeOf } from '../../../../../schema/languages'
import { wifiCode } from '../../../../core/arrival/guide'
import { dayWritten, shortDate } from '../../../../core/text/written-dates'
import { Icon } from '../../../look/icon'
import { guestCall, Refused } from '../../../shared/api'
import { begun, Card } from '../../../shared/card'
import { Brand, houseSettings } from '../../../shared/house-settings'
import { house, say } from '../../../shared/published'
import { whileVisible } from '../../../shared/visible'
import { errorMessage, type Message, messageOf } from '../../state/effect-results'
import { HouseParts, MapLine, QrPart } from './house-parts'
import { forgetReceiptLink, onNextToken, readReceiptLink } from './receipt-link'

/** Milliseconds between two requests; each checks again that the instructions are released. */
const pause = 60_000

/** The last answer; withdrawn instructions are not kept. */
type Look = { at: number; found?: GuestArrival; over?: Message; failure?: Message }

const overOf = (error: unknown): Message | undefined => {
  if (!(error instanceof Refused) || ![404, 410].includes(error.status)) return undefined
  return error.status === 410
    ? messageOf('arrival.over.title', 'arrival.over')
    : messageOf('stayLink.unknown.title', 'stayLink.unknown')
}

const look = async (token: string, before: Look | undefined): Promise<Look> => {
  const { language } = house.get()
  // The server would count a call without a token as a guess.
  if (!token) return { at: 0, over: messageOf('stayLink.unknown.title', 'stayLink.unknown') }
  try {
    const { data } = await guestCall('POST /api/arrival', { body: { token, language } })
    return { at: Date.now(), found: data }
  } catch (error) {
    const over = overOf(error)
    if (over) forgetReceiptLink()
    return over ? { at: Date.now(), over } : { at: 0, ...before, failure: errorMessage(error) }
  }
}

/** Loads the instructions of a receipt's token, again each minute and whenever the page is shown. */
const useArrival = (token: string) => {
  const [seen, setSeen] = useState<Look>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isLeft = false
    let last: Look | undefined
    const stop = whileVisible(pause, async () => {
      if (last?.over) return
      last = await look(token, last)
      if (!isLeft) setSeen(last)
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [token, tries])
  return { seen, retry: () => setTries(tries + 1) }
}

/** Returns an instant in Italian time, in the page's language. */
export const timeOf = (at: number | string, form: Intl.DateTimeFormatOptions) => {
  const { language } = house.get()
  const format = new Intl.DateTimeFormat(localeOf(language), { ...form, timeZone: 'Europe/Rome' })
  return dayWritten(format, new Date(at), language)
}

const Waits = ({ state }: { state: Extract<GuestArrival['state'], { is: 'waiting' }> }) => (
  <>
    <p>{say('arrival.waits')}</p>
    <ul>
      {state.waits.map((wait) => (
        <li key={wait}>
          {say(`arrival.wait.${wait}`, {
            at: state.from && timeOf(state.from, { dateStyle: 'full', timeStyle: 'short' }),
          })}
        </li>
      ))}
    </ul>
  </>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{say(`arrival.${name}`)}</dt>
    <dd>{children}</dd>
  </div>
)

const Guide = ({ guide }: { guide: ShownGuide }) => {
  const { keyBox, wifiName, wifiPassword } = guide
  const text = (name: 'door' | 'rules' | 'contact') =>
    guide[name] && (
      <Row name={name}>
        <HouseParts text={guide[name]} />
      </Row>
    )
  return (
    <dl className="guide">
      {text('door')}
      {keyBox && (
        <Row name="keyBox">
          <strong className="secret">{keyBox}</strong>
        </Row>
      )}
      {wifiName && (
        <Row name="wifi">
          <span className="secret">{wifiName}</span>
          {wifiPassword && (
            <>
              <br />
              {say('named', { name: say('arrival.password'), text: '' })}
              <strong className="secret">{wifiPassword}</strong>
            </>
          )}
          <QrPart text={wifiCode(guide)} label={say('arrival.wifiQr')} />
        </Row>
      )}
      {text('rules')}
      {text('contact')}
    </dl>
  )
}

const Body = ({ found: { state, guide } }: { found: GuestArrival }) => {
  if (state.is === 'waiting') return <Waits state={state} />
  if (state.is === 'withdrawn') return <p>{say('arrival.withdrawn')}</p>
  const { address: _, ...rest } = guide ?? {}
  return Object.keys(rest).length ? <Guide guide={rest} /> : <p>{say('arrival.empty')}</p>
}

/** The arrival instructions, or the conditions they wait for, or that they were withdrawn. */
const Instructions = ({ seen, retry }: ReturnType<typeof useArrival>) => {
  const { found, over, failure, at = 0 } = { ...seen }
  return (
    <div className="instructions">
      {/* Not atomic: an opened QR code would have everything read out again. */}
      <div className="instructions" role="status" aria-atomic={false}>
        {seen ? (
          <MapLine address={found?.guide?.address || houseSettings.get().houseAddress} />
        ) : (
          <p>{say('loading')}</p>
        )}
        {over && <p>{over.text}</p>}
        {found && <Body found={found} />}
        {failure && !found && (
          <p className="with-icon">
            <Icon name="heroicons:exclamation-triangle" />
            <span>
              {failure.text}{' '}
              <button type="button" className="link" onClick={retry}>
                {say('retry')}
              </button>
            </span>
          </p>
        )}
      </div>
      {/* Outside of the live region, which a screen reader reads out whole whenever the minute changes. */}
      {found?.state.is === 'released' && (
        <p className="hint">
          {say(failure ? 'arrival.offline' : 'arrival.seen', { at: timeOf(at, { timeStyle: 'short' }) })}
        </p>
      )}
    </div>
  )
}

/** The part of the receipt about the arrival. */
export const ReceiptArrival = ({ token }: { token: string }) => {
  const arrival = useArrival(token)
  return (
    <section aria-labelledby="arrival-title">
      <h2 id="arrival-title">{say('arrival.title')}</h2>
      <Instructions {...arrival} />
    </section>
  )
}

/** The card of a receipt link, with the arrival instructions. */
export const ArrivalCard = () => {
  const [token, setToken] = useState(readReceiptLink)
  useEffect(() => onNextToken(() => setToken(readReceiptLink())), [])
  const arrival = useArrival(token)
  const { found, over } = arrival.seen ?? {}
  const title = over?.title ?? say('arrival.title')
  const { language, speak } = house.get()
  useEffect(() => void (document.title = title), [title])
  return (
    <Card
      title={title}
      brand={<Brand />}
      home={{ to: '/', text: say('home') }}
      progress={{ ...begun, filled: begun.of }}
    >
      {found && (
        <p className="lead">
          {speak.say('arrival.stay', {
            room: found.room,
            arrival: shortDate(found.arrival, language),
            departure: shortDate(found.departure, language),
          })}
        </p>
      )}
      <Instructions {...arrival} />
    </Card>
  )
}
