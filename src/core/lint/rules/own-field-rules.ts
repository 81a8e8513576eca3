import { programNotes } from '../../../../schema/checkin'
import { languages } from '../../../../schema/languages'
import { guest } from '../../../../schema/person'
import { checkin } from '../../../../schema/record'
import type { FieldDefinition, Flow } from '../../../../schema/steps'
import { ownFormats, purposes } from '../../../../schema/vocabulary'
import { holds } from '../../flow/arms'
import { fieldNamesOf } from '../../flow/fields'
import { nameResolver } from '../../flow/names'
import { beyondLaw } from '../../privacy/purposes'
import { guestsOf } from '../answer-space'
import { answerClasses, comparedValues, domainOf } from '../domains'
import { error, type Finding, hint, type LintContext, type LintRule, stepAt } from '../findings'

/**
 * Names that the program writes itself, in a record or in a guest's browser, and those every object has, which would
 * pass for an answer: no question and no arm may use them.
 */
const reserved: readonly string[] = [
  ...programNotes,
  'id',
  'owner',
  'outcome',
  'finished',
  'draftSavedAt',
  'createdAt',
  'confirmedAt',
  'paymentId',
  'paidAmount',
  'paidAt',
  'enabledForSending',
  ...Object.getOwnPropertyNames(Object.prototype),
]

/** No question of a guest's, no arm and no definition goes under a name that the program writes itself. */
const reservedNames: LintRule = ({ flow, clauses }) => [
  ...Object.entries(flow.fields).flatMap(([field, { schema }]) =>
    schema && reserved.includes(field) ? [error('reservedName', `/fields/${field}`, { field })] : [],
  ),
  ...Object.entries(flow.steps).flatMap(([path, step]) =>
    fieldNamesOf(step)
      .filter((field) => reserved.includes(field))
      .map((field) => error('reservedName', stepAt(path), { field })),
  ),
  ...clauses.flatMap(({ at, set }) =>
    Object.keys(set ?? {})
      .filter((field) => reserved.includes(field))
      .map((field) => error('reservedName', `${at}/set/${field}`, { field })),
  ),
]

const isOfProject = (name: string) => Object.hasOwn(checkin.properties, name) || Object.hasOwn(guest.properties, name)

/**
 * A `schema` makes a question of the host's; over a field of the project's it would bend what the law's files are made
 * of.
 */
const ownRuleOverProject: LintRule = ({ flow }) =>
  Object.entries(flow.fields).flatMap(([field, { schema }]) =>
    schema && (isOfProject(field) || field.includes('.'))
      ? [error('ownRuleOverProject', `/fields/${field}/schema`, { field })]
      : [],
  )

/** What no law asks for says what it is for (GDPR, art. 5.1.b); a warning, for a flow from before is still served. */
const noPurpose: LintRule = ({ flow }) =>
  beyondLaw(flow).flatMap(({ field, purpose }): Finding[] =>
    !purpose && !reserved.includes(field) && (flow.fields[field]?.schema || isOfProject(field))
      ? [{ ...error('noPurpose', `/fields/${field}`, { field, values: purposes.join(', ') }), severity: 'warning' }]
      : [],
  )

/**
 * A field that is not kept guest by guest is asked about one guest only, or the second answer takes the place of the
 * first.
 */
const sharedAnswers: LintRule = ({ flow }) => {
  const asked = new Map<string, string>()
  return Object.entries(flow.steps).flatMap(([path, step]) =>
    fieldNamesOf(step).flatMap((field): Finding[] => {
      if (Object.hasOwn(guest.properties, field)) return []
      return guestsOf(step).flatMap((who) => {
        if (!who) return []
        const other = asked.get(field) ?? who
        asked.set(field, other)
        return other === who ? [] : [error('sharedAnswer', stepAt(path), { field })]
      })
    }),
  )
}

/** Every way the facts of some conditions can be, as far as the conditions tell them apart. */
const combinations = (flow: Flow, facts: readonly string[]): Record<string, string | undefined>[] => {
  const named = comparedValues(flow)
  return facts.reduce<Record<string, string | undefined>[]>(
    (sofar, fact) =>
      answerClasses(domainOf(flow, fact) ?? { free: true }, named.get(fact) ?? new Set()).flatMap((value) =>
        sofar.map((known) => ({ ...known, [fact]: value })),
      ),
    [{}],
  )
}

/** Whether there are circumstances in which a choice offers none of its answers. */
const canOfferNothing = (flow: Flow, { options = [] }: FieldDefinition, choices: readonly string[] | undefined) => {
  const left = options.filter((option) => choices?.includes(typeof option === 'string' ? option : option.value) ?? true)
  const conditions = left.flatMap((option) => (typeof option === 'string' ? [] : [option.when]))
  if (conditions.length < left.length) return false
  const facts = [...new Set(conditions.flatMap((when) => Object.keys(when)))]
  if (facts.length > 6) return false
  return combinations(flow, facts).some((known) => !conditions.some((when) => holds(when, known)))
}

/** A choice that must be made always offers an answer. */
const nothingOffered: LintRule = ({ flow }) =>
  Object.entries(flow.steps).flatMap(([path, step]) =>
    (step.fields ?? []).flatMap((field) => {
      const definition = flow.fields[field]
      return definition &&
        ['buttons', 'select', 'several', 'nights'].includes(definition.control) &&
        canOfferNothing(flow, definition, step.choices?.[field])
        ? [error('nothingOffered', stepAt(path), { field, path })]
        : []
    }),
  )

/** What follows a field's name in the key of a text: what is said beside it, and of its faults. */
const fieldTexts = [
  'label',
  'hint',
  'none',
  'required',
  'minLength',
  'maxLength',
  'pattern',
  'enum',
  'type',
  'format',
  'least',
  'greatest',
  ...ownFormats,
]
const stepTexts = ['title', 'hint', 'ok', 'busy']

const wordsFor = ({ flow, projectWords = {} }: LintContext) =>
  new Set([
    ...Object.keys(projectWords),
    ...Object.keys(flow.steps).flatMap((path) => stepTexts.map((text) => `${path}.${text}`)),
    ...Object.entries(flow.fields).flatMap(([field, { options = [] }]) => {
      const values = options.map((option) => (typeof option === 'string' ? option : option.value))
      const names = [field, ...(['main', 'second', 'third'] as const).map((who) => nameResolver(who)(field))]
      return [...new Set(names)].flatMap((name) => [...fieldTexts, ...values].map((text) => `${name}.${text}`))
    }),
  ])

/**
 * Every text the host wrote stands under a key that something says: else a misspelt key keeps the old wording without
 * a word.
 */
const unusedWords: LintRule = (context) => {
  if (!context.projectWords) return []
  const known = wordsFor(context)
  return languages.flatMap((language) =>
    Object.keys(context.flow.words[language] ?? {})
      .filter((word) => !known.has(word))
      .map(
        (word): Finding => ({
          ...error(
            'unusedWord',
            `/words/${language}/${word.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            { word, language },
            hint(word, known),
          ),
          severity: 'warning',
        }),
      ),
  )
}

/** The rules about a host's own questions and words. */
export const ownFieldRules: LintRule[] = [
  reservedNames,
  ownRuleOverProject,
  noPurpose,
  sharedAnswers,
  nothingOffered,
  unusedWords,
]
