import { useEffect, useState } from 'react'
import type { DoorCode } from '../../../../../schema/calls/guest-links'
import { dateInText } from '../../../../core/text/written-dates'
import type { QrPath } from '../../../look/qr-path'
import { QrPicture } from '../../../look/qr-picture'
import { guestCall, Refused } from '../../../shared/api'
import { Card } from '../../../shared/card'
import { Brand } from '../../../shared/house-settings'
import { house, say } from '../../../shared/published'
import { whileVisible } from '../../../shared/visible'
import { storedToken } from './receipt-link'

/** The address of the built `qr-path.ts`. */
declare const qrFile: string

/** Milliseconds between two requests for the day's code. */
const pause = 60_000

/** A day's code as a picture, and until when it counts (ms by this device's clock, right or wrong). */
type Shown = DoorCode & { picture: QrPath; until: number }

const readCode = async (token: string): Promise<Shown> => {
  const { data } = await guestCall('POST /api/door/code', { body: { token } })
  const { qrPath } = (await import(qrFile)) as typeof import('../../../look/qr-path')
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
      {wrong && (
        <p className="lead" role="alert">
          {say(wrong)}
        </p>
      )}
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
