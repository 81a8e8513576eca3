import type { Checkin } from '../../../schema/checkin'
import type { ShownGuide } from '../../../schema/code'
import { speaker } from '../flow/speaker'
import { longDate } from '../text/dates-in-words'
import {
  cinLine,
  headerLine,
  houseLetter,
  type Letter,
  type LetterSettings,
  type LetterWords,
  letterFrom,
  momentOf,
  type Picture,
} from './letters'

/** The instructions in the letter, without secrets, because a letter cannot be withdrawn. */
const letterFields = ['address', 'door', 'rules', 'contact'] as const satisfies (keyof ShownGuide)[]

const lines = (text = '') =>
  text
    .split(/\r?\n/)
    .map(headerLine)
    .filter((line) => line && !/^!\[/.test(line))

/** Returns the letter with the arrival instructions; codes and passwords stay behind its link. */
export const arrivalLetter = (
  { roomDescription = '', arrivalDate = '' }: Pick<Checkin, 'roomDescription' | 'arrivalDate'>,
  guide: ShownGuide,
  link: string | undefined,
  { companyName }: LetterSettings,
  words: LetterWords,
  language: string,
  picture?: Picture,
  cin = '',
): Letter => {
  const { say } = speaker(words, language)
  return letterFrom(say('arrive.subject'), {
    language,
    say,
    title: say('arrive.title'),
    house: headerLine(companyName),
    picture,
    greeting: say('greeting.nobody'),
    lead: say('arrive.lead'),
    ...(link && { link: { text: say('arrive.go'), address: link } }),
    rows: [
      ...(roomDescription ? [[say('room'), headerLine(roomDescription)] as [string, string]] : []),
      ...(arrivalDate ? [[say('arrival'), longDate(arrivalDate, language)] as [string, string]] : []),
      ...letterFields.flatMap((field) => {
        const said = lines(guide[field])
        return said.length ? [[say(`arrive.${field}`), said] as [string, string[]]] : []
      }),
    ],
    points: [],
    foot: [...cinLine(say, cin), say('arrive.why')],
  })
}

/** Returns the letter that a guest of a room is at the door. */
export const doorLetter = (
  settings: LetterSettings,
  room: string,
  at: Date,
  words: LetterWords,
  language = 'it',
): Letter =>
  houseLetter(settings, words, language, 'door.subject', (say) => ({
    lead: say('door.lead', { room: headerLine(room) || '—', at: momentOf(at, language) }),
    points: [say('door.compare')],
    foot: [say('host.foot')],
  }))
