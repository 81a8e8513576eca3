import type { BookingFields, StayLetter } from '../../../schema/bookings'
import { speaker } from '../flow/speaker'
import { daysBetween, shortDate } from '../text/dates'
import { longDate } from '../text/dates-in-words'
import {
  cinLine,
  headerLine,
  type Letter,
  type LetterSettings,
  type LetterWords,
  letterFrom,
  type Picture,
} from './letters'

/** What a letter to a stay's guest says: its room in words, its days, and its link. */
export type InvitedStay = Pick<BookingFields, 'arrival' | 'departure' | 'name'> & { room: string; link: string }

const holesOfStays = ['name', 'house', 'room', 'arrival', 'departure', 'nights', 'link']

/** Returns what else can stand in braces in a text: in the letters to guests of stays all of their facts. */
export const holesOfLetter = (word: string): string[] => (/^letter\.(invite|remind)\./.test(word) ? holesOfStays : [])

const sentences = {
  invitation: { subject: 'invite.subject', title: 'invite.title', lead: 'invite.lead' },
  reminder: { subject: 'remind.subject', title: 'remind.title', lead: 'remind.lead' },
} as const

/** Returns the invitation of a stay's guest to the online check-in, or its reminder, with the stay's own link. */
export const stayLetter = (
  about: StayLetter,
  { arrival, departure, name = '', room, link }: InvitedStay,
  { companyName }: LetterSettings,
  words: LetterWords,
  language: string,
  picture?: Picture,
  cin = '',
): Letter => {
  const speech = speaker(words, language)
  const house = headerLine(companyName)
  const nights = daysBetween(arrival, departure)
  const days = { arrival: shortDate(arrival, language), departure: shortDate(departure, language) }
  const holes = { name: headerLine(name), house, room: headerLine(room), ...days, nights: String(nights), link }
  const own = about === 'invitation' ? sentences.invitation : sentences.reminder
  const say = (key: string) => speech.say(key, holes)
  return letterFrom(say(own.subject), {
    language,
    say: speech.say,
    title: say(own.title),
    house,
    picture,
    greeting: holes.name ? speech.say('greeting', { name: holes.name }) : speech.say('greeting.nobody'),
    lead: say(own.lead),
    link: { text: say('invite.go'), address: link },
    rows: [
      [speech.say('room'), holes.room],
      [speech.say('arrival'), longDate(arrival, language)],
      [speech.say('departure'), longDate(departure, language)],
      [speech.say('stay'), speech.plural('nights', nights)],
    ].filter((row): row is [string, string] => Boolean(row[1])),
    points: [say('invite.documents'), say('invite.change')],
    foot: [...cinLine(speech.say, cin), say('invite.why')],
  })
}
