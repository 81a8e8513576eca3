import type { ReactNode } from 'react'
import type { Piece } from '../../../../core/diagram/outline'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'

/** A sentence with strong pieces. */
export const Sentence = ({ pieces }: { pieces: readonly Piece[] }) => {
  let at = 0
  return pieces.map(({ text, strong }) => {
    at += text.length + 1
    return strong ? <strong key={at}>{text}</strong> : <span key={at}>{text}</span>
  })
}

type SentenceRowProps = {
  sentence: string
  /** Undefined if it cannot be removed. */
  remove: (() => unknown) | undefined
  change: () => unknown
  id?: string
  children: ReactNode
  more?: ReactNode
}

/** An arm or guard as a sentence, with buttons to change and remove it. */
export const SentenceRow = ({ sentence, remove, change, id, children, more }: SentenceRowProps) => (
  <li className="item arm-row" id={id} tabIndex={-1}>
    <p>{children}</p>
    <div className="buttons">
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
