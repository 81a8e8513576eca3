import type { ReactNode } from 'react'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'

type SentenceRowProps = {
  /** What the buttons are about, as a screen reader says it. */
  sentence: string
  /** Undefined where it may not be taken away. */
  remove: (() => unknown) | undefined
  change: () => unknown
  id?: string
  /** The sentence as it is shown, where it is more than text. */
  children: ReactNode
  /** Buttons between the two. */
  more?: ReactNode
}

/** A way on or a guard as a sentence, with the buttons that change it and take it away. */
export const SentenceRow = ({ sentence, remove, change, id, children, more }: SentenceRowProps) => (
  <li className="arm-row" id={id} tabIndex={-1}>
    <p>{children}</p>
    <div className="actions">
      <Button kind="small" aria-label={say('flow.change', { what: sentence })} onClick={() => void change()}>
        {say('flow.edit')}
      </Button>
      {more}
      <Button
        kind="small danger-text"
        aria-label={say('flow.remove', { what: sentence })}
        aria-disabled={!remove || undefined}
        onClick={() => void remove?.()}
      >
        {say('flow.takeAway')}
      </Button>
    </div>
  </li>
)
