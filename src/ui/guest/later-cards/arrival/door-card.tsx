import { useEffect, useId, useState } from 'react'
import type { DoorAnswer, DoorCode } from '../../../../../schema/calls/arrival'
import type { FieldDefinition } from '../../../../../schema/steps'
import { dateInText } from '../../../../core/text/written-dates'
import { Line } from '../../../controls/first'
import { Icon } from '../../../look/icon'
import { FaultLine } from '../../../look/parts'
import type { QrPath } from '../../../look/qr-path'
import { QrPicture } from '../../../look/qr-picture'
import { guestCall, Refused } from '../../../shared/api'
import { announce, Card } from '../../../shared/card'
import { Brand } from '../../../shared/house-settings'
import { house, say } from '../../../shared/published'
import { whileVisible } from '../../../shared/visible'
import { type Message, messageOf } from '../../state/effect-results'
import { sendFailure } from '../../state/failures'
import { ReceiptArrival, timeOf } from './arrival'
import { loadQr } from './house-parts'
import { forgetReceiptLink, keptReceiptLink, onNextToken, storedToken } from './receipt-link'

/** Milliseconds between two requests for the day's code. */
const pause = 60_000

/** A day's code as a picture, and until when it counts (ms by this device's clock, right or wrong). */
type Shown = DoorCode & { picture: QrPath; until: number }

const readCode = async (token: string): Promise<Shown> => {
  const { data } = await guestCall('POST /api/door/code', { body: { token } })
  const { qrPath } = await loadQr()
  return { ...data, picture: qrPath(location.origin + data.here), until: Date.now() + data.left * 1000 }
}

type Code = { shown?: Shown; isAway?: boolean; isOver?: boolean }

/** Returns the day's code, updated after midnight and kept offline; `isAway`: none to show; `isOver`: invalid token. */
const useCode = (token: string) => {
  // The server would count a call without a token as a guess.
  const [code, setCode] = useState<Code>({ isOver: !token })
  const { isOver } = code
  useEffect(() => {
    if (isOver) return undefined
    let isLeft = false
    const put = (next: (before: Code) => Code) => void (isLeft || setCode(next))
    const read = () =>
      readCode(token).then(
        (shown) => put(() => ({ shown })),
        (error: unknown) => {
          console.error(error)
          const isUnknown = error instanceof Refused && error.status === 404
          put(({ shown }) => {
            if (isUnknown) return { isOver: true }
            return shown && Date.now() < shown.until ? { shown } : { isAway: true }
          })
        },
      )
    const stop = whileVisible(pause, read)
    return () => {
      isLeft = true
      stop()
    }
  }, [token, isOver])
  return code
}

/** The page of a tablet at the door: today's QR code. */
export const DoorCard = () => {
  const [token] = useState(() => storedToken(() => localStorage, 'doorDisplay'))
  const { shown, isAway, isOver } = useCode(token)
  const title = say('door.title')
  const wrong = isOver ? 'stayLink.unknown' : isAway && 'door.away'
  useEffect(() => void (document.title = title), [title])
  return (
    <Card title={title} brand={<Brand />}>
      <FaultLine className="lead">{wrong && say(wrong)}</FaultLine>
      {!wrong && !shown && <p role="status">{say('loading')}</p>}
      {shown && (
        <div className="door-code">
          <p className="lead">{say('door.text')}</p>
          <QrPicture code={shown.picture} label={say('door.text')} />
          <p>{say('door.day', { day: dateInText(shown.day, house.get().language) })}</p>
        </div>
      )}
    </Card>
  )
}

const readDoor = () => storedToken(() => sessionStorage, 'door')

const endOf = ({ body: { over, arrivalDate = '' } }: Refused): Message | undefined => {
  if (over === 'early')
    return messageOf('here.early.title', 'here.early', { date: dateInText(arrivalDate, house.get().language) })
  return over === 'otherDay' || over === 'otherHouse' || over === 'nobody'
    ? messageOf(`here.${over}.title`, `here.${over}`)
    : undefined
}

const useNotice = (door: string) => {
  const [receipt, setReceipt] = useState(keptReceiptLink)
  const [code, setCode] = useState('')
  const [notice, setNotice] = useState<DoorAnswer>()
  const [end, setEnd] = useState<Message>()
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const fail = (error: unknown) => {
    const over = error instanceof Refused ? error.body.over : undefined
    const final = error instanceof Refused ? endOf(error) : undefined
    if (final) return setEnd(final)
    // The token of an earlier stay: this one may have been registered on another phone.
    if (over === 'unknown' || over === 'over') {
      forgetReceiptLink()
      setReceipt('')
      setNotice(undefined)
    }
    if (over === 'code') return setFault(say('here.wrongCode'))
    if (over === 'over') return setFault(say('arrival.over'))
    if (over !== 'unknown') setFault(sendFailure(error, 'toast.error.title', 'toast.submitFailed').message?.text ?? '')
  }
  const press = async () => {
    if (busy || !(receipt || code.trim())) return
    setBusy(true)
    setFault('')
    const body = { door, ...(receipt ? { receipt } : { code: code.trim() }) }
    await guestCall('POST /api/door/here', { body }).then(({ data }) => setNotice(data), fail)
    setBusy(false)
  }
  return { receipt, code, setCode, notice, end, fault, busy, press }
}

/** The code as the check-in asks it: a message can be pasted whole. */
const field = 'reservationCode'
const definition: FieldDefinition = { control: 'code', clean: ['alphanumeric', 'upper'], maxLength: 4 }

const CodeBox = ({ code, setCode, fault }: { code: string; setCode: (code: string) => void; fault: string }) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{say('here.code')}</label>
      <Line
        {...{ id, field, definition }}
        value={code}
        known={{}}
        describedBy={`${id}-hint`}
        invalid={Boolean(fault)}
        autoComplete="off"
        put={setCode}
        choose={setCode}
      />
      <p id={`${id}-hint`} className="hint">
        {say('here.codeHint')}
      </p>
    </div>
  )
}

const NoticeResult = ({ notice }: { notice: DoorAnswer }) => {
  const { at, by, call, again, room } = notice
  const told = say(`here.told.${by}`, { at: timeOf(at, { timeStyle: 'short' }) })
  const words = again === undefined ? told : `${told} ${say('here.again', { minutes: Math.ceil(again / 60) })}`
  // Not a live region here: screen readers often skip words that appear together with their region.
  useEffect(() => announce(words), [notice])
  return (
    <div className="instructions">
      <p className={by === 'nobody' ? 'warning with-icon' : 'with-icon'}>
        <Icon name={by === 'nobody' ? 'heroicons:exclamation-triangle' : 'heroicons:check-circle'} />
        <span>
          {room && <b>{room}. </b>}
          {words}
        </span>
      </p>
      {call && (
        <a className="choice primary" href={call} target="_blank" rel="noopener noreferrer">
          {say('here.call')}
        </a>
      )}
    </div>
  )
}

/** The card of the QR code at the door, where the guest notifies the host. */
export const HereCard = () => {
  const [door, setDoor] = useState(readDoor)
  useEffect(() => onNextToken(() => setDoor(readDoor())), [])
  return <HereAt key={door} door={door} />
}

const HereAt = ({ door }: { door: string }) => {
  const { receipt, code, setCode, notice, end, fault, busy, press } = useNotice(door)
  const title = end?.title ?? say('here.title')
  useEffect(() => void (document.title = title), [title])
  const isReady = Boolean(receipt || code.trim())
  const ok = { text: say(notice ? 'here.pressAgain' : 'here.press'), ready: isReady, busy, press: () => void press() }
  return (
    <Card title={title} brand={<Brand />} home={{ to: '/', text: say('home') }} ok={end ? undefined : ok}>
      <FaultLine className="lead">{end?.text}</FaultLine>
      {!end && !notice && <p className="lead">{say('here.text')}</p>}
      {!end && notice && <NoticeResult notice={notice} />}
      {!end && !receipt && <CodeBox {...{ code, setCode, fault }} />}
      <FaultLine className="faults">{fault}</FaultLine>
      {notice && receipt && <ReceiptArrival token={receipt} />}
    </Card>
  )
}
