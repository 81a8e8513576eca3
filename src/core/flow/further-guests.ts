import { furtherGuest, furtherGuests, guestNumber, mostGuests, partyFlag } from '../../../schema/guest'
import type { Flow, Step } from '../../../schema/steps'
import { fieldNamesOf } from './fields'

/** Returns a name of the fourth guest's steps for the guest with another number: `/guest-7-name`, `guest7Name`. */
export const numbered = (text: string, number: number | string): string =>
  text.replace(/([Gg]uest-?)4(?!\d)/g, (_, guest: string) => guest + number)

/** Whether a name stands for each further guest. */
export const isNumbered = (name: string): boolean => numbered(name, '') !== name

/** Whether a step belongs to the section that is repeated for each guest after the third. */
export const isRepeated = (step: Step): boolean =>
  step.guest === furtherGuest || fieldNamesOf(step).includes(partyFlag(furtherGuest))

/** The section of a flow that is repeated, with its guards, homes and own questions. */
export type FurtherParts = Pick<Flow, 'steps' | 'guards' | 'homes' | 'fields'>

const chosen = <T>(all: { [name: string]: T }, isWanted: (name: string, one: T) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([name, one]) => isWanted(name, one)))

/** Returns the repeated section of a flow. */
export const furtherParts = ({ steps, guards, homes, fields }: FurtherParts): FurtherParts => ({
  steps: chosen(steps, (_, step) => isRepeated(step)),
  guards: guards.filter(({ at }) => isNumbered(at)),
  homes: homes.filter(({ at }) => isNumbered(at)),
  fields: chosen(fields, isNumbered),
})

/** Returns a flow without its repeated section. */
export const withoutFurtherGuests = <F extends FurtherParts>(flow: F): F => ({
  ...flow,
  steps: chosen(flow.steps, (_, step) => !isRepeated(step)),
  guards: flow.guards.filter(({ at }) => !isNumbered(at)),
  homes: flow.homes.filter(({ at }) => !isNumbered(at)),
})

const nextGuest = '#next'

/** The section for each further guest. A guard's `settings.mostGuests` is the number of guests before. */
const sections = (parts: FurtherParts): FurtherParts[] => {
  const text = JSON.stringify(parts, (_, value) =>
    value?.again ? { ...value, to: numbered(value.to, nextGuest) } : value,
  )
  return [...furtherGuests.map(guestNumber), mostGuests + 1].map((number) =>
    JSON.parse(
      numbered(text.replaceAll(nextGuest, String(number + 1)), number).replaceAll(
        '"settings.mostGuests":"3"',
        `"settings.mostGuests":"${number - 1}"`,
      ),
    ),
  )
}

const made = new WeakMap<object, Flow>()

const repeated = (flow: Flow, parts: FurtherParts): Flow => {
  const all = sections(parts)
  const rest = withoutFurtherGuests(flow)
  return {
    ...flow,
    steps: Object.assign({ ...rest.steps }, ...all.slice(0, -1).map(({ steps }) => steps)),
    fields: Object.assign({ ...rest.fields }, ...all.slice(0, -1).map(({ fields }) => fields)),
    guards: [...rest.guards, ...all.flatMap(({ guards }) => guards)],
    homes: [...all.flatMap(({ homes }) => homes), ...rest.homes],
  }
}

/** Returns a flow with the repeated section written out for every guest from the fourth to the thirtieth. */
export const withFurtherGuests = (flow: Flow, parts: FurtherParts = furtherParts(flow)): Flow => {
  if (!Object.keys(parts.steps).length) return flow
  return made.get(flow) ?? made.set(flow, repeated(flow, parts)).get(flow)!
}

/** Returns facts by path, or words by key, with those of the fourth guest for each further one. */
export const forEachFurther = <T>(facts: { [name: string]: T }): { [name: string]: T } =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      isNumbered(name)
        ? furtherGuests.map((who) => [numbered(name, guestNumber(who)), value] as const)
        : [[name, value] as const],
    ),
  )
