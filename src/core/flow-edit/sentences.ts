import type { Arm, Guard, Step, When } from '../../../schema/steps'
import texts from '../../text/flow-edit.json'
import { nameResolver } from '../flow/names'
import { type Speaker, speaker } from '../text/speaker'
import type { Consequence, Operation, Refused } from './operations'

const own = speaker(texts)

/** What guests read, to call steps and questions by. */
type Cards = { readonly [key: string]: string }

const withoutEnd = (text: string) => text.replace(/[?:]\s*$/, '')

/** Names of the file in the words of the cards; a name without words stands for itself. */
const namesOf = (cards: Cards, step?: Pick<Step, 'guest'>) => {
  const speak: Speaker = speaker(cards)
  const full = nameResolver(typeof step?.guest === 'object' ? undefined : step?.guest)
  const said = (key: string, name: string) => (speak.has(key) ? withoutEnd(speak.say(key)) : name)
  return {
    step: (path: string) => said(`${path}.title`, path),
    field: (name: string) => {
      const label = speak.label(full(name))
      const known = own.has(`fact.${name}`) ? own.say(`fact.${name}`) : name
      return label.endsWith('.label') ? known : withoutEnd(label)
    },
    value: (name: string, value: string) =>
      own.has(`value.${value}`) ? own.say(`value.${value}`) : speak.option(full(name), value),
  }
}
type Names = ReturnType<typeof namesOf>

const conditionIn = (names: Names, when: When | undefined): string =>
  Object.entries(when ?? {})
    .map(([fact, expected]) => {
      const label = names.field(fact)
      if (typeof expected === 'boolean') return own.say(expected ? 'when.given' : 'when.lacking', { label })
      const value = [expected]
        .flat()
        .map((one) => names.value(fact, one))
        .join(own.say('when.or'))
      return own.say('when.is', { label, value })
    })
    .join(own.say('when.and'))

/**
 * A condition in Italian: "Paese di nascita è Italia e …". `cards` are the Italian words guests read, the host's own
 * laid over the project's; `step` tells whose answers its short names mean.
 */
export const conditionSentence = (when: When | undefined, cards: Cards, step?: Pick<Step, 'guest'>): string =>
  conditionIn(namesOf(cards, step), when)

const targetIn = (names: Names, to: Arm['to']) =>
  typeof to === 'string' ? names.step(to) : own.say('setting', { name: to.from })

const armIn = (names: Names, { when, to }: Pick<Arm, 'when' | 'to'>) =>
  own.say(when ? 'arm.if' : 'arm.else', { when: conditionIn(names, when), to: targetIn(names, to) })

/** An arm in Italian: "se Paese di nascita è Italia vai a «…»", "altrimenti vai a «…»". */
export const armSentence = (arm: Pick<Arm, 'when' | 'to'>, cards: Cards, step?: Pick<Step, 'guest'>): string =>
  armIn(namesOf(cards, step), arm)

/** A guard in Italian: where it watches, when it holds and where it leads. */
export const guardSentence = ({ at, when, to }: Pick<Guard, 'at' | 'when'> & { to?: string }, cards: Cards): string => {
  const names = namesOf(cards)
  const where = at.endsWith('-') ? own.say('any', { at }) : names.step(at)
  const sentence = own.say('guard.if', { at: where, when: conditionIn(names, when), to: to ? names.step(to) : '' })
  return to ? sentence : sentence.slice(0, sentence.indexOf(' va a '))
}

/** What fills the holes of an operation's sentence, besides what it says as it is. */
const holesOf = (
  operation: Operation,
  cards: Cards,
  step?: Pick<Step, 'guest'>,
): Record<string, string | undefined> => {
  const names = namesOf(cards, step)
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
    ofKind: question && own.say(`kind.${question.kind}`),
    choices:
      'choices' in operation
        ? operation.choices?.map((value) => names.value(operation.field, value)).join(', ')
        : undefined,
    arm: arm(one.arm),
    becomes: isGuard
      ? 'becomes' in operation
        ? guardSentence(operation.becomes, cards)
        : undefined
      : arm(one.becomes),
    guard: isGuard ? guardSentence(operation.guard, cards) : undefined,
    guest: guest ? own.say(typeof guest === 'string' ? `guest.${guest}` : 'guest.several') : undefined,
    wait:
      typeof wait === 'number'
        ? own.say('seconds', { count: wait / 1000 })
        : wait
          ? own.say('setting', { name: wait.from })
          : undefined,
  }
}

/** Which of an operation's sentences fits: the particular key's ending, or nothing for the general one. */
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

/**
 * An operation as a sentence in Italian, without a full stop. `cards` are the Italian words guests read, the host's
 * own laid over the project's; `step` is the step it speaks of, whose guest its short names mean.
 */
export const operationSentence = (operation: Operation, cards: Cards, step?: Pick<Step, 'guest'>): string => {
  const plain = Object.entries(operation).filter(([, value]) => typeof value === 'string')
  const holes = Object.entries(holesOf(operation, cards, step)).filter(([, value]) => value !== undefined)
  return own.say(`do.${operation.kind}${endingOf(operation)}`, Object.fromEntries([...plain, ...holes]))
}

const spoken = (args: Record<string, string>, cards: Cards) => {
  const names = namesOf(cards)
  return Object.fromEntries(
    Object.entries(args).map(([hole, value]) => [
      hole,
      hole === 'field' ? names.field(value) : hole === 'path' || hole === 'to' ? names.step(value) : value,
    ]),
  )
}

/** Why an operation cannot be done, in Italian. */
export const refusalSentence = ({ refused, args }: Refused, cards: Cards): string =>
  own.say(`no.${refused}`, ['badPath', 'stepExists', 'noStep'].includes(refused) ? args : spoken(args, cards))

/** One thing that goes along with an operation, in Italian. */
export const consequenceSentence = ({ kind, args }: Consequence, cards: Cards): string =>
  own.say(kind === 'backRepaired' && !args.to ? 'along.backRepaired.none' : `along.${kind}`, spoken(args, cards))
