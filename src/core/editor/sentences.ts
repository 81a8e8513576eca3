import type { Guard, Step } from '../../../schema/steps'
import type { ArmName, Consequence, GuardName, Operation, OwnQuestion, RefusedEdit, StepMembers } from './operations'
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

/** `holes` are its parameters; the rest follows in brackets. */
type Said = readonly [
  key: string,
  holes: Record<string, string | undefined>,
  ...details: (string | false | undefined)[],
]

const memberSaid: {
  [M in Exclude<keyof StepMembers, 'on' | 'choices'>]-?: (value: NonNullable<StepMembers[M]>, names: Names) => string
} = {
  guest: (guest, names) => guestIn(names, guest),
  panel: String,
  do: String,
  wait: (wait, names) => waitIn(names, wait),
  home: (home, names) => names.step(home),
}

const membersSaid = (step: string, { choices = {}, on, ...members }: StepMembers, names: Names): Said[] => [
  ...Object.entries(members).map(([member, given]): Said => {
    if (given === null) return [`${member}.none`, { step }]
    const value = memberSaid[member as keyof typeof members](given as never, names)
    return [member, { step, value }, member === 'do' && on === 'enter' && names.say('onEnter')]
  }),
  ...Object.entries(choices).map(([name, values]): Said => {
    const value = values?.map((one) => names.value(name, one)).join(', ')
    return [values ? 'choices' : 'choices.all', { step, field: names.field(name), value }]
  }),
]

const entrySaid = (operation: Extract<Operation, { kind: 'setEntry' }>, names: Names): Said => {
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

const questionSaid = (operation: Extract<Operation, { kind: 'placeQuestion' }>, names: Names): Said => {
  const { from, to, after, optional } = operation
  const holes = { field: names.field(operation.field), step: names.step((from ?? to)!), to: to && names.step(to) }
  if (to === undefined) return ['question.removed', holes]
  if (from === to && optional !== undefined) return [optional ? 'question.optional' : 'question.required', holes]
  const key = from === to ? 'moved' : from !== undefined ? 'moved.to' : optional ? 'added.optional' : 'added'
  const first = after === null && names.say('place.first')
  return [`question.${key}`, holes, after ? names.say('place.after', { field: names.field(after) }) : first]
}

const said = (operation: Operation, names: Names): Said[] => {
  switch (operation.kind) {
    case 'addStep':
    case 'moveStep': {
      const { kind, arm, guest, title } = { guest: undefined, title: undefined, ...operation }
      const holes = { step: title?.it || names.step(operation.step), after: names.step(operation.after) }
      const way = arm && names.say('place.arm', { arm: armIn(names, arm) })
      return [[kind, holes, way, guest && names.say(`place.${guest}`)]]
    }
    case 'removeStep': {
      const to = operation.to && names.step(operation.to)
      return [[to ? 'removeStep.to' : 'removeStep', { step: names.step(operation.step), to }]]
    }
    case 'renameStep':
      return [['renameStep', { step: names.step(operation.step), to: operation.to }]]
    case 'setStep':
      return membersSaid(names.step(operation.step), operation.members, names)
    case 'placeQuestion':
      return [questionSaid(operation, names)]
    case 'makeQuestion': {
      const { field, question, words, perGuest } = operation
      const holes = { label: withoutEnd(words.label.it ?? field), ofKind: questionIn(names, question) }
      return [[perGuest ? 'makeQuestion.perGuest' : 'makeQuestion', holes, words.hint?.it && `«${words.hint.it}»`]]
    }
    case 'changeQuestion': {
      const ofKind = operation.question ? questionIn(names, operation.question) : undefined
      return [[ofKind ? 'changeQuestion' : 'changeQuestion.none', { field: names.field(operation.field), ofKind }]]
    }
    case 'setEntry':
      return [entrySaid(operation, names)]
    case 'setWord': {
      const { key, language, text } = operation
      return [text === null ? ['setWord.none', { key }, language] : ['setWord', { key, language, text }]]
    }
    case 'excuse': {
      const { step, rule, because } = operation
      const holes = { step: names.step(step), rule, because: because ?? undefined }
      return [[because === null ? 'excuse.none' : 'excuse', holes]]
    }
  }
}

const inWords = ([key, holes, ...given]: Said, names: Names): string => {
  const sentence = names.say(`do.${key}`, holes)
  const details = given.filter(Boolean)
  return details.length ? `${sentence} (${details.join(', ')})` : sentence
}

/** Returns an operation as a sentence without a full stop; an incomplete one as its kind. */
export const operationSentence = (operation: Operation, cards: Cards, step?: Pick<Step, 'guest'>): string => {
  const names = cardNames(cards, step)
  try {
    return said(operation, names)
      .map((one) => inWords(one, names))
      .join('; ')
  } catch (reason) {
    if (reason instanceof TypeError) return names.say(`do.${operation.kind}`)
    throw reason
  }
}

const spoken = (args: Record<string, string>, names: Names) =>
  Object.fromEntries(
    Object.entries(args).map(([hole, value]) => [
      hole,
      hole === 'field' ? names.field(value) : hole === 'path' || hole === 'to' ? names.step(value) : value,
    ]),
  )

/** Returns why an operation is refused. */
export const refusalSentence = ({ refused, args }: RefusedEdit, cards: Cards): string => {
  const names = cardNames(cards)
  return names.say(`no.${refused}`, ['badPath', 'stepExists', 'noStep'].includes(refused) ? args : spoken(args, names))
}

/** Returns a side effect as a sentence. */
export const consequenceSentence = ({ kind, args }: Consequence, cards: Cards): string => {
  const names = cardNames(cards)
  return names.say(
    kind === 'backRepaired' && !args.to ? 'along.backRepaired.none' : `along.${kind}`,
    spoken(args, names),
  )
}
