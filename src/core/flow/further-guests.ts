import { furtherGuest, furtherGuests, guestNumber, mostGuests, partyFlag } from '../../../schema/guest'
import type { Flow, Step } from '../../../schema/steps'
import { fieldNamesOf } from './fields'

/** Renames the fourth guest's paths and fields for another guest: `/guest-7-name`, `guest7Name`. */
export const numbered = (text: string, number: number | string): string =>
  text.replace(/([Gg]uest-?)4(?!\d)/g, (_, guest: string) => guest + number)

/** Returns whether a name has the fourth guest's number, so that each further guest has one like it. */
export const isNumbered = (name: string): boolean => numbered(name, '') !== name

/** Returns whether a step belongs to the section that is repeated for each guest after the third. */
export const isRepeated = (step: Step): boolean =>
  step.guest === furtherGuest || fieldNamesOf(step).includes(partyFlag(furtherGuest))

/** The repeated section of a flow, with its guards, homes and the house's own questions. */
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

/** The section for each further guest, and one more that leads the last guest on. */
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

const writtenOut = new WeakMap<object, Flow>()

const repeated = (flow: Flow, parts: FurtherParts): Flow => {
  if (!Object.keys(parts.steps).length) return flow
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

/**
 * Returns a flow with the repeated section (its own, cached by flow, or `parts`) written out for every guest from the
 * fourth to the thirtieth.
 */
export const withFurtherGuests = (flow: Flow, parts?: FurtherParts): Flow => {
  if (parts) return repeated(flow, parts)
  const whole = writtenOut.get(flow) ?? repeated(flow, furtherParts(flow))
  writtenOut.set(flow, whole)
  return whole
}

/** Returns entries by path or key; the fourth guest's are repeated for each further guest. */
export const forEachFurther = <T>(entries: { [name: string]: T }): { [name: string]: T } =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, value]) =>
      isNumbered(name)
        ? furtherGuests.map((who) => [numbered(name, guestNumber(who)), value] as const)
        : [[name, value] as const],
    ),
  )
