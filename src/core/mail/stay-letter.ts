import type { BookingFields, StayLetter } from '../../../schema/bookings'
import type { Checkin } from '../../../schema/checkin'
import type { ShownGuide } from '../../../schema/code'
import { speaker } from '../flow/speaker'
import { daysBetween } from '../text/dates'
import { longDate, shortDate } from '../text/written-dates'
import { headerLine, houseLetter, type Letter, type LetterStyle, letterFrom, momentOf } from './letters'

/** What a letter to a stay's guest says: its room in words, its days, and its link. */
type InvitedStay = Pick<BookingFields, 'arrival' | 'departure' | 'name'> & { room: string; link: string }

const placeholders = ['name', 'house', 'room', 'arrival', 'departure', 'nights', 'link']

/** Returns the placeholders of a text in the letters to guests of stays; none of another text. */
export const letterPlaceholders = (word: string) => (/^letter\.(invite|remind)\./.test(word) ? placeholders : [])

const sentences = {
  invitation: { subject: 'invite.subject', title: 'invite.title', lead: 'invite.lead' },
  reminder: { subject: 'remind.subject', title: 'remind.title', lead: 'remind.lead' },
} as const

/** Returns the invitation of a stay's guest to the online check-in, or its reminder, with the stay's own link. */
export const stayLetter = (
  style: LetterStyle,
  about: StayLetter,
  { arrival, departure, name = '', room, link }: InvitedStay,
): Letter => {
  const { settings, words, language = 'it' } = style
  const speech = speaker(words, language)
  const house = headerLine(settings.companyName)
  const nights = daysBetween(arrival, departure)
  const days = { arrival: shortDate(arrival, language), departure: shortDate(departure, language) }
  const params = { name: headerLine(name), house, room: headerLine(room), ...days, nights: String(nights), link }
  const own = about === 'invitation' ? sentences.invitation : sentences.reminder
  const say = (key: string) => speech.say(key, params)
  return letterFrom(style, say(own.subject), {
    title: say(own.title),
    greeting: params.name ? speech.say('greeting', { name: params.name }) : speech.say('greeting.nobody'),
    lead: say(own.lead),
    link: { text: say('invite.go'), address: link },
    rows: [
      [speech.say('room'), params.room],
      [speech.say('arrival'), longDate(arrival, language)],
      [speech.say('departure'), longDate(departure, language)],
      [speech.say('stay'), speech.plural('nights', nights)],
    ].filter((row): row is [string, string] => Boolean(row[1])),
    points: [say('invite.documents'), say('invite.change')],
    foot: [say('invite.why')],
  })
}

/** The instructions in the letter, without secrets, because a letter cannot be withdrawn. */
const letterFields = ['address', 'door', 'rules', 'contact'] as const satisfies (keyof ShownGuide)[]

const lines = (text = '') =>
  text
    .split(/\r?\n/)
    .map(headerLine)
    .filter((line) => line && !/^!\[/.test(line))

/** Returns the letter with the arrival instructions; codes and passwords stay behind its link. */
export const arrivalLetter = (
  style: LetterStyle,
  { roomDescription = '', arrivalDate = '' }: Pick<Checkin, 'roomDescription' | 'arrivalDate'>,
  guide: ShownGuide,
  link: string | undefined,
): Letter => {
  const { words, language = 'it' } = style
  const { say } = speaker(words, language)
  return letterFrom(style, say('arrive.subject'), {
    title: say('arrive.title'),
    greeting: say('greeting.nobody'),
    lead: say('arrive.lead'),
    ...(link && { link: { text: say('arrive.go'), address: link } }),
    rows: [
      ...(roomDescription ? [[say('room'), headerLine(roomDescription)] as [string, string]] : []),
      ...(arrivalDate ? [[say('arrival'), longDate(arrivalDate, language)] as [string, string]] : []),
      ...letterFields.flatMap((field) => {
        const shown = lines(guide[field])
        return shown.length ? [[say(`arrive.${field}`), shown] as [string, string[]]] : []
      }),
    ],
    points: [],
    foot: [say('arrive.why')],
  })
}

/** Returns the letter that a guest of a room is at the door. */
export const doorLetter = (style: LetterStyle, room: string, at: Date): Letter =>
  houseLetter(style, 'door.subject', (say, language) => ({
    lead: say('door.lead', { room: headerLine(room) || '—', at: momentOf(at, language) }),
    points: [say('door.compare')],
    foot: [say('host.foot')],
  }))
