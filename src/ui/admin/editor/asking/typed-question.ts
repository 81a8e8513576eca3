import type { Purpose } from '../../../../../schema/vocabulary'
import {
  hasLimits,
  hasOptions,
  type OwnKind,
  type OwnQuestion,
  type OwnWords,
  type Texts,
} from '../../../../core/editor/operations'
import { conditionRows, type Row, whenOf } from './arm-rows'

/** Whether an answer of this kind is a text whose length can be limited. */
export const hasLength = (kind: OwnKind): boolean => kind === 'text' || kind === 'longText'

/** A question of the host's as the dialog gives it. */
export type NewQuestion = {
  field: string
  question: OwnQuestion
  words: OwnWords
  optional: boolean
  perGuest: boolean
}

/** A name for a question from its Italian label: "Targa dell'auto" is `targaDellAuto`. */
export const fieldNameOf = (label: string) =>
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

/** A question as it is typed in the dialog. */
export type TypedQuestion = {
  kind: OwnKind
  /** What the answer is for; nothing until the host has said it. */
  purpose: Purpose | ''
  label: Texts
  hint: Texts
  /** The answers of a choice: their texts, and the names those have that are there already. */
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

/** A question nothing is typed of yet. */
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

/** A question that is there, as the dialog has it. */
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

/** The question as it is typed. */
export const made = (typed: TypedQuestion): NewQuestion => {
  const { kind, purpose, label, hint, options, optional, perGuest } = typed
  const [minLength, maxLength] = [number(typed.minLength), number(typed.maxLength)]
  const [least, greatest] = [number(typed.least), number(typed.greatest)]
  const answers = options
    .filter(({ texts }) => texts.it?.trim())
    .map(({ texts, value }) => [value ?? fieldNameOf(texts.it!), texts] as const)
  const when = whenOf(typed.rows)
  return {
    field: fieldNameOf(label.it ?? ''),
    // A consent that may be left out is no condition of the stay.
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

/** Returns the key of the sentence that says what the question still lacks, or `undefined` when it can be saved. */
export const lackingOf = ({ label, kind, options, purpose }: TypedQuestion): string | undefined => {
  if (!fieldNameOf(label.it ?? '')) return 'flow.lacks.label'
  if (hasOptions(kind) && options.filter(({ texts }) => texts.it?.trim()).length < 2) return 'flow.lacks.options'
  return purpose ? undefined : 'flow.lacks.purpose'
}
