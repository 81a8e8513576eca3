import { useEffect, useState } from 'react'
import type { DoorCode } from '../../../../../schema/calls/door'
import { longDate } from '../../../../core/mail/long-date'
import type { QrPath } from '../../../look/qr-path'
import { QrPicture } from '../../../look/qr-picture'
import { guestCall, Refused } from '../../../shared/api'
import { Brand } from '../../../shared/brand'
import { begun, Card } from '../../../shared/card'
import { house, say } from '../../../shared/published'

/** The address of the built `qr-path.ts`. */
declare const qrFile: string

/** Milliseconds between two requests for the day's code. */
const pause = 300_000

const key = 'doorDisplay'

/** Moves the tablet's token from the address, which anybody at the door can read, into the browser's storage. */
const readToken = (): string => {
  try {
    const typed = location.hash.slice(1)
    if (typed) localStorage.setItem(key, typed)
    if (typed) history.replaceState(null, '', location.pathname + location.search)
    return typed || (localStorage.getItem(key) ?? '')
  } catch {
    return location.hash.slice(1)
  }
}

/** Returns the day's code as a picture, updated after midnight; `isOver`: the token is invalid. */
const useCode = (token: string) => {
  const [shown, setShown] = useState<DoorCode & { picture: QrPath }>()
  // The server would count a call without a token as a guess.
  const [isOver, setOver] = useState(!token)
  useEffect(() => {
    if (isOver) return undefined
    let isLeft = false
    const read = async () => {
      try {
        const { data } = await guestCall('POST /api/door/code', { body: { token } })
        const { qrPath } = (await import(qrFile)) as typeof import('../../../look/qr-path')
        if (!isLeft) setShown({ ...data, picture: qrPath(location.origin + data.here) })
      } catch (error) {
        console.error(error)
        if (!isLeft && error instanceof Refused && error.status === 404) setOver(true)
      }
    }
    void read()
    const clock = setInterval(() => void read(), pause)
    return () => {
      isLeft = true
      clearInterval(clock)
    }
  }, [token, isOver])
  return { shown, isOver }
}

/** The page of a tablet at the door: today's QR code. */
export const DoorCard = () => {
  const [token] = useState(readToken)
  const { shown, isOver } = useCode(token)
  const title = say('door.title')
  useEffect(() => void (document.title = title), [title])
  return (
    <Card title={title} brand={<Brand />} home={{ to: '/', text: say('home') }} progress={begun}>
      {isOver && (
        <p className="lead" role="alert">
          {say('stayLink.unknown')}
        </p>
      )}
      {!isOver && (
        <div className="door-code">
          <p className="lead">{say('door.text')}</p>
          {shown && <QrPicture code={shown.picture} label={say('door.text')} />}
          {shown && <p>{say('door.day', { day: longDate(shown.day, house.get().language) })}</p>}
        </div>
      )}
    </Card>
  )
}
