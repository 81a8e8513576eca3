import type { Guard, Step } from '../../../schema/steps'
import type { ArmName, GuardName, Operation, OwnQuestion, RefusedEdit, SideEffect, StepMembers } from './operations'
import { armIn, type Cards, cardNames, conditionIn, guardIn, guestIn, type Names, waitIn, withoutEnd } from './wording'

/** Returns a guard: its addresses, condition, target and writes. */
export const guardSentence = (guard: Omit<Guard, 'to'> & { to?: string }, cards: Cards): string =>
  guardIn(cardNames(cards), guard)

const questionParts: {
  [K in Exclude<keyof OwnQuestion, 'kind'>]-?: (value: NonNullable<OwnQuestion[K]>, names: Names) => string
} = {
  purpose: (purpose, names) => names.say('question.purpose', { purpose: names.say(`purpose.${purpose}`) }),
  format: (format, names) => names.say(`question.format.${format}`),
  minLength: (count, names) => names.say('question.minLength', { count }),
  maxLength: (count, names) => names.say('question.maxLength', { count }),
  least: (count, names) => names.say('question.least', { count }),
  greatest: (count, names) => names.say('question.greatest', { count }),
  options: (options) => options.join(' / '),
  when: (when, names) => names.say('question.when', { when: conditionIn(names, when) }),
}

const questionIn = (names: Names, { kind, ...rest }: OwnQuestion) =>
  [
    names.say(`kind.${kind}`),
    ...Object.entries(rest).map(([part, value]) => questionParts[part as keyof typeof rest](value as never, names)),
  ].join(', ')

/** A sentence: its key, its parameters, and details that follow in brackets. */
type Phrase = readonly [
  key: string,
  params: Record<string, string | undefined>,
  ...details: (string | false | undefined)[],
]

const memberValues: {
  [M in Exclude<keyof StepMembers, 'on' | 'choices'>]-?: (value: NonNullable<StepMembers[M]>, names: Names) => string
} = {
  guest: (guest, names) => guestIn(names, guest),
  panel: String,
  do: String,
  wait: (wait, names) => waitIn(names, wait),
  home: (home, names) => names.step(home),
}

const memberPhrases = (step: string, { choices = {}, on, ...members }: StepMembers, names: Names): Phrase[] => [
  ...Object.entries(members).map(([member, given]): Phrase => {
    if (given === null) return [`${member}.none`, { step }]
    const value = memberValues[member as keyof typeof members](given as never, names)
    return [member, { step, value }, member === 'do' && on === 'enter' && names.say('onEnter')]
  }),
  ...Object.entries(choices).map(([name, values]): Phrase => {
    const value = values?.map((one) => names.value(name, one)).join(', ')
    return [values ? 'choices' : 'choices.all', { step, field: names.field(name), value }]
  }),
]

const entryPhrase = (operation: Extract<Operation, { kind: 'setEntry' }>, names: Names): Phrase => {
  if (operation.in === 'homes') {
    const { entry, becomes } = operation
    if (!becomes) return ['homes.removed', { at: entry!.at }]
    return ['homes.changed', { at: becomes.at, to: names.step(becomes.to) }]
  }
  const { in: list, entry, becomes, before } = operation
  const change = !entry ? 'added' : becomes ? 'changed' : before === undefined ? 'removed' : 'moved'
  const said = (one: ArmName | GuardName) => ('at' in one ? guardIn(names, one) : armIn(names, one))
  const step = 'step' in operation ? names.step(operation.step) : undefined
  const place = before ? names.say('place.before', { what: said(before) }) : before === null && names.say('place.last')
  return [`${list}.${change}`, { step, entry: entry && said(entry), becomes: becomes && said(becomes) }, place]
}

const questionPhrase = (operation: Extract<Operation, { kind: 'placeQuestion' }>, names: Names): Phrase => {
  const { from, to, after, optional } = operation
  const params = { field: names.field(operation.field), step: names.step((from ?? to)!), to: to && names.step(to) }
  if (to === undefined) return ['question.removed', params]
  if (from === to && optional !== undefined) return [optional ? 'question.optional' : 'question.required', params]
  const key = from === to ? 'moved' : from !== undefined ? 'moved.to' : optional ? 'added.optional' : 'added'
  const first = after === null && names.say('place.first')
  return [`question.${key}`, params, after ? names.say('place.after', { field: names.field(after) }) : first]
}

const phrasesOf = (operation: Operation, names: Names): Phrase[] => {
  switch (operation.kind) {
    case 'addStep':
    case 'moveStep': {
      const { kind, arm, guest, title } = { guest: undefined, title: undefined, ...operation }
      const params = { step: title?.it || names.step(operation.step), after: names.step(operation.after) }
      const way = arm && names.say('place.arm', { arm: armIn(names, arm) })
      return [[kind, params, way, guest && names.say(`place.${guest}`)]]
    }
    case 'removeStep': {
      const to = operation.to && names.step(operation.to)
      return [[to ? 'removeStep.to' : 'removeStep', { step: names.step(operation.step), to }]]
    }
    case 'renameStep':
      return [['renameStep', { step: names.step(operation.step), to: operation.to }]]
    case 'setStep':
      return memberPhrases(names.step(operation.step), operation.members, names)
    case 'placeQuestion':
      return [questionPhrase(operation, names)]
    case 'makeQuestion': {
      const { field, question, words, perGuest } = operation
      const params = { label: withoutEnd(words.label.it ?? field), ofKind: questionIn(names, question) }
      return [[perGuest ? 'makeQuestion.perGuest' : 'makeQuestion', params, words.hint?.it && `«${words.hint.it}»`]]
    }
    case 'changeQuestion': {
      const ofKind = operation.question ? questionIn(names, operation.question) : undefined
      return [[ofKind ? 'changeQuestion' : 'changeQuestion.none', { field: names.field(operation.field), ofKind }]]
    }
    case 'setEntry':
      return [entryPhrase(operation, names)]
    case 'setWord': {
      const { key, language, text } = operation
      return [text === null ? ['setWord.none', { key }, language] : ['setWord', { key, language, text }]]
    }
    case 'excuse': {
      const { step, rule, because } = operation
      const params = { step: names.step(step), rule, because: because ?? undefined }
      return [[because === null ? 'excuse.none' : 'excuse', params]]
    }
  }
}

const sentenceOf = ([key, params, ...given]: Phrase, names: Names): string => {
  const sentence = names.say(`do.${key}`, params)
  const details = given.filter(Boolean)
  return details.length ? `${sentence} (${details.join(', ')})` : sentence
}

/** Returns an operation as a sentence without a full stop; an incomplete one as its kind. */
export const operationSentence = (operation: Operation, cards: Cards, step?: Pick<Step, 'guest'>): string => {
  const names = cardNames(cards, step)
  try {
    return phrasesOf(operation, names)
      .map((one) => sentenceOf(one, names))
      .join('; ')
  } catch (reason) {
    if (reason instanceof TypeError) return names.say(`do.${operation.kind}`)
    throw reason
  }
}

/** Names the fields and steps among the parameters of a sentence. */
const named = (args: Record<string, string>, names: Names) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      name === 'field' ? names.field(value) : name === 'path' || name === 'to' ? names.step(value) : value,
    ]),
  )

/** Returns why an operation is refused. */
export const refusalSentence = ({ refused, args }: RefusedEdit, cards: Cards): string => {
  const names = cardNames(cards)
  return names.say(`no.${refused}`, ['badPath', 'stepExists', 'noStep'].includes(refused) ? args : named(args, names))
}

/** Returns a side effect as a sentence. */
export const sideEffectSentence = ({ kind, args }: SideEffect, cards: Cards): string => {
  const names = cardNames(cards)
  return names.say(
    kind === 'backRepaired' && !args.to ? 'sideEffect.backRepaired.none' : `sideEffect.${kind}`,
    named(args, names),
  )
}
