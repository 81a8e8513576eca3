import type { LintRule } from '../findings'
import { answerable } from './answerable'
import { cardRules } from './card-rules'
import { effectsProved, unsent } from './effect-rules'
import { alongJourneys } from './forward'
import { overwritten } from './overwritten'
import { partyKept } from './party-kept'
import { recorded } from './recorded'

const provenance: LintRule = (context) =>
  alongJourneys(context, [recorded, overwritten, partyKept, unsent, effectsProved])

/** The rules about the answers: whether they can be given, by whom, and whether they reach the record as given. */
export const answerRules: LintRule[] = [provenance, answerable, ...cardRules]
