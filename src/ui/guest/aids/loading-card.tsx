import { useEffect, useState } from 'react'
import { begun, Card } from '../../shared/card'
import { Brand } from '../../shared/house-settings'
import { say } from '../../shared/published'
import { errorMessage, type Message } from '../state/effect-results'

type LoadingProps = {
  /** On success it must lead away from this card. */
  load: () => Promise<unknown>
  /** Returns the message of an error that a retry cannot mend. */
  finalMessage?: (error: unknown) => Message | undefined
  arrived?: 'forward'
}

/** A card with a spinner during `load`; after an error the guest can try again. */
export const LoadingCard = ({ load, finalMessage, arrived }: LoadingProps) => {
  const [failure, setFailure] = useState<Message & { at: number; isFinal: boolean }>()
  const [isLoading, setLoading] = useState(true)
  const title = failure?.title ?? say('loading')
  const begin = () => {
    setLoading(true)
    load().catch((error: unknown) => {
      const final = finalMessage?.(error)
      setFailure({ ...(final ?? errorMessage(error)), at: Date.now(), isFinal: final !== undefined })
      setLoading(false)
    })
  }
  useEffect(begin, [])
  useEffect(() => void (document.title = title), [title])
  const retry = { text: say(isLoading ? 'loading' : 'retry'), ready: true, busy: isLoading, press: begin }
  return (
    <Card
      title={title}
      brand={<Brand />}
      home={{ to: '/', text: say('home') }}
      ok={failure && !failure.isFinal ? retry : undefined}
      progress={begun}
      arrived={arrived}
    >
      {failure ? (
        // A new element makes screen readers announce the same message again.
        <p key={failure.at} className="lead" role="alert">
          <span className="unseen">{title}. </span>
          {failure.text}
        </p>
      ) : (
        <p className="spinner" role="status">
          <span className="unseen">{title}</span>
        </p>
      )}
    </Card>
  )
}
