import { defaults, type GuideStep, guideSteps, type Settings } from '../../../../schema/settings'
import { hostCall as call } from '../../shared/api'
import { change } from '../forms/host-effects'
import { hostSettings } from '../session/host'

export const shownGuideSteps = guideSteps.filter((step) => step !== 'over' && step !== 'invite')

type Known = Pick<Settings, 'guide' | 'companyName' | 'reservationCodes'>
type Needed = Known & Pick<Settings, 'publicAddress' | 'regionStructures' | 'ross1000StructureCode'>

/** What a house needs before its first guest, also if steps were skipped. */
const needs = {
  name: ({ companyName }) => companyName !== '',
  code: ({ reservationCodes }) => reservationCodes.length > 0,
  region: ({ regionStructures, ross1000StructureCode }) =>
    regionStructures.length > 0 || ross1000StructureCode !== defaults.ross1000StructureCode,
  address: ({ publicAddress }) => publicAddress !== '',
  invitation: ({ guide }) => guide.includes('invite'),
} satisfies { [need: string]: (settings: Needed) => boolean }

type Need = keyof typeof needs

/** The page where each need is set. */
export const needPages: Record<Need, string> = {
  name: '/admin-settings',
  code: '/admin-settings?tab=codes',
  region: '/ross1000-settings',
  address: '/admin-settings',
  invitation: '/admin-settings?tab=codes',
}

/** Returns what the house still lacks. */
export const lackingSettings = (settings: Needed): Need[] =>
  (Object.keys(needs) as Need[]).filter((need) => !needs[need](settings))

/** Whether a step is done or skipped. */
export const isDone = (step: GuideStep, { guide, companyName, reservationCodes }: Known) =>
  guide.includes(step) || (step === 'name' && companyName !== '') || (step === 'code' && reservationCodes.length > 0)

/** Returns the open steps. */
export const left = (settings: Known) => shownGuideSteps.filter((step) => !isDone(step, settings))

/**
 * Whether the guide is offered: the house is empty or the guide was begun, it was not dismissed, and something is left.
 */
export const isOffered = (settings: Needed) => {
  const { guide, companyName, reservationCodes } = settings
  if (guide.includes('over') || !(left(settings).length || lackingSettings(settings).length)) return false
  return guide.some((step) => step !== 'pin' && step !== 'invite') || (!companyName && !reservationCodes.length)
}

/** Marks a step as done and saves its settings. Throws Refused or Offline. */
export const mark = async (step: GuideStep, answers: Partial<Settings> = {}) => {
  const changes = { ...answers, guide: [...new Set([...hostSettings.get()!.guide, step])] }
  for (const [name, value] of Object.entries(changes))
    await change({ [name]: value }, (current) =>
      call('PATCH /api/settings/:name', { params: { name }, body: { value, current } }),
    )
}
