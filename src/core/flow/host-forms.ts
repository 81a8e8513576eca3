import {
  flowGuests,
  furtherGuest,
  guestField,
  guestPrefix,
  isFieldOf,
  isNamed,
  type Later,
  laterGuests,
  mostGuests,
  partyFlag,
  type Who,
} from '../../../schema/guest'
import type { FormSubject } from '../../../schema/host-vocabulary'
import type { FieldDefinition, Flow, Form, Section } from '../../../schema/steps'
import { holds } from './arms'
import type { Facts } from './facts'
import { nameResolver, shortOf } from './names'

/** A question of a host's form: `key` names the answer, `name` its words; `choices` limits its options. */
export type HostQuestion = {
  key: string
  name: string
  definition: FieldDefinition
  optional: boolean
  section: Section
  choices?: readonly string[] | undefined
}

/** In these forms a field of a check-in is defined as on the guest's card. */
const asksAsGuest: readonly FormSubject[] = ['checkin', 'copy']

/** Returns the definition of a form's field: the form's own, else the guest's if the form edits a check-in. */
export const definitionIn = (flow: Pick<Flow, 'fields'>, of: FormSubject, short: string): FieldDefinition | undefined =>
  flow.fields[`${of}.${short}`] ?? (asksAsGuest.includes(of) ? flow.fields[short] : undefined)

/** Fields of a check-in share their words with the guests' cards. */
const wordsName = (flow: Pick<Flow, 'fields'>, of: FormSubject, short: string, key: string) =>
  of !== 'checkin' && flow.fields[`${of}.${short}`] ? `${of}.${short}` : key

/** Returns the questions of a section that have a definition. */
export const questionsIn = (flow: Pick<Flow, 'fields'>, of: FormSubject, section: Section): HostQuestion[] => {
  const full = nameResolver(section.guest as Who | undefined)
  const ask = (optional: boolean) => (field: string) => {
    const definition = definitionIn(flow, of, shortOf(field).short)
    if (!definition) return []
    const key = full(field)
    const choices = section.choices?.[field]
    return [{ key, name: wordsName(flow, of, field, key), definition, optional, section, choices }]
  }
  return [...(section.fields ?? []).flatMap(ask(false)), ...(section.optional ?? []).flatMap(ask(true))]
}

/** Returns the keys of the required answers in the sections shown. */
export const requiredIn = (flow: Pick<Flow, 'fields'>, form: Form, known: Facts): string[] =>
  sectionsOf(form, known)
    .flatMap((section) => questionsIn(flow, subjectOf(form), section))
    .flatMap(({ key, optional }) => (optional ? [] : [key]))

/** Returns what a form edits; a check-in by default. */
export const subjectOf = (form: Form): FormSubject => (form.of as FormSubject | undefined) ?? 'checkin'

/** Two sections for each guest from the first repeated one on: whether that guest comes, then the answers. */
const repeated = ({ repeat, column, ...section }: Section, most: number): Section[] => {
  const place = column && { column }
  const first = repeat === true ? furtherGuest : (repeat as Later)
  return laterGuests.slice(laterGuests.indexOf(first), most - 1).flatMap((who) => {
    const flags = laterGuests.slice(0, laterGuests.indexOf(who)).map((one) => [partyFlag(one), 'yes'])
    const [when, flag] = [flags.length ? { when: Object.fromEntries(flags) } : {}, partyFlag(who)]
    const names = isNamed(who) ? [who, `${who}Data`] : [`asks-${who}`, section.name]
    return [
      { name: names[0]!, optional: [flag], ...when, ...place },
      { ...section, ...place, name: names[1]!, guest: who, when: { ...when.when, [flag]: 'yes' } },
    ]
  })
}

/**
 * Moves the house's own questions about a guest into that guest's section, if the form has one. Further guests have the
 * fourth guest's questions.
 */
const byGuest = (sections: readonly Section[]): Section[] => {
  const general = sections.filter(({ guest }) => !guest)
  const here = new Set(sections.map(({ guest }) => guest))
  const moved = flowGuests.filter((who) => here.has(who))
  const own = (list: 'fields' | 'optional', who: Who) => {
    const model = isNamed(who) ? who : furtherGuest
    const names = general.flatMap((section) => section[list] ?? []).filter((name) => isFieldOf(name, model))
    return names.map((name) => guestField(who, name.slice(guestPrefix(model).length)))
  }
  const listed = (section: Section, list: 'fields' | 'optional') => {
    const { guest, [list]: names = [] } = section
    return guest
      ? [...names, ...own(list, guest as Who)]
      : names.filter((name) => !moved.some((who) => isFieldOf(name, who)))
  }
  const isAsked = (section: Section) => listed(section, 'fields').length + listed(section, 'optional').length
  const had = ({ fields = [], optional = [] }: Section) => fields.length + optional.length
  return sections.map((section) =>
    isAsked(section) === had(section)
      ? section
      : { ...section, fields: listed(section, 'fields'), optional: listed(section, 'optional') },
  )
}

// Cached, because callers compare sections by identity.
const listsOfSections = new WeakMap<Form, Map<number, Section[]>>()

/** Returns all sections of a form, the repeated one for each further guest of at most `most`. */
export const allSections = (form: Form, most = mostGuests): Section[] => {
  const lists = listsOfSections.get(form) ?? new Map<number, Section[]>()
  listsOfSections.set(form, lists)
  const list =
    lists.get(most) ??
    byGuest((form.sections ?? []).flatMap((section) => (section.repeat ? repeated(section, most) : [section])))
  lists.set(most, list)
  return list
}

/** Returns the sections a form shows now. */
export const sectionsOf = (form: Form, known: Facts, most?: number): Section[] =>
  allSections(form, most).filter(({ when }) => holds(when, known))
