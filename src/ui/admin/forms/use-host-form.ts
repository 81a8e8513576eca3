import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Checkin, Draft } from '../../../../schema/checkin'
import type { Later } from '../../../../schema/guest'
import type { Frame, HostPanel } from '../../../../schema/host-vocabulary'
import type { Flow } from '../../../../schema/steps'
import { party, withGuestBefore, withoutGuest } from '../../../core/checkin/party'
import { follow, targetOf } from '../../../core/flow/arms'
import { facts } from '../../../core/flow/facts'
import { cleanedAnswers, type Fault } from '../../../core/flow/validation'
import { fieldId } from '../../controls/field'
import { attemptId } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { today } from '../../shared/published'
import { go, hostHouse, hostSettings } from '../session/host'
import { type HostResult, showFailure } from './form-results'
import { answersOf, changesOfAnswer, faultsIn, formState } from './form-state'
import { hostEffects } from './host-effects'

/** Properties of a panel: a function that fills in the form's answers, and the most guests of a check-in. */
export type HostPanelProps = {
  fill: (answers: Draft) => void
  most: number
}

export type HostPanelTable = Record<HostPanel, (props: HostPanelProps) => ReactNode>

/** The panels of a form, as a context: a panel may contain a form. */
export const HostPanels = createContext<Partial<HostPanelTable>>({})

export type HostFormProps = {
  name: string
  frame?: Frame
  /** The initial answers by full field name (`mainGuestName`, `companyName`, `code`). */
  values: Draft
  preset?: Draft
  /** The id of the check-in or code, and its name in words. */
  about?: { id?: number | string; words?: string }
  cautions?: { readonly [field: string]: ReactNode } | undefined
  focus?: string | undefined
  /** Goes where the form leads, by default by the router. */
  leave?: (to: string) => void
  onDone?: (outcome: string) => void
  onCancel?: () => void
}

/** Form status: validation faults, a message, and a counter that increases with each message. */
type FormStatus = { faults: Fault[]; message?: string | undefined; times: number }

const isFailure = ({ outcome }: HostResult) => outcome === 'failed' || outcome === 'closed'

const useFocus = (
  box: RefObject<HTMLFormElement | null>,
  status: FormStatus,
  nameOf: (field: string) => string,
  first?: string,
) => {
  useEffect(() => {
    if (first) document.getElementById(fieldId(nameOf(first)))?.focus()
  }, [])
  useEffect(() => {
    if (!status.times || (!status.faults.length && !status.message)) return
    const summary = box.current?.querySelector<HTMLElement>('.faults')
    ;(summary ?? document.getElementById(fieldId(nameOf(status.faults[0]!.field))))?.focus()
  }, [status.times])
}

/** Returns whether the party is full, and the functions that add a guest before another one or remove a guest. */
const partyEdits = (base: Draft, edits: Draft, most: number, setEdits: Dispatch<SetStateAction<Draft>>) => {
  const change = (make: typeof withoutGuest) => (who: Later) =>
    setEdits((typed) => ({ ...typed, ...make({ ...base, ...typed }, who) }))
  return {
    isFull: party({ ...base, ...edits } as Checkin).length >= most,
    addBefore: change(withGuestBefore),
    remove: change(withoutGuest),
  }
}

/** Returns the functions that change one answer and fill in several. */
const answerEdits = (
  flow: Flow,
  base: Draft,
  setEdits: Dispatch<SetStateAction<Draft>>,
  setStatus: Dispatch<SetStateAction<FormStatus>>,
) => ({
  put: (key: string, value: string, beside: Record<string, string> = {}) => {
    setEdits((typed) => ({ ...typed, ...beside, ...changesOfAnswer(flow, { ...base, ...typed }, key, value) }))
    setStatus(({ faults, times }) => ({ faults: faults.filter(({ field }) => field !== key), times }))
  },
  fill: (answers: Draft) => setEdits((typed) => ({ ...typed, ...cleanedAnswers(flow, answers) })),
})

/** Returns the form's state and handlers. */
export const useHostForm = ({ name, values, preset, about, focus, leave = go, onDone }: HostFormProps) => {
  const { flow, speak } = hostHouse.get()!
  const settings = useStore(hostSettings)
  const form = flow.forms[name]!
  const [edits, setEdits] = useState<Draft>({})
  const [stored, setStored] = useState<Draft>({})
  const [status, setStatus] = useState<FormStatus>({ faults: [], times: 0 })
  const [busy, setBusy] = useState(false)
  const [draftId, setDraftId] = useState(attemptId)
  const box = useRef<HTMLFormElement>(null)
  const isClosed = useRef(false)
  useEffect(() => () => void (isClosed.current = true), [])
  const input = { flow, form, values: { ...values, ...stored }, preset, edits, settings, day: today(), id: about?.id }
  const state = formState(input)
  const { of, isNew, base, known, all, asked, isChanged } = state

  const titleKey = !isNew && speak.has(`forms.${name}.editTitle`) ? `forms.${name}.editTitle` : `forms.${name}.title`
  const nameOf = (field: string) => all.find(({ key }) => key === field)?.name ?? field
  useFocus(box, status, nameOf, focus)

  const show = (faults: Fault[], message?: string) => setStatus(({ times }) => ({ faults, message, times: times + 1 }))
  /** A form whose only question is a picture saves when the picture is chosen. */
  const isPicture = asked.length === 1 && asked[0]!.definition.control === 'picture'
  const isIdle = of === 'settings' && !isChanged
  const finish = (result: HostResult, answers: Draft, sent: Draft) => {
    setBusy(false)
    if (isFailure(result)) {
      // A refused picture is not shown.
      setEdits((typed) => (isPicture ? {} : { ...typed, ...result.set }))
      setStored((before) => ({ ...before, ...result.stored }))
      const ownFaults = (result.faults ?? []).filter(({ field }) => all.some(({ key }) => key === field))
      return show(ownFaults, result.message)
    }
    // Answers typed during the request stay unsaved.
    setEdits((typed) => Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== sent[key])))
    setDraftId(attemptId())
    onDone?.(result.outcome)
    // The arm may depend on settings that signing in has just loaded.
    const arm = follow(form.next, facts(answers, hostSettings.get() ?? settings, result.outcome))
    const to = arm && targetOf(arm, known)
    if (to) leave(to)
  }
  /** Resolves to whether nothing is left to save. */
  const press = async (extra: Draft = {}) => {
    if (busy || !form.do || (isIdle && !Object.keys(extra).length)) return true
    const answers = answersOf(state, input, extra)
    const found = faultsIn(state, answers, about?.id)
    if (found.length) {
      show(found)
      return false
    }
    setBusy(true)
    show([])
    const result = await hostEffects[form.do]({ form: name, answers, before: base, values, draftId, id: about?.id })
    if (!isClosed.current) finish(result, answers, { ...edits, ...extra })
    else if (isFailure(result)) showFailure(result)
    return !isFailure(result)
  }
  const { put, fill } = answerEdits(flow, base, setEdits, setStatus)
  const guests = partyEdits(base, edits, state.most, setEdits)
  return { form, state, status, busy, box, titleKey, isPicture, isIdle, nameOf, press, put, fill, guests }
}
