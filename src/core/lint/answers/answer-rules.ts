import type { LintRule } from '../findings'
import { answerable } from './answerable'
import { cardRules } from './card-rules'
import { effectsProved, unsent } from './effect-rules'
import { alongJourneys } from './forward'
import { overwritten } from './overwritten'
import { partyUnchanged } from './party-kept'
import { recorded } from './recorded'

const provenance: LintRule = (context) =>
  alongJourneys(context, [recorded, overwritten, partyUnchanged, unsent, effectsProved])

/** The rules about answers: a guest can give them, and they reach the record unchanged. */
export const answerRules: LintRule[] = [provenance, answerable, ...cardRules]
