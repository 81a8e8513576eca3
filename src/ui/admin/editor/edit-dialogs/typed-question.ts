import type { Purpose } from '../../../../../schema/vocabulary'
import {
  hasLimits,
  hasOptions,
  type OwnKind,
  type OwnQuestion,
  type OwnWords,
  type Texts,
} from '../../../../core/editor/operations'
import { conditionRows, type Row, whenOf } from './conditions'

/** Returns whether the length of the answer can be limited. */
export const hasLength = (kind: OwnKind): boolean => kind === 'text' || kind === 'longText'

export type NewQuestion = {
  field: string
  question: OwnQuestion
  words: OwnWords
  optional: boolean
  perGuest: boolean
}

/** Returns a field name for an Italian label: "Targa dell'auto" is `targaDellAuto`. */
const fieldNameOf = (label: string) =>
  label
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .split(/ +/)
    .map((word, i) => (i ? word[0]!.toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase()))
    .join('')
    .replace(/^\d+/, '')
    .slice(0, 40)

const number = (text: string) => (/^\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined)

export type TypedQuestion = {
  kind: OwnKind
  purpose: Purpose | ''
  label: Texts
  hint: Texts
  options: { texts: Texts; value?: string }[]
  rows: Row[]
  optional: boolean
  perGuest: boolean
  format: NonNullable<OwnQuestion['format']> | ''
  minLength: string
  maxLength: string
  least: string
  greatest: string
}

export const blankQuestion: TypedQuestion = {
  kind: 'text',
  purpose: '',
  label: {},
  hint: {},
  options: [{ texts: {} }, { texts: {} }],
  rows: [],
  optional: false,
  perGuest: false,
  format: '',
  minLength: '',
  maxLength: '',
  least: '',
  greatest: '',
}

/** Returns the dialog's state for an existing question. */
export const typedFrom = ({ question, words }: Pick<NewQuestion, 'question' | 'words'>): TypedQuestion => {
  const { kind, purpose = '', format = '', minLength, maxLength, least, greatest, options = [], when } = question
  const shown = (number: number | undefined) => (number === undefined ? '' : String(number))
  return {
    ...blankQuestion,
    kind,
    purpose,
    label: words.label,
    hint: words.hint ?? {},
    options: hasOptions(kind)
      ? options.map((value) => ({ value, texts: words.options?.[value] ?? {} }))
      : blankQuestion.options,
    rows: conditionRows(when),
    format,
    minLength: shown(minLength),
    maxLength: shown(maxLength),
    least: shown(least),
    greatest: shown(greatest),
  }
}

/** Returns the question for the dialog's state. */
export const questionFrom = (typed: TypedQuestion): NewQuestion => {
  const { kind, purpose, label, hint, options, optional, perGuest } = typed
  const [minLength, maxLength] = [number(typed.minLength), number(typed.maxLength)]
  const [least, greatest] = [number(typed.least), number(typed.greatest)]
  const answers = options
    .filter(({ texts }) => texts.it?.trim())
    .map(({ texts, value }) => [value ?? fieldNameOf(texts.it!), texts] as const)
  const when = whenOf(typed.rows)
  return {
    field: fieldNameOf(label.it ?? ''),
    // An optional consent is not a condition of the stay.
    optional: optional && kind !== 'consent',
    perGuest,
    question: {
      kind,
      ...(purpose && { purpose }),
      ...(kind === 'text' && typed.format && { format: typed.format }),
      ...(hasLength(kind) && minLength && { minLength }),
      ...(hasLength(kind) && maxLength && { maxLength }),
      ...(hasLimits(kind) && least !== undefined && { least }),
      ...(hasLimits(kind) && greatest !== undefined && { greatest }),
      ...(hasOptions(kind) && { options: answers.map(([value]) => value) }),
      ...(when && { when }),
    },
    words: {
      label,
      ...(Object.values(hint).some(Boolean) && { hint }),
      ...(hasOptions(kind) && { options: Object.fromEntries(answers) }),
    },
  }
}

/** Returns the key of the sentence that says what is missing; undefined when it can be saved. */
export const missingPart = ({ label, kind, options, purpose }: TypedQuestion): string | undefined => {
  if (!fieldNameOf(label.it ?? '')) return 'flow.lacks.label'
  if (hasOptions(kind) && options.filter(({ texts }) => texts.it?.trim()).length < 2) return 'flow.lacks.options'
  return purpose ? undefined : 'flow.lacks.purpose'
}
