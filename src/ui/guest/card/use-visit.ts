import { useEffect, useState } from 'react'
import type { Draft } from '../../../../schema/checkin'
import { facts } from '../../../core/flow/facts'
import type { PartReached } from '../../../core/flow/parts'
import { backAddress, resumeAddress, stepBack, type Trail } from '../../../core/flow/trail'
import { store, useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import { toast } from '../../shared/toast'
import { isJourneyLoaded, laterCode } from '../engine/loader'
import { countdownOf, dispatch, enter, forNextCard, leave } from '../engine/step-run'
import { initialStatus, isBusy, returnOf, type StepVisit } from '../engine/step-states'
import { draft } from '../state/guest-draft'

export type StepCardProps = Omit<StepVisit, 'status' | 'alive'> & {
  /** Whether the guest came from another card, not by loading the page. */
  arrived: boolean
}

/** Returns the visit of a step, from the card's first drawing to its last, and the seconds left of its countdown. */
export const useVisit = ({ arrived, ...props }: StepCardProps) => {
  const [seconds, setSeconds] = useState<number>()
  const [visit] = useState<StepVisit>(() => {
    const isWorking = props.step.on === 'enter' && draft.get().finished !== 'yes'
    const { faults, message } = forNextCard.get()
    return { ...props, alive: true, status: store(initialStatus(faults, isWorking, message)) }
  })
  Object.assign(visit, props)
  const { state, to } = useStore(visit.status)
  useEffect(() => {
    visit.alive = true
    if (arrived) toast.pass()
    forNextCard.set({ faults: [] })
    if (isBusy(visit.status.get())) void enter(visit)
    return () => {
      visit.alive = false
    }
  }, [])
  useEffect(() => {
    if (state !== 'leaving') return
    const countdown = countdownOf(props.step) ?? 0
    const end = Date.now() + countdown
    const count = () => setSeconds(Math.max(1, Math.ceil((end - Date.now()) / 1000)))
    count()
    const clock = setInterval(count, 200)
    const move = () => (navigator.onLine ? leave(visit, to) : dispatch(visit, 'stay'))
    const timer = setTimeout(() => visit.alive && move(), countdown)
    return () => {
      clearInterval(clock)
      clearTimeout(timer)
    }
  }, [state])
  return { visit, secondsLeft: state === 'leaving' ? seconds : undefined }
}

/** The part of the journey (known after the later code is loaded), and the direction the card comes from. */
type Position = { part: PartReached | undefined; from: 'forward' | 'back' }
let reached: PartReached | undefined
let placeBefore = 0

const isFurther = (part: PartReached) => !reached || part.number + part.filled > reached.number + reached.filled

/** Returns the position, computed once for each card. While the guest makes a change, the progress never decreases. */
export const usePosition = (visit: StepVisit, journey: Trail, answers: Draft, site: object): Position => {
  const [position] = useState((): Position => {
    const { flow, left } = house.get()
    const known = facts(answers, site)
    const back = stepBack(flow, journey, known, visit)
    const indexOf = (path: string | undefined) => journey.stops.findIndex((stop) => stop.path === path)
    const place = indexOf(visit.path) >= 0 ? indexOf(visit.path) : indexOf(back) + 0.5
    const from = place < placeBefore ? 'back' : 'forward'
    placeBefore = place
    if (!isJourneyLoaded()) return { part: undefined, from }
    const part = laterCode().partAt(flow, journey, { ...visit, back }, known, left)
    if (returnOf(visit).returning === undefined || isFurther(part)) reached = part
    return { part: reached, from }
  })
  return position
}

/** Returns the addresses of Back (`back`) and of an unfinished check-in's next step (`halfway`). */
export const addressesOf = (visit: StepVisit, journey: Trail, answers: Draft, site: object) => {
  const { flow } = house.get()
  const at = { ...visit, ...returnOf(visit) }
  return {
    back: backAddress(flow, journey, facts(answers, site), at, answers.finished === 'yes'),
    halfway: resumeAddress(flow, journey, answers, visit.path),
  }
}
