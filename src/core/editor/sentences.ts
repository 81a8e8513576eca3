import type { Arm, Guard, Step, When } from '../../../schema/steps'
import type { Consequence, Operation, OwnQuestion, RefusedEdit } from './operations'
import { armIn, type Cards, cardNames, conditionIn, guardIn, guestIn, type Names, waitIn, withoutEnd } from './wording'

/** Returns a condition: "Paese di nascita è Italia e …". The guest of `step` owns the short names. */
export const conditionSentence = (when: When | undefined, cards: Cards, step?: Pick<Step, 'guest'>): string =>
  conditionIn(cardNames(cards, step), when)

/** Returns an arm with its writes: "se Paese di nascita è Italia vai a «…», e «…» diventa «…»". */
export const armSentence = (arm: Arm, cards: Cards, step?: Pick<Step, 'guest'>): string =>
  armIn(cardNames(cards, step), arm)

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

const placesIn = (operation: Operation, names: Names): string[] => {
  const { after, before, arm } = operation as { after?: string | null; before?: unknown; arm?: Arm }
  const { kind } = operation
  const isStep = kind === 'addStep' || kind === 'moveStep'
  const next = before as (Arm & Guard) | undefined
  return [
    ...(isStep && arm ? [names.say('place.arm', { arm: armIn(names, arm) })] : []),
    ...(kind === 'addStep' && operation.guest ? [names.say(`place.${operation.guest}`)] : []),
    ...(isStep || after === undefined
      ? []
      : [after === null ? names.say('place.first') : names.say('place.after', { field: names.field(after) })]),
    ...(next
      ? [names.say('place.before', { what: kind === 'addGuard' ? guardIn(names, next) : armIn(names, next) })]
      : next === null
        ? [names.say('place.last')]
        : []),
  ]
}

/** The members that have no place in the operation's sentence. */
const detailsOf = (operation: Operation, names: Names): string[] => [
  ...placesIn(operation, names),
  ...(operation.kind === 'setEffect' && operation.onEnter ? [names.say('onEnter')] : []),
  ...(operation.kind === 'shipWord' && operation.language ? [operation.language] : []),
  ...(operation.kind === 'makeQuestion' && operation.words.hint?.it ? [`«${operation.words.hint.it}»`] : []),
]

const holesOf = (operation: Operation, names: Names): Record<string, string | undefined> => {
  const one = operation as Extract<Operation, { step: string }> & Record<string, unknown>
  const path = (value: unknown) => (typeof value === 'string' ? names.step(value) : undefined)
  const arm = (value: unknown) => (value ? armIn(names, value as Arm) : undefined)
  const isGuard = 'guard' in operation
  const guest = 'guest' in operation ? operation.guest : undefined
  const question = 'question' in operation ? operation.question : undefined
  const wait = 'wait' in operation ? operation.wait : undefined
  return {
    step: 'title' in operation && operation.title?.it ? operation.title.it : path(one.step),
    after: path(one.after),
    to: operation.kind === 'renameStep' ? operation.to : path(one.to),
    home: path(one.home),
    field: 'field' in operation ? names.field(operation.field) : undefined,
    label: 'words' in operation ? withoutEnd(operation.words.label.it ?? operation.field) : undefined,
    ofKind: question && questionIn(names, question),
    choices:
      'choices' in operation
        ? operation.choices?.map((value) => names.value(operation.field, value)).join(', ')
        : undefined,
    arm: arm(one.arm),
    becomes: isGuard ? ('becomes' in operation ? guardIn(names, operation.becomes) : undefined) : arm(one.becomes),
    guard: isGuard ? guardIn(names, operation.guard) : undefined,
    guest: guest ? guestIn(names, guest) : undefined,
    wait: wait == null ? undefined : waitIn(names, wait),
  }
}

/** Picks the variant of the sentence: the end of its key, or nothing. */
const endingOf = (operation: Operation): string => {
  if (operation.kind === 'setOptional') return operation.optional ? '' : '.required'
  if (operation.kind === 'setChoices') return operation.choices ? '' : '.all'
  if (operation.kind === 'addQuestion') return operation.optional ? '.optional' : ''
  if (operation.kind === 'makeQuestion') return operation.perGuest ? '.perGuest' : ''
  if (operation.kind === 'removeStep' || operation.kind === 'moveQuestion') return operation.to ? '.to' : ''
  if ('list' in operation) return operation.list === 'back' ? '.back' : ''
  const taken = {
    setGuest: 'guest',
    setPanel: 'panel',
    setEffect: 'effect',
    setWait: 'wait',
    setHome: 'home',
    setHomes: 'to',
  }
  const word = (taken as Record<string, string>)[operation.kind]
  return word && (operation as Record<string, unknown>)[word] === null ? '.none' : ''
}

/** Returns an operation as a sentence without a full stop. The guest of `step` owns the short names. */
export const operationSentence = (operation: Operation, cards: Cards, step?: Pick<Step, 'guest'>): string => {
  const names = cardNames(cards, step)
  const plain = Object.entries(operation).filter(([, value]) => typeof value === 'string')
  const holes = Object.entries(holesOf(operation, names)).filter(([, value]) => value !== undefined)
  const sentence = names.say(`do.${operation.kind}${endingOf(operation)}`, Object.fromEntries([...plain, ...holes]))
  const details = detailsOf(operation, names)
  return details.length ? `${sentence} (${details.join(', ')})` : sentence
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
