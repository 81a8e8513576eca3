import type { Who } from '../../../schema/guest'
import type { FieldDefinition, Flow, Form, Section } from '../../../schema/steps'
import type { FormSubject } from '../../../schema/vocabulary'
import { holds } from './arms'
import type { Facts } from './facts'
import { nameResolver, shortOf } from './names'

/**
 * One question of a host's form: the key of its answer, the name its words are under, how it is asked, and the answers
 * the section narrows it to.
 */
export type HostQuestion = {
  key: string
  name: string
  definition: FieldDefinition
  optional: boolean
  section: Section
  choices?: readonly string[] | undefined
}

/** Whose forms may ask a guest's field as guests are asked it; the others have fields of their own. */
const asksAsGuest: readonly FormSubject[] = ['checkin', 'copy']

/** How a host's form asks a field: as the host's own `settings.…`, else, of a check-in, as the guests are asked. */
export const definitionIn = (flow: Pick<Flow, 'fields'>, of: FormSubject, short: string): FieldDefinition | undefined =>
  flow.fields[`${of}.${short}`] ?? (asksAsGuest.includes(of) ? flow.fields[short] : undefined)

/** The name a question's words are under: a check-in's fields share them whoever asks, any other has its own. */
const wordsName = (flow: Pick<Flow, 'fields'>, of: FormSubject, short: string, key: string) =>
  of !== 'checkin' && flow.fields[`${of}.${short}`] ? `${of}.${short}` : key

/** Every question of a section, in order, those without a definition left out. */
export const questionsIn = (flow: Pick<Flow, 'fields'>, of: FormSubject, section: Section): HostQuestion[] => {
  const full = nameResolver(section.guest as Who | undefined)
  const ask = (optional: boolean) => (field: string) => {
    const definition = definitionIn(flow, of, shortOf(field).short)
    return definition
      ? [
          {
            key: full(field),
            name: wordsName(flow, of, field, full(field)),
            definition,
            optional,
            section,
            choices: section.choices?.[field],
          },
        ]
      : []
  }
  return [...(section.fields ?? []).flatMap(ask(false)), ...(section.optional ?? []).flatMap(ask(true))]
}

/** The answers a form cannot do without, under their keys, of the sections it shows with what is known. */
export const requiredIn = (flow: Pick<Flow, 'fields'>, form: Form, known: Facts): string[] =>
  sectionsOf(form, known)
    .flatMap((section) => questionsIn(flow, subjectOf(form), section))
    .flatMap(({ key, optional }) => (optional ? [] : [key]))

/** What a form is about; a check-in unless it says otherwise. */
export const subjectOf = (form: Form): FormSubject => (form.of as FormSubject | undefined) ?? 'checkin'

/** The sections a form shows with what is known now. */
export const sectionsOf = (form: Form, known: Facts): Section[] =>
  (form.sections ?? []).filter(({ when }) => holds(when, known))
