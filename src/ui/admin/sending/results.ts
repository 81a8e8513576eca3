import type { ReceiptsAnswer, WorkKind, WorkResults } from '../../../../schema/calls/office-works'
import type { AccessTried, PoliceAnswer, RegionRun, SendEnd } from '../../../../schema/office-answers'
import { plural, say } from '../../shared/published'

const endings = ['sent', 'refused', 'unknown', 'held', 'unsent'] as const

/** Returns the results of the parties sent, a sentence for each kind. */
export const endingLines = (ends: readonly SendEnd[]): string[] =>
  endings.flatMap((ending) => {
    const count = ends.filter(({ end }) => end === ending).length
    return count ? [plural(`send.${ending}`, count)] : []
  })

/** Returns the portal's messages about those not sent, without repetitions. */
export const wordsOf = (ends: readonly SendEnd[]): string =>
  [...new Set(ends.flatMap((one) => (one.end === 'unsent' ? [one.words] : [])))].join(' · ')

const outcomes = ['sent', 'refused', 'incomplete'] as const

/** Returns the results of the days sent. */
export const runWords = (run: RegionRun): string =>
  outcomes
    .filter((outcome) => run[outcome] > 0)
    .map((outcome) => plural(`sending.run.${outcome}`, run[outcome]))
    .join(', ') || say('sending.run.none')

const sentWords = ({ ends }: PoliceAnswer) => [
  ...(ends.length ? endingLines(ends) : [say('send.nobody')]),
  wordsOf(ends) && say('send.words', { words: wordsOf(ends) }),
]

const triedWords = ({ end, words = '' }: AccessTried) => [
  end === 'access' ? say('sending.ok') : say(end === 'signIn' ? 'sending.refused' : 'sending.noAccess', { words }),
]

const receiptsWords = ({ fetched, trouble }: ReceiptsAnswer) => [plural('sending.fetched', fetched), ...trouble]

const regionWords = (run: RegionRun) => [runWords(run), run.stopped && say('sending.stopped', { why: run.stopped.why })]

const words: { [kind in WorkKind]: (result: WorkResults[kind]) => (string | undefined)[] } = {
  'police/send': sentWords,
  'police/try': triedWords,
  'police/receipts': receiptsWords,
  'region/send': regionWords,
}

/** Returns the result of a work in one line. */
export const resultWords = <K extends WorkKind>(kind: K, result: WorkResults[K]): string =>
  words[kind](result).filter(Boolean).join(' · ')
