import { type GuideStep, guideSteps, type Settings } from '../../../../schema/settings'
import { hostCall as call } from '../../shared/api'
import { change } from '../forms/effects'
import { hostSettings } from '../shell/host'

/** The steps a host goes through; `over` is none of them. */
export const steps = guideSteps.filter((step) => step !== 'over')

type Known = Pick<Settings, 'guide' | 'companyName' | 'reservationCodes'>

/** Whether a step is done, or put aside. */
export const isDone = (step: GuideStep, { guide, companyName, reservationCodes }: Known) =>
  guide.includes(step) || (step === 'name' && companyName !== '') || (step === 'code' && reservationCodes.length > 0)

/** The steps that are left. */
export const left = (settings: Known) => steps.filter((step) => !isDone(step, settings))

/** Whether the guide is offered: the house is empty, or the guide was begun, and it is neither done nor put away. */
export const isOffered = (settings: Known) => {
  const { guide, companyName, reservationCodes } = settings
  if (guide.includes('over') || !left(settings).length) return false
  return guide.some((step) => step !== 'pin') || (!companyName && !reservationCodes.length)
}

/** Keep that a step is done, with the settings it answers. Throws Refused or Offline. */
export const mark = async (step: GuideStep, answers: Partial<Settings> = {}) => {
  const changes = { ...answers, guide: [...new Set([...hostSettings.get()!.guide, step])] }
  for (const [name, value] of Object.entries(changes))
    await change({ [name]: value }, (current) =>
      call('PATCH /api/settings/:name', { params: { name }, body: { value, current } }),
    )
}
