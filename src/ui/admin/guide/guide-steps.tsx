import type { ReservationCode } from '../../../../schema/code'
import { isFieldOf, laterGuests, partyFlag } from '../../../../schema/guest'
import { defaults, type GuideStep, guideSteps, type Settings } from '../../../../schema/settings'
import { isTestGuest, testGuestDraft } from '../../../core/checkin/checkin-states'
import { addDays } from '../../../core/text/dates'
import { sample } from '../../guest/later-cards/sample'
import { DueLine } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { say, today } from '../../shared/published'
import { inLine } from '../checkins/card-fields'
import { allCheckins } from '../checkins/results'
import { saveEach } from '../forms/form-results'
import { callAsHost, hostSettings, settingsNow } from '../session/host'

export const shownGuideSteps = guideSteps.filter((step) => step !== 'over' && step !== 'invite')

type Known = Pick<Settings, 'guide' | 'companyName' | 'reservationCodes'>
type Needed = Known & Pick<Settings, 'publicAddress' | 'regionStructures' | 'ross1000StructureCode'>

const needs = {
  name: ({ companyName }) => companyName !== '',
  code: ({ reservationCodes }) => reservationCodes.length > 0,
  region: ({ regionStructures, ross1000StructureCode }) =>
    regionStructures.length > 0 || ross1000StructureCode !== defaults.ross1000StructureCode,
  address: ({ publicAddress }) => publicAddress !== '',
  invitation: ({ guide }) => guide.includes('invite'),
} satisfies { [need: string]: (settings: Needed) => boolean }

type Need = keyof typeof needs

export const needPages: Record<Need, string> = {
  name: '/admin-settings',
  code: '/admin-settings?tab=codes',
  region: '/ross1000-settings',
  address: '/admin-settings',
  invitation: '/admin-settings?tab=codes',
}

/** Returns the missing settings. */
export const lackingSettings = (settings: Needed): Need[] =>
  (Object.keys(needs) as Need[]).filter((need) => !needs[need](settings))

/** Whether a step is done or skipped. */
export const isDone = (step: GuideStep, { guide, companyName, reservationCodes }: Known) =>
  guide.includes(step) || (step === 'name' && companyName !== '') || (step === 'code' && reservationCodes.length > 0)

/** Returns the open steps. */
export const openSteps = (settings: Known) => shownGuideSteps.filter((step) => !isDone(step, settings))

/** Returns how many steps are done, of all. */
export const progressWords = (settings: Known) => {
  const all = shownGuideSteps.length
  return say('guide.progress', { done: all - openSteps(settings).length, all })
}

/** Returns whether to offer the guide: the house has no code or the guide was begun, not dismissed and not done. */
export const isOffered = (settings: Needed) => {
  const { guide, reservationCodes } = settings
  if (guide.includes('over') || !(openSteps(settings).length || lackingSettings(settings).length)) return false
  return guide.some((step) => step !== 'pin' && step !== 'invite') || !reservationCodes.length
}

/** Marks a step as done and saves its settings, `answers`. Throws Refused or Offline. */
export const markStep = async (step: GuideStep, answers: Partial<Settings> = {}) => {
  // Another device may have marked other steps.
  const { guide } = await settingsNow()
  const failed = await saveEach({ ...answers, guide: [...new Set([...guide, step])] })
  if (failed) throw failed.error
}

/** The guide's progress with a link; nothing once it is done. */
export const GuideLine = () => {
  const settings = useStore(hostSettings)
  if (!settings || !isOffered(settings)) return null
  const lacks = openSteps(settings).length ? [] : lackingSettings(settings)
  const what = lacks.map((need) => say(`guide.need.${need}`)).join(', ')
  const words = inLine([progressWords(settings), what && say('guide.lacksLine', { what })])
  return <DueLine words={words} to="/admin-guide" go={say('guide.go')} />
}

/** Creates an invented guest who arrives today. Throws Refused or Offline. */
export const makeTestGuest = ({ code, description, showPaymentPage }: ReservationCode) => {
  const about = { reservationCode: code, roomDescription: description, showPaymentPage: String(showPaymentPage) }
  const days = { arrivalDate: today(), departureDate: addDays(today(), 2) }
  const alone = Object.entries({ ...sample(about, days), ...about }).filter(
    ([name]) => !laterGuests.some((who) => name === partyFlag(who) || isFieldOf(name, who)),
  )
  const body = {
    ...Object.fromEntries(alone),
    mainGuestName: 'OSPITE',
    mainGuestLastName: 'DI PROVA',
    paymentMethod: 'PORTALE' as const,
    numberOfNights: '2',
    // A second press creates no second check-in.
    draftId: testGuestDraft,
  }
  return callAsHost('POST /api/checkin', { body })
}

/** Deletes the invented guest. Throws Refused or Offline. */
export const removeTestGuest = async () => {
  const found = (await allCheckins({})).filter(isTestGuest)
  for (const { id } of found) await callAsHost('DELETE /api/checkin/:id', { params: { id } })
}
