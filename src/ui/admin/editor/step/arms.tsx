import type { ReactNode } from 'react'
import type { Arm } from '../../../../../schema/steps'
import { guestOfStep } from '../../../../core/diagram/graph'
import { armPieces, type Piece } from '../../../../core/diagram/outline'
import type { ArmList } from '../../../../core/editor/operations'
import { nameResolver } from '../../../../core/flow/names'
import { speaker } from '../../../../core/flow/speaker'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { perform } from '../draft/perform'
import { askArm } from '../edit-dialogs/arm-dialog'
import type { StepProps } from '../edit-dialogs/choices-of'

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

const nameOf = ({ when, to }: Arm) => ({ ...(when && { when }), to })

type ArmsProps = StepProps & { list?: ArmList }

const Row = ({ flow, path, cards, list = 'next', arm, at }: ArmsProps & { arm: Arm; at: number }) => {
  const arms = flow.steps[path]![list] ?? []
  const named = { kind: 'setEntry', in: list, step: path, entry: nameOf(arm) } as const
  const pieces = armPieces(flow, speaker(cards), arm, at === 0, nameResolver(guestOfStep(flow.steps[path])))
  const sentence = pieces.map(({ text }) => text).join('')
  const change = async () => {
    const becomes = await askArm({ flow, path, cards, title: say('flow.changeArm'), arm })
    if (becomes) await perform({ ...named, becomes })
  }
  const before = arms[at - 1]
  const isLast = list === 'next' && arms.length === 1
  const up = (
    <Button
      kind="small"
      aria-label={say('flow.up', { what: sentence })}
      aria-disabled={!before || undefined}
      onClick={() => before && void perform({ ...named, before: nameOf(before) })}
    >
      ↑
    </Button>
  )
  const remove = () => perform(named)
  return (
    <SentenceRow
      id={`arm-${list}-${at}`}
      sentence={sentence}
      change={change}
      more={up}
      remove={isLast ? undefined : remove}
    >
      <Sentence pieces={pieces} />
    </SentenceRow>
  )
}

/** The arms of a step as sentences, in the order they are tried. */
export const Arms = ({ list = 'next', ...props }: ArmsProps) => {
  const { flow, path, cards } = props
  const arms = flow.steps[path]![list] ?? []
  const id = `step-${list}`
  const add = async () => {
    const arm = await askArm({ flow, path, cards, title: say('flow.addArm') })
    if (arm) await perform({ kind: 'setEntry', in: list, step: path, becomes: arm })
  }
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{say(list === 'next' ? 'flow.arms' : 'flow.back')}</h3>
      <ol className="stack tight">
        {arms.map((arm, at) => (
          <Row key={JSON.stringify(nameOf(arm))} {...props} list={list} arm={arm} at={at} />
        ))}
      </ol>
      <p>
        <Button onClick={() => void add()}>{say('flow.addArm')}</Button>
      </p>
    </section>
  )
}
