import { useState } from 'react'
import type {
  BookingRemark,
  BookingState,
  ExpectedStay,
  Handed,
  OtherStay,
  SentToGuest,
} from '../../../../schema/bookings'
import type { Language } from '../../../../schema/languages'
import { letterPlaceholders } from '../../../core/mail/stay-letter'
import { daysBetween } from '../../../core/text/dates'
import { LanguageBox } from '../../look/boxes'
import { ButtonLink, type Tone } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { plural, say } from '../../shared/published'
import { inLine, moment } from '../checkins/card-fields'
import { asHost, dayShown, failureReason } from '../session/host'

export const stayTone: { readonly [state in BookingState]: Tone } = {
  expected: 'plain',
  today: 'warn',
  missing: 'bad',
  absent: 'bad',
  registered: 'good',
  cancelled: 'plain',
}

/** Returns a stay's title: its name, else its booking number. */
export const stayName = ({ name, reference }: Pick<ExpectedStay, 'name' | 'reference'>): string =>
  name ?? reference ?? say('stays.nameless')

/** Returns two days in a line, `01/12/2026 – 03/12/2026`. */
export const daysShown = (from: string, to: string): string => [from, to].filter(Boolean).map(dayShown).join(' – ')

/** Returns a stay's days and nights. */
export const stayDays = ({ arrival, departure }: Pick<ExpectedStay, 'arrival' | 'departure'>): string =>
  `${daysShown(arrival, departure)} · ${plural('today.nights', daysBetween(arrival, departure))}`

/** Returns the other facts of a stay's guests in a line. */
export const stayDetails = ({ name, reference, people, phoneEnd, pinned }: ExpectedStay): string =>
  inLine([
    people && plural('stays.people', people),
    name && reference,
    phoneEnd && say('stays.phoneEnd', { digits: phoneEnd }),
    pinned && say('stays.pinned'),
  ])

/** Returns where a stay comes from. */
export const stayOrigin = ({ source, program }: Pick<ExpectedStay, 'source' | 'program'>): string =>
  program ?? say(`stays.source.${source}`)

/** Returns the name, days and origin of another stay in the same room. */
export const otherStay = (other: OtherStay): { name: string; days: string; origin: string } => ({
  name: stayName(other),
  days: daysShown(other.arrival, other.departure),
  origin: stayOrigin(other),
})

/** Returns a remark in words. */
export const remarkWords = (remark: BookingRemark): string => {
  const key = `stays.remark.${remark.what}`
  if (remark.what === 'overlap') return say(key, otherStay(remark.other))
  if (remark.what !== 'dates' && remark.what !== 'goesOn') return say(key, { ...remark })
  return say(key, { arrival: dayShown(remark.arrival), departure: dayShown(remark.departure) })
}

/** A line about a message to a stay's guest: sent, planned or missing. */
export type MessageLine = { text: string; at?: string; isBad?: true }

const lineOf = (key: string, { about, at, error = '' }: Pick<SentToGuest, 'about' | 'at' | 'error'>): string =>
  say(`stayMessage.${key}`, { what: say(`stayMessage.what.${about}`), when: moment(at), error })

/** Returns the messages sent or handed to a guest, newest first. */
export const messageHistory = ({ sent, handed = [] }: Pick<ExpectedStay, 'sent' | 'handed'>): MessageLine[] =>
  [...sent.map((one) => ({ one, key: one.status })), ...handed.map((one: Handed) => ({ one, key: one.way }))]
    .sort((a, b) => b.one.at.localeCompare(a.one.at))
    .map(({ one, key }) => ({ at: one.at, text: lineOf(key, one), ...(key === 'failed' && { isBad: true }) }))

export const invitedStates: ReadonlySet<BookingState> = new Set(['missing', 'today', 'expected'])

/** Returns a stay's last and next message, or that the guest was not invited yet. */
export const messageLines = (stay: ExpectedStay): MessageLine[] => {
  const last = messageHistory(stay).slice(0, 1)
  if (!invitedStates.has(stay.state)) return last
  const { planned } = stay
  if (!planned) return last.length ? last : [{ text: say('stayMessage.none') }]
  if (!planned.byHand) return [...last, { text: lineOf('planned', planned) }]
  const about = planned.about === 'invitation' ? 'invitation' : 'reminder'
  return [...last, { text: say(`stayMessage.byHand.${about}`), isBad: true }]
}

type Words = { subject: string; text: string }

type Props = { label: string; language: Language; read: () => Promise<{ data: Words }> }

/** A preview of a letter, loaded when it is opened. */
export const LetterPreview = ({ label, language, read }: Props) => {
  const [letter, setLetter] = useState<Words>()
  const [failure, setFailure] = useState('')
  const open = () =>
    asHost(read).then(
      ({ data }) => setLetter(data),
      (error: unknown) => setFailure(failureReason(error)),
    )
  return (
    <details onToggle={({ currentTarget }) => void (currentTarget.open && open())}>
      <summary>{label}</summary>
      {failure && <p className="fault">{failure}</p>}
      {letter && (
        <div lang={language}>
          <p>
            <strong>{letter.subject}</strong>
          </p>
          <p className="letter-text">{letter.text}</p>
        </div>
      )}
    </details>
  )
}

const previewed = ['invitation', 'reminder'] as const

/** Previews the letters of expected stays with an invented guest, and links to their words. */
export const StayLetterWords = () => {
  const [language, choose] = useState<Language>('it')
  const holes = letterPlaceholders('letter.invite.').map((name) => `{${name}}`)
  return (
    <>
      <p className="info">{say('stayLetters.wordsText', { holes: holes.join(', ') })}</p>
      <p className="buttons">
        <ButtonLink text={say('stayLetters.invitationWords')} href="/admin-flow?word=letter.invite." />
        <ButtonLink text={say('stayLetters.reminderWords')} href="/admin-flow?word=letter.remind." />
      </p>
      <LanguageBox label={say('invite.language')} value={language} pick={choose} />
      {previewed.map((about) => (
        <LetterPreview
          key={`${about} ${language}`}
          label={say(`stayLetters.${about}`)}
          language={language}
          read={() => call('GET /api/stay-letters/:about', { params: { about }, query: { language } })}
        />
      ))}
    </>
  )
}
