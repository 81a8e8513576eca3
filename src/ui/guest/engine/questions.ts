import type { Draft } from '../../../../schema/checkin'
import { withChanges } from '../../../core/flow/arms'
import { trimmed } from '../../../core/flow/cleaning'
import { facts } from '../../../core/flow/facts'
import { askedFields, defaultOf, definitionOf, optionsOf } from '../../../core/flow/fields'
import { nameResolver } from '../../../core/flow/names'
import { answerFaults } from '../../../core/flow/validation'
import { house } from '../../shared/published'
import { draft } from '../state/guest-draft'
import type { StepVisit } from './step-states'

/** Returns a step's fields, the answer shown in each, the draft with these answers, and its faults. */
export const questions = ({ step, who }: Pick<StepVisit, 'step' | 'who'>, answers: Draft, site: object) => {
  const { flow, checker, language } = house.get()
  const name = nameResolver(who)
  const known = facts(answers, site)
  const fields = askedFields(flow, step, who, known)
  // If only one of several buttons remains, it is preselected.
  const onlyOption = (field: string) => {
    const definition = definitionOf(flow, field)!
    if (definition.control !== 'buttons' || (definition.options ?? []).length < 2) return ''
    const [first = '', ...others] = optionsOf(definition, known, undefined, name)
    return others.length ? '' : first
  }
  // Until the guest chooses, the language of the page counts as chosen.
  const shownLanguage = (field: string) => (definitionOf(flow, field)!.control === 'language' ? language : '')
  const answerOf = (field: string) =>
    answers[field] ?? (defaultOf(definitionOf(flow, field)!, known, name) || shownLanguage(field) || onlyOption(field))
  return {
    fields,
    answerOf,
    filled: (extra: Draft = {}) =>
      withChanges(draft.get(), {
        ...Object.fromEntries(fields.map(({ field }) => [field, trimmed(answerOf(field))])),
        ...extra,
      }),
    faultsOf: (now: Draft) => answerFaults(flow, checker, now, facts(now, site), fields, undefined, true),
  }
}

/** The step to return to after a change (`returning`), and the step that was changed (`since`). */
export const returnOf = ({ query }: Pick<StepVisit, 'query'>) => {
  const { steps } = house.get().flow
  const known = (to: string | undefined) => (to && steps[to] ? to : undefined)
  return { returning: known(query.return), since: known(query.since) }
}
