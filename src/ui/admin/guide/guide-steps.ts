import { defaults, type GuideStep, guideSteps, type Settings } from '../../../../schema/settings'
import { hostCall as call } from '../../shared/api'
import { change } from '../forms/host-effects'
import { hostSettings } from '../session/host'

/** The steps a host goes through. */
export const shownGuideSteps = guideSteps.filter((step) => step !== 'over' && step !== 'invite')

type Known = Pick<Settings, 'guide' | 'companyName' | 'reservationCodes'>
type Needed = Known & Pick<Settings, 'publicAddress' | 'regionStructures' | 'ross1000StructureCode'>

/** What a house needs before its first guest, whichever steps were skipped. */
const needs = {
  name: ({ companyName }) => companyName !== '',
  code: ({ reservationCodes }) => reservationCodes.length > 0,
  region: ({ regionStructures, ross1000StructureCode }) =>
    regionStructures.length > 0 || ross1000StructureCode !== defaults.ross1000StructureCode,
  address: ({ publicAddress }) => publicAddress !== '',
  invitation: ({ guide }) => guide.includes('invite'),
} satisfies { [need: string]: (settings: Needed) => boolean }

type Need = keyof typeof needs

/** The pages where what a house needs is set. */
export const needPages: Record<Need, string> = {
  name: '/admin-settings',
  code: '/admin-settings?tab=codes',
  region: '/ross1000-settings',
  address: '/admin-settings',
  invitation: '/admin-settings?tab=codes',
}

/** What the house still lacks before its first guest: it is ready only when there is nothing. */
export const lackingSettings = (settings: Needed): Need[] =>
  (Object.keys(needs) as Need[]).filter((need) => !needs[need](settings))

/** Whether a step is done, or put aside. */
export const isDone = (step: GuideStep, { guide, companyName, reservationCodes }: Known) =>
  guide.includes(step) || (step === 'name' && companyName !== '') || (step === 'code' && reservationCodes.length > 0)

/** The steps that are left. */
export const left = (settings: Known) => shownGuideSteps.filter((step) => !isDone(step, settings))

/**
 * Whether the guide is offered: the house is empty, or the guide was begun, and it is not put away while a step is left
 * or the house lacks something.
 */
export const isOffered = (settings: Needed) => {
  const { guide, companyName, reservationCodes } = settings
  if (guide.includes('over') || !(left(settings).length || lackingSettings(settings).length)) return false
  return guide.some((step) => step !== 'pin' && step !== 'invite') || (!companyName && !reservationCodes.length)
}

/** Keep that a step is done, with the settings it answers. Throws Refused or Offline. */
export const mark = async (step: GuideStep, answers: Partial<Settings> = {}) => {
  const changes = { ...answers, guide: [...new Set([...hostSettings.get()!.guide, step])] }
  for (const [name, value] of Object.entries(changes))
    await change({ [name]: value }, (current) =>
      call('PATCH /api/settings/:name', { params: { name }, body: { value, current } }),
    )
}
