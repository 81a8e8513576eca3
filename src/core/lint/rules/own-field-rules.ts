import { flowGuests } from '../../../../schema/guest'
import { guest } from '../../../../schema/person'
import { checkin } from '../../../../schema/record'
import type { FieldDefinition, Flow } from '../../../../schema/steps'
import { ownFormats, purposes } from '../../../../schema/vocabulary'
import { isReservedPath } from '../../checkin/link-journeys'
import { programNotes } from '../../checkin/record-parts'
import { beyondLaw } from '../../data-protection/notice'
import { holds } from '../../flow/arms'
import { definitionOf, fieldNamesOf } from '../../flow/fields'
import { nameResolver } from '../../flow/names'
import { answerClasses, comparedValues, domainOf, optionValues, stepGuests } from '../domains'
import { error, type Finding, type LintContext, type LintRule, stepAt, unknownName, warning } from '../findings'
import { faultTexts, hostTexts } from './word-rules'

/** Names that the program itself writes into records or browsers, and those of every object. */
const ofRecords = ['id', 'owner', 'createdAt', 'confirmedAt', 'paymentId', 'paidAmount', 'paidAt', 'enabledForSending']
const ofDrafts = ['outcome', 'finished', 'draftSavedAt', 'guestLinks', 'elsewhere']
const ofObjects = Object.getOwnPropertyNames(Object.prototype)
const reserved: readonly string[] = [...programNotes, ...ofRecords, ...ofDrafts, ...ofObjects]
const isReserved = (name: string) => reserved.includes(name) || isReservedPath(name)

/** Checks that no question, arm, definition or step uses a reserved name. */
const reservedNames: LintRule = ({ flow, clauses }) => {
  const named: (readonly [field: string, at: string])[] = [
    ...Object.entries(flow.fields).flatMap(([field, { schema }]) =>
      schema ? [[field, `/fields/${field}`] as const] : [],
    ),
    ...Object.entries(flow.steps).flatMap(([path, step]) =>
      [path, ...fieldNamesOf(step)].map((name) => [name, stepAt(path)] as const),
    ),
    ...clauses.flatMap(({ at, set = {} }) => Object.keys(set).map((field) => [field, `${at}/set/${field}`] as const)),
  ]
  return named.filter(([field]) => isReserved(field)).map(([field, at]) => error('reservedName', at, { field }))
}

/** Checks that no host question uses a former name of a project field: old drafts would be read as that field. */
const takenNames: LintRule = ({ flow }) => {
  const aliases = new Map(
    Object.entries(flow.fields).flatMap(([field, { aliases = [] }]) => aliases.map((one) => [one, field])),
  )
  return Object.entries(flow.fields).flatMap(([field, { schema }]) => {
    const currentName = aliases.get(field)
    return schema && currentName && currentName !== field
      ? [error('aliasTaken', `/fields/${field}`, { field, value: currentName })]
      : []
  })
}

const isOfProject = (name: string) => Object.hasOwn(checkin.properties, name) || Object.hasOwn(guest.properties, name)

/** Checks that only a host's question has a `schema`: that of a project field would change the official files. */
const ownRuleOverProject: LintRule = ({ flow }) =>
  Object.entries(flow.fields).flatMap(([field, { schema }]) =>
    schema && (isOfProject(field) || field.includes('.'))
      ? [error('ownRuleOverProject', `/fields/${field}/schema`, { field })]
      : [],
  )

/** Warns of a field without a purpose (GDPR, art. 5.1.b). No error: older flows without purposes are still served. */
const noPurpose: LintRule = ({ flow }) =>
  beyondLaw(flow).flatMap(({ field, purpose }): Finding[] =>
    !purpose && !isReserved(field) && (flow.fields[field]?.schema || isOfProject(field))
      ? [warning(error('noPurpose', `/fields/${field}`, { field, values: purposes.join(', ') }))]
      : [],
  )

/** Checks that a field stored once is asked about one guest only: a second answer would overwrite the first. */
const sharedAnswers: LintRule = ({ flow }) => {
  const asked = new Map<string, string>()
  const isShared = (field: string, who: string) => {
    if (!asked.has(field)) asked.set(field, who)
    return asked.get(field) !== who
  }
  return Object.entries(flow.steps).flatMap(([path, step]) =>
    fieldNamesOf(step)
      .filter((field) => !Object.hasOwn(guest.properties, field))
      .flatMap((field) => stepGuests(step).flatMap((who) => (who && isShared(field, who) ? [field] : [])))
      .map((field) => error('sharedAnswer', stepAt(path), { field })),
  )
}

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

const canOfferNothing = (flow: Flow, { options = [] }: FieldDefinition, choices: readonly string[] | undefined) => {
  const left = options.filter((option) => choices?.includes(typeof option === 'string' ? option : option.value) ?? true)
  const conditions = left.flatMap((option) => (typeof option === 'string' ? [] : [option.when]))
  if (conditions.length < left.length) return false
  const facts = [...new Set(conditions.flatMap((when) => Object.keys(when)))]
  if (facts.length > 6) return false
  return combinations(flow, facts).some((known) => !conditions.some((when) => holds(when, known)))
}

/** Checks that a required choice always offers an option. Combinations of conditions are tried up to a limit. */
export const nothingOffered: LintRule = ({ flow }) =>
  Object.entries(flow.steps).flatMap(([path, step]) =>
    (step.fields ?? [])
      .filter((field) => {
        const definition = definitionOf(flow, field)
        const isChoice = ['buttons', 'select', 'several', 'nights'].includes(definition?.control ?? '')
        return isChoice && canOfferNothing(flow, definition!, step.choices?.[field])
      })
      .map((field) => error('nothingOffered', stepAt(path), { field, path })),
  )

const fieldTexts = ['label', 'hint', 'none', 'least', 'greatest', ...faultTexts, ...ownFormats]

const wordsFor = ({ flow, shipped }: LintContext) =>
  new Set([
    ...Object.keys(shipped?.it ?? {}),
    ...Object.keys(flow.steps).flatMap((at) => ['title', 'text', 'hint', 'ok', 'busy'].map((text) => `${at}.${text}`)),
    ...Object.entries(flow.fields).flatMap(([field, definition]) =>
      [field, ...flowGuests.map((who) => nameResolver(who)(field))].flatMap((name) =>
        [...fieldTexts, ...optionValues(definition)].map((text) => `${name}.${text}`),
      ),
    ),
  ])

/** Checks that every host text is shown somewhere: with a misspelt key the old text would stay. */
const unusedWords: LintRule = (context) => {
  const { shipped } = context
  const others = shipped ? hostTexts(context).filter(({ word }) => !Object.hasOwn(shipped.it, word)) : []
  const usedWords = others.length ? wordsFor(context) : new Set<string>()
  return others
    .filter(({ word }) => !usedWords.has(word))
    .map(({ word, language, at }) => warning(unknownName('unusedWord', at, { word, language }, usedWords)))
}

export const ownFieldRules: LintRule[] = [
  reservedNames,
  takenNames,
  ownRuleOverProject,
  noPurpose,
  sharedAnswers,
  nothingOffered,
  unusedWords,
]
