import { fieldOf } from '../../../../schema/checkin'
import { flowGuests, guestPrefix, isFieldOf } from '../../../../schema/guest'
import { languages } from '../../../../schema/languages'
import { guest } from '../../../../schema/person'
import { checkin } from '../../../../schema/record'
import type { FieldDefinition, Flow, OwnRule } from '../../../../schema/steps'
import { purposes } from '../../../../schema/vocabulary'
import {
  hasLimits,
  hasOptions,
  type OwnQuestion,
  type OwnWords,
  type ShippedWords,
  type Texts,
  textFormats,
} from '../operations'
import { withoutQuestion } from './content-edits'
import { type Edit, editOutcome, refuse, sideEffect, withTexts } from './editing'

const maxLengths = { text: 120, longText: 1000 }

const greatestNumber = 999_999

/** A choice of more options is a list. */
const mostButtons = 3

type QuestionType = Pick<FieldDefinition, 'control' | 'clean' | 'maxLength' | 'options' | 'when'> & { schema: OwnRule }

const cleanersOf: Record<NonNullable<OwnQuestion['format']>, FieldDefinition['clean']> = {
  letters: undefined,
  digits: ['digits'],
  plate: ['upper'],
}

const maxLengthOf = ({ kind, maxLength }: OwnQuestion) =>
  maxLength ?? (kind === 'longText' ? maxLengths.longText : maxLengths.text)

const text = (control: 'text' | 'textarea', question: OwnQuestion): QuestionType => {
  const { format, minLength } = question
  const clean = format && cleanersOf[format]
  const maxLength = maxLengthOf(question)
  return {
    control,
    ...(clean && { clean }),
    maxLength,
    schema: { type: 'string', ...(minLength && { minLength }), maxLength, ...(format && { format }) },
  }
}

const several = (options: string[]): QuestionType => ({
  control: 'several',
  options,
  schema: { type: 'string', some: options },
})

const choice = (options: string[]): QuestionType => ({
  control: options.length > mostButtons ? 'select' : 'buttons',
  options,
  schema: { type: 'string', enum: options },
})

const questionTypes: { [K in OwnQuestion['kind']]: (question: OwnQuestion) => QuestionType } = {
  text: (question) => text('text', question),
  longText: (question) => text('textarea', question),
  number: ({ least = 0, greatest = greatestNumber }) => ({
    control: 'text',
    clean: ['digits'],
    maxLength: String(greatest).length,
    schema: { type: 'string', format: 'number', least, greatest },
  }),
  decimal: ({ least = 0, greatest = greatestNumber }) => ({
    control: 'text',
    maxLength: 12,
    schema: { type: 'string', format: 'decimal', least, greatest },
  }),
  choice: ({ options = [] }) => choice(options),
  several: ({ options = [] }) => several(options),
  yesNo: () => choice(['yes', 'no']),
  consent: () => several(['yes']),
  date: () => ({ control: 'date', schema: { type: 'string', format: 'calendar' } }),
}

/** Returns whether a question's limits and options fit its kind and each other. */
export const isSound = (question: OwnQuestion): boolean => {
  const { kind, purpose, format, minLength, maxLength, least = 0, greatest = greatestNumber, options = [] } = question
  if (format !== undefined && (kind !== 'text' || !textFormats.includes(format))) return false
  if (minLength !== undefined && !(Number.isInteger(minLength) && minLength >= 1 && minLength <= maxLengthOf(question)))
    return false
  if (purpose !== undefined && !purposes.includes(purpose)) return false
  const limit = kind === 'longText' ? 5000 : 500
  if (maxLength !== undefined && !(Number.isInteger(maxLength) && maxLength >= 1 && maxLength <= limit)) return false
  if (hasOptions(kind)) {
    if (options.length < 2 || new Set(options).size < options.length) return false
    if (options.some((value) => !value.trim() || value.length > 80 || value.includes(';'))) return false
  }
  const isWhole = kind === 'decimal' || (Number.isInteger(least) && Number.isInteger(greatest))
  return !hasLimits(kind) || (isWhole && least >= 0 && least <= greatest && greatest <= greatestNumber)
}

const definitionFor = (question: OwnQuestion): FieldDefinition => {
  const { schema, ...how } = questionTypes[question.kind](question)
  const { when, purpose } = question
  return {
    ...how,
    ...(when && { when }),
    ...(purpose && { purpose }),
    schema,
  }
}

/** The members of a host's question that only the file can set. */
const onlyInFile = ['advance', 'autocomplete', 'aliases', 'default', 'forgets'] as const

/** Returns the definition of a changed question; it keeps what only the file can set, such as an option's condition. */
const definitionAfter = (before: FieldDefinition, question: OwnQuestion): FieldDefinition => {
  const after = definitionFor(question)
  const was = ownQuestionOf(before)
  if (was?.kind !== question.kind) return after
  const known = (one: NonNullable<FieldDefinition['options']>[number]) =>
    before.options?.find((other) => typeof other === 'object' && other.value === one) ?? one
  return {
    ...after,
    ...(before.clean && was.format === question.format && { clean: before.clean }),
    ...(after.options && { options: after.options.map(known) }),
    ...Object.fromEntries(onlyInFile.flatMap((word) => (before[word] === undefined ? [] : [[word, before[word]]]))),
  }
}

/** Returns the host's question that a definition came from, if any. */
export const ownQuestionOf = (definition: FieldDefinition | undefined): OwnQuestion | undefined => {
  if (!definition?.schema) return undefined
  const { control, maxLength, when, purpose, options, schema } = definition
  const whether = { ...(purpose && { purpose }), ...(when && { when }) }
  const { format, minLength, least, greatest } = schema
  if (control === 'date' && format === 'calendar') return { kind: 'date', ...whether }
  const limits = { ...(minLength && { minLength }), ...(maxLength && { maxLength }), ...whether }
  if (control === 'textarea') return { kind: 'longText', ...limits }
  if (format === 'number' || format === 'decimal') {
    const isLimited = greatest !== undefined && greatest < greatestNumber
    return { kind: format, ...(least && { least }), ...(isLimited && { greatest }), ...whether }
  }
  const kind = textFormats.find((one) => one === format)
  if (control === 'text') return { kind: 'text', ...(kind && { format: kind }), ...limits }
  const values = options?.map((one) => (typeof one === 'string' ? one : one.value)) ?? []
  if (!values.length) return undefined
  if (control === 'several')
    return values.join() === 'yes' ? { kind: 'consent', ...whether } : { kind: 'several', options: values, ...whether }
  return values.join() === 'yes,no' ? { kind: 'yesNo', ...whether } : { kind: 'choice', options: values, ...whether }
}

/** Returns the field names of a host's question: one, or one for each guest. */
export const ownNames = (field: string, perGuest: boolean): string[] =>
  perGuest ? flowGuests.map((who) => fieldOf(who, field)) : [field]

/** Returns the names of a host's question for each guest, if it has one for each; else its own name. */
export const namesBeside = ({ fields }: Pick<Flow, 'fields'>, field: string): string[] => {
  const who = flowGuests.find((one) => isFieldOf(field, one))
  const part = field.slice(who && guestPrefix(who).length)
  return who ? flowGuests.map((one) => guestPrefix(one) + part).filter((name) => fields[name]?.schema) : [field]
}

const isTaken = (flow: Flow, name: string) =>
  [flow.fields, checkin.properties, guest.properties].some((fields) => Object.hasOwn(fields, name))

const isTakenFor = (flow: Flow, perGuest: boolean) => (field: string) =>
  [field, ...ownNames(field, perGuest)].some((name) => isTaken(flow, name))

const nameLength = 40

/** Returns a field name for an Italian label: "Targa dell'auto" is `targaDellAuto`; empty if it has no Latin letter. */
export const fieldNameOf = (label: string): string =>
  label
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .replace(/^[0-9 ]+/, '')
    .trim()
    .split(/ +/)
    .map((word, i) => (i ? word[0]!.toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase()))
    .join('')
    .slice(0, nameLength)

const numberedName = (name: string, isUsed: (name: string) => boolean): string => {
  let free = name
  for (let n = 2; isUsed(free); n++) free = `${name.slice(0, nameLength - 3)}${n}`
  return free
}

/** Returns the name for a label, with a number if another question has it. */
export const freeNameOf = (flow: Flow, label: string, perGuest: boolean): string =>
  numberedName(fieldNameOf(label), isTakenFor(flow, perGuest))

/** Returns the options with a value for each new one: "15:00" is `1500`, a repeated name has a number. */
export const withOptionValues = (
  options: readonly { value?: string; texts: Texts }[],
): (readonly [value: string, texts: Texts])[] => {
  const used = new Set(options.flatMap(({ value }) => value ?? []))
  return options.map(({ value, texts }) => {
    const text = texts.it ?? ''
    const name = fieldNameOf(text) || text.replace(/[^\p{L}\p{N}]/gu, '').slice(0, nameLength) || 'answer'
    const own = value ?? numberedName(name, (one) => used.has(one))
    used.add(own)
    return [own, texts] as const
  })
}

const shippedAnswers: { readonly [kind in OwnQuestion['kind']]?: Readonly<Record<string, string>> } = {
  yesNo: { yes: 'addSecondGuest.yes', no: 'addSecondGuest.no' },
  consent: { yes: 'any.agree', required: 'any.consent' },
}

/** Returns the texts of a question's answers; the host's override the project's. */
const answerTexts = (question: OwnQuestion, words: OwnWords, shipped: ShippedWords): Record<string, Texts> => {
  if (hasOptions(question.kind)) return words.options ?? {}
  const textsIn = (key: string) =>
    Object.fromEntries(languages.map((language) => [language, shipped[language]?.[key] ?? '']))
  return Object.fromEntries(
    Object.entries(shippedAnswers[question.kind] ?? {}).map(([value, key]) => [
      value,
      { ...textsIn(key), ...words.options?.[value] },
    ]),
  )
}

const withWords = (flow: Flow, name: string, words: OwnWords, answers: Record<string, Texts>): Flow =>
  Object.entries(answers).reduce(
    (sofar, [value, texts]) => withTexts(sofar, `${name}.${value}`, texts),
    withTexts(withTexts(flow, `${name}.label`, words.label), `${name}.hint`, words.hint),
  )

/** The form to correct a check-in. */
const editForm = 'edit'
const withAskedOfHost = (flow: Flow, names: readonly string[]): Flow => {
  const form = flow.forms[editForm]
  const place = form?.sections?.findIndex(({ guest: who, when }) => !who && !when) ?? -1
  if (!form?.sections || place < 0) return flow
  const sections = form.sections.map((section, i) =>
    i === place ? { ...section, optional: [...(section.optional ?? []), ...names] } : section,
  )
  return { ...flow, forms: { ...flow.forms, [editForm]: { ...form, sections } } }
}

/** Adds a host's own question. */
export const makeQuestion: Edit<'makeQuestion'> = (flow, { field, question, words, perGuest = false }, shipped) => {
  const names = ownNames(field, perGuest)
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(field)) return refuse('badName', { field })
  if (isTakenFor(flow, perGuest)(field)) return refuse('questionExists', { field })
  if (!questionTypes[question.kind] || !isSound(question)) return refuse('badQuestion', { field })
  const answers = answerTexts(question, words, shipped)
  const fields = { ...flow.fields, ...Object.fromEntries(names.map((name) => [name, definitionFor(question)])) }
  const withOwnWords = names.reduce((sofar, name) => withWords(sofar, name, words, answers), { ...flow, fields })
  return editOutcome(withAskedOfHost(withOwnWords, names), [sideEffect('alsoAsked', { field })])
}

const archived = (flow: Flow, field: string) => {
  if (!flow.fields[field]?.schema || Object.hasOwn(checkin.properties, field)) return refuse('notOwn', { field })
  const steps = Object.fromEntries(
    Object.entries(flow.steps).map(([path, step]) => [path, withoutQuestion(step, field)]),
  )
  return editOutcome({ ...flow, steps }, [sideEffect('questionGone', { field, path: '' })])
}

/** Adds the project's texts of answers for which the house has none. */
const withAnswerTexts = (flow: Flow, field: string, question: OwnQuestion, shipped: ShippedWords): Flow =>
  Object.entries(answerTexts(question, { label: {} }, shipped)).reduce((sofar, [value, texts]) => {
    const key = `${field}.${value}`
    const missing = languages.filter((language) => !flow.words[language]?.[key])
    return withTexts(sofar, key, Object.fromEntries(missing.map((language) => [language, texts[language] ?? ''])))
  }, flow)

/** Changes a host's own question; without a definition no step asks it any longer. */
export const changeQuestion: Edit<'changeQuestion'> = (flow, { field, question }, shipped) => {
  if (!question) return archived(flow, field)
  const before = flow.fields[field]
  if (!before?.schema) return refuse('notOwn', { field })
  if (!questionTypes[question.kind] || !isSound(question)) return refuse('badQuestion', { field })
  const fields = { ...flow.fields, [field]: definitionAfter(before, question) }
  return editOutcome(withAnswerTexts({ ...flow, fields }, field, question, shipped))
}
