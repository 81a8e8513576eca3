import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import type { Params } from '../../../core/flow/speaker'
import { TextBox } from '../../look/boxes'
import { Button } from '../../look/parts'
import { Refused } from '../../shared/api'
import { say } from '../../shared/published'
import { ask, Dialog } from './dialog'

type ChoiceProps = {
  title: string
  subtitle?: string
  yes: string
  no?: string
  danger?: boolean
  children?: ReactNode
  className?: string
  answer: (value?: true) => void
}

/** A choice between yes and no; if yes cannot be undone, no has the focus. */
export const Choice = ({
  yes,
  no,
  danger = false,
  children,
  className = 'question',
  answer,
  ...dialog
}: ChoiceProps) => (
  <Dialog {...dialog} onClose={() => answer()} className={className}>
    {children}
    <footer className="actions">
      {no && <Button text={no} data-first={danger || undefined} onClick={() => answer()} />}
      <Button
        text={yes}
        kind={danger ? 'danger' : 'primary'}
        data-first={!danger || undefined}
        onClick={() => answer(true)}
      />
    </footer>
  </Dialog>
)

/** Asks yes or no about the content `about`; the no-button says Cancel by default. Resolves to whether yes. */
export const askChoice = async (question: Omit<ChoiceProps, 'answer' | 'children'>, about: ReactNode) =>
  (await ask<true>((answer) => (
    <Choice no={say('host.cancel')} {...question} answer={answer}>
      {about}
    </Choice>
  ))) === true

/** Shows something to read until it is closed. */
export const showDialog = (shown: Pick<ChoiceProps, 'title' | 'className'>, content: ReactNode) =>
  ask<true>((answer) => (
    <Choice {...shown} yes={say('close')} answer={answer}>
      {content}
    </Choice>
  ))

/** `no` is Cancel by default. `danger`: yes cannot be undone. `until` answers for the host if it resolves first. */
type Confirmation = {
  title: string
  text: string
  yes: string
  no?: string
  danger?: boolean
  until?: Promise<boolean>
}

let cancelOpen: (() => void) | undefined

/** Asks the host to confirm. Escape, and another such question, answer no. */
export const confirmByHost = async ({ text, until, ...question }: Confirmation): Promise<boolean> => {
  cancelOpen?.()
  const said = await ask<true>((answer) => {
    cancelOpen = answer
    void until?.then((isYes) => answer(isYes || undefined))
    return (
      <Choice no={say('host.cancel')} {...question} answer={answer}>
        <p>{text}</p>
      </Choice>
    )
  })
  cancelOpen = undefined
  return said === true
}

/** Asks before an action that cannot be undone. The words are `KEYTitle` and `KEYText`, and `KEY` on the button. */
export const confirmDanger = (key: string, params: Params = {}, text = say(`${key}Text`, params)): Promise<boolean> =>
  confirmByHost({ title: say(`${key}Title`, params), text, yes: say(key), danger: true })

/** Asks whether the typed text of a dialog may be lost; answers no when `saved` resolves. */
export const mayDiscard = (saved?: Promise<unknown>) =>
  confirmByHost({
    title: say('unsaved.title'),
    text: say('unsaved.dialog'),
    yes: say('unsaved.close'),
    no: say('unsaved.stay'),
    danger: true,
    ...(saved && { until: saved.then(() => false) }),
  })

type FormDialogProps = {
  title: string
  subtitle?: string
  yes: string
  /** Closes the dialog; Cancel by default. */
  no?: string | undefined
  first?: 'yes' | 'no'
  isReady?: boolean
  className?: string
  send: () => void
  cancel: () => void
  onChange?: () => void
  children: ReactNode
}

/** A dialog with a form: Enter and the button `yes` send it. `send` checks the answers, the browser does not. */
export const FormDialog = (props: FormDialogProps) => {
  const { yes, no = say('host.cancel'), first, isReady = true, send, cancel } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Dialog title={props.title} subtitle={props.subtitle} onClose={cancel} className="question">
      <form className={props.className} noValidate onSubmit={submit} onChange={props.onChange}>
        {props.children}
        <footer className="actions">
          <Button text={no} data-first={first === 'no' || undefined} onClick={cancel} />
          <Button text={yes} type="submit" kind="primary" data-first={first === 'yes' || undefined} isOff={!isReady} />
        </footer>
      </form>
    </Dialog>
  )
}

type BoxDialogProps = Omit<FormDialogProps, 'children'> & {
  text?: string
  label: string
  fault?: string | false
  input: Partial<ComponentProps<typeof TextBox>>
  value: string
  type: (value: string) => void
}

const BoxDialog = ({ text, label, fault, input, value, type, ...dialog }: BoxDialogProps) => {
  const box = <TextBox {...{ ...input, label, fault, value }} put={type} />
  return (
    <FormDialog {...dialog}>
      {text ? (
        <div className="scroll">
          <p>{text}</p>
          {box}
        </div>
      ) : (
        box
      )}
    </FormDialog>
  )
}

type TextQuestion = {
  title: string
  text?: string
  label: string
  hint?: string
  maxLength: number
  yes: string
  value?: string
  /** The error if nothing is typed; without it the button is off until something is. */
  lacking?: string
}

const TextDialog = ({
  value = '',
  hint,
  maxLength,
  lacking = '',
  answer,
  ...dialog
}: TextQuestion & { answer: (text?: string) => void }) => {
  const [text, type] = useState(value)
  const [isTried, setTried] = useState(false)
  const given = text.trim()
  return (
    <BoxDialog
      {...dialog}
      {...{ type, value: text, isReady: Boolean(given || lacking), input: { hint, maxLength } }}
      fault={isTried && !given && lacking}
      send={() => (given ? answer(given) : setTried(true))}
      cancel={() => answer()}
    />
  )
}

/** Asks for a short text. Resolves to undefined when cancelled. */
export const askText = (question: TextQuestion) => ask<string>((answer) => <TextDialog {...question} answer={answer} />)

const asksForPin = (error: unknown): error is Refused =>
  error instanceof Refused && Boolean(error.body.faults?.some(({ field }) => field === 'current'))

type PinProps = { about: string; isWrong: boolean; answer: (pin?: string) => void }

const PinDialog = ({ about, isWrong, answer }: PinProps) => {
  const [pin, setPin] = useState('')
  const isReady = pin.length === 4
  return (
    <BoxDialog
      title={say('confirmPin.title')}
      text={[about, say('confirmPin.text')].filter(Boolean).join(' ')}
      label={say('access.pin.label')}
      fault={isWrong && say('access.pin.unknown')}
      input={{ type: 'password', inputMode: 'numeric', autoComplete: 'current-password', maxLength: 4 }}
      value={pin}
      type={(text) => setPin(text.replace(/\D/g, ''))}
      yes={say('confirmPin.yes')}
      isReady={isReady}
      send={() => isReady && answer(pin)}
      cancel={() => answer()}
    />
  )
}

/**
 * Runs `work`. If the server demands the PIN, asks for it, with a sentence `about` the work, and repeats. Throws the
 * errors of `work`; if the host gives no PIN, the refusal with the message that nothing was changed.
 */
export const withPin = async <T,>(work: (current?: string) => Promise<T>, about = ''): Promise<T> => {
  let current: string | undefined
  for (;;) {
    try {
      return await work(current)
    } catch (error) {
      if (!asksForPin(error)) throw error
      const isWrong = current !== undefined
      current = await ask<string>((answer) => <PinDialog about={about} isWrong={isWrong} answer={answer} />)
      if (current === undefined)
        throw new Refused(error.status, 'no PIN', { ...error.body, message: say('confirmPin.none') })
    }
  }
}
