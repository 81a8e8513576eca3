import { useEffect, useState } from 'react'
import { shortDate } from '../../../../core/text/dates'
import { Brand } from '../../../shared/brand'
import { begun, Card } from '../../../shared/card'
import { house, say } from '../../../shared/published'
import { Instructions, useArrival } from './arrival'
import { onNextToken, readReceiptLink } from './receipt-link'

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
