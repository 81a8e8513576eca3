import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import { arrivalInstant, hasTime, isTestGuest } from '../../src/core/checkin/checkin-states'
import { party } from '../../src/core/checkin/party'
import { reminderLetter } from '../../src/core/mail/letters'
import { hoursToReport, policeDeadline } from '../../src/core/police/deadline'
import { declarationOf } from '../../src/core/police/filing-states'
import { isAsRefused, statesByFiles } from '../../src/core/police/police-state'
import { addDays } from '../../src/core/text/dates'
import { shortDate } from '../../src/core/text/written-dates'
import { knownOf } from '../exports/filed'
import { type MailServer, sendToHouse } from '../mail/smtp'
import { canSend } from '../settings/switches'
import { italianDay, italianTime } from '../shared/clock'
import { printDigest } from '../shared/digests'
import { inLanguage, say, spokenLanguage } from '../shared/messages'
import type { Store } from '../store/store'
import type { PoliceOffice } from './police-office'
import { isReady } from './police-plan'
import type { PoliceReceipts } from './receipts'
import type { RegionOffice } from './region-office'
import { unsentSentence } from './soap'

/** Milliseconds before a deadline, and between two digests. */
const ahead = { deadline: 2 * 3_600_000, digest: 3_600_000 }

/** The day of the next month from which open days are reminded of; the days a receipt may take. */
const patience = { month: '03', receipt: 3 }

/** `about` makes it unique, `former` as an earlier version did; the text names no guest. */
type Reminder = { about: string; former?: string; text: string }

type Parts = {
  store: Store
  police: Pick<PoliceOffice, 'wireOf' | 'refusal'>
  receipts: Pick<PoliceReceipts, 'missing'>
  region: Pick<RegionOffice, 'dayStates' | 'refusal'>
  now: () => Date
}

const dayOf = (day: string) => shortDate(day, spokenLanguage())

const partyReminders = async ({ police, now }: Parts, checkin: Checkin): Promise<Reminder[]> => {
  const wire = await police.wireOf(checkin)
  const ends = party(checkin).map((who) => wire[who])
  const params = { room: checkin.roomDescription ?? '', day: dayOf(checkin.arrivalDate ?? '') }
  const refused = ends.find((one) => one?.state === 'refused')
  // After a correction or a later declaration, only the deadline is left to remind of.
  if (refused && isAsRefused(checkin, { wire, told: declarationOf(checkin), digest: printDigest }))
    return [{ about: `refused ${checkin.id} ${refused.sending}`, text: say('remind.refused', params) }]
  const unknown = ends.find((one) => one?.state === 'unknown')
  if (unknown) return [{ about: `unknown ${unknown.sending}`, text: say('remind.unknown', params) }]
  const [arrival, deadline] = [arrivalInstant(checkin, '15:00'), policeDeadline(checkin, '00:00')]
  // A file that was not declared uploaded does not count.
  const declared = statesByFiles(checkin, knownOf(checkin, []))
  const isReported = party(checkin).every(
    (who) => declared[who] || ['sent', 'sending'].includes(wire[who]?.state ?? ''),
  )
  if (isReported || arrival === undefined || deadline === undefined) return []
  // Without a slot the deadline may be over before anybody can come.
  if (Math.max(arrival, deadline - ahead.deadline) > now().getTime()) return []
  const until = new Date(deadline)
  const at = `${dayOf(italianDay(until))} ${italianTime(until)}`
  const text = hasTime(checkin.arrivalTimeSlot)
    ? say('remind.late', { ...params, until: at })
    : say('remind.lateHours', { ...params, hours: hoursToReport(checkin) })
  // A moved arrival has another deadline.
  const former = `late ${checkin.id}`
  return [{ about: `${former} ${checkin.arrivalDate}`, former, text }]
}

const guestReminders = async (parts: Parts): Promise<Reminder[]> => {
  const today = italianDay(parts.now())
  const days = [today, addDays(today, -1)]
  const lists = await Promise.all(days.map((date) => parts.store.checkins({ date, by: 'arrival' })))
  const checkins = lists.flat().filter((checkin) => !isTestGuest(checkin))
  return (await Promise.all(checkins.map((checkin) => partyReminders(parts, checkin)))).flat()
}

const accountReminders = async (
  { police, receipts, region, now }: Parts,
  { policeAccounts, regionStructures }: Settings,
): Promise<Reminder[]> => {
  const found: Reminder[] = []
  for (const account of policeAccounts) {
    const { user, name } = account
    const refusal = await police.refusal(account)
    if (refusal)
      found.push({
        about: `access ${user} ${refusal.at}`,
        text: say('remind.access', { name, words: unsentSentence(refusal.words ?? '') }),
      })
    const oldest = addDays(italianDay(now()), -patience.receipt)
    for (const day of await receipts.missing(user))
      if (day <= oldest)
        found.push({ about: `receipt ${user} ${day}`, text: say('remind.receipt', { name, day: dayOf(day) }) })
  }
  for (const structure of regionStructures) {
    const { structureCode } = structure
    const refusal = await region.refusal(structure)
    if (refusal)
      found.push({
        about: `region ${structureCode} ${refusal.at}`,
        text: say('remind.regionAccess', { code: structureCode }),
      })
  }
  return found
}

const monthReminders = async ({ region, now }: Parts, { regionStructures }: Settings): Promise<Reminder[]> => {
  const today = italianDay(now())
  if (today.slice(8) < patience.month) return []
  const month = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
  const found: Reminder[] = []
  for (const structure of regionStructures) {
    const about = `month ${structure.structureCode} ${month}`
    const open = (await region.dayStates(structure)).filter(
      ({ day, state }) => day.startsWith(month) && state !== 'sent',
    )
    if (open.length)
      found.push({ about, text: say('remind.month', { code: structure.structureCode, month, count: open.length }) })
  }
  return found
}

/** Returns the reminders that are due now. */
export const remindersOf =
  (parts: Parts) =>
  async (settings: Settings, withMonths: boolean): Promise<Reminder[]> => [
    ...(settings.policeAccounts.some(isReady) ? await guestReminders(parts) : []),
    ...(await accountReminders(parts, settings)),
    ...(withMonths ? await monthReminders(parts, settings) : []),
  ]

/** Sends a digest of new reminders: at most hourly, each once. */
export const reminderPost = ({
  server,
  ...parts
}: Parts & { server: MailServer }): ((settings: Settings) => Promise<void>) => {
  const { store, now } = parts
  const collect = remindersOf(parts)
  let lookedAt = ''
  let notBefore = 0
  return async (settings) => {
    const { policeAccounts, regionStructures, sendingReminders } = settings
    if (!sendingReminders || !canSend(settings) || !(policeAccounts.length || regionStructures.length)) return
    const at = now().getTime()
    if (at < notBefore) return
    const today = italianDay(now())
    const isNewDay = today !== lookedAt && italianTime(now()) >= '08:00'
    const sentBefore = new Set((await store.notes('reminder')).flatMap(({ about }) => about))
    const fresh = (await inLanguage(settings.letterLanguage, () => collect(settings, isNewDay))).filter(
      ({ about, former = about }) => !sentBefore.has(about) && !sentBefore.has(former),
    )
    if (isNewDay) lookedAt = today
    if (!fresh.length) return
    notBefore = at + ahead.digest
    const texts = fresh.map(({ text }) => text)
    const end = await sendToHouse(server, settings, (style) => reminderLetter(style, texts))
    // A letter that may have arrived is not sent again.
    if (end.taken !== false)
      await store.note('reminder', { at: now().toISOString(), about: fresh.map(({ about }) => about) })
  }
}
