import type { LintRule } from '../findings'
import { answerable } from './answerable'
import { answersInvented, askedOfAnother, neverShown, partySaid, privacyFirst } from './card-rules'
import { effectsProved } from './effects-proved'
import { alongJourneys } from './forward'
import { overwritten } from './overwritten'
import { partyKept } from './party-kept'
import { recorded } from './recorded'
import { unsent } from './unsent'

/** The rules that look at where each answer comes from, along every journey. */
const provenance: LintRule = (context) =>
  alongJourneys(context, [recorded, overwritten, partyKept, unsent, effectsProved])

/** The rules about the answers: whether they can be given, by whom, and whether they reach the record as given. */
export const answerRules: LintRule[] = [
  provenance,
  answerable,
  askedOfAnother,
  neverShown,
  partySaid,
  answersInvented,
  privacyFirst,
]
