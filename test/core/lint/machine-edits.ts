import { fieldOf } from '../../../schema/checkin'
import { flowGuests, namedGuests, type Who } from '../../../schema/guest'
import type { FieldDefinition, Flow, Step } from '../../../schema/steps'
import { cleanerNames, controlNames, panelNames, rules } from '../../../schema/vocabulary'
import { neededIn } from '../../../src/core/exports/official-fields'
import { fieldNamesOf } from '../../../src/core/flow/fields'
import { shortOf } from '../../../src/core/flow/names'
import { lawFields } from '../../../src/core/lint/answers/provenance'

export type MachineEdit = { name: string; make: (flow: Flow) => void }

const literals: { readonly [field: string]: string } = {
  gender: 'UOMO',
  name: 'MARIO',
  lastName: 'ROSSI',
  citizenship: 'Francia',
  birthCountry: 'Francia',
  birthCity: 'ROMA',
  birthDate: '1980-01-01',
  residenceCountry: 'Francia',
  residenceCity: 'ESTERO',
  documentType: 'PASS',
  documentNumber: 'AA12345',
  documentIssuePlace: 'ROMA',
  arrivalDate: '2020-01-01',
  numberOfNights: '3',
  addSecondGuest: 'no',
  addThirdGuest: 'no',
  email: 'x@example.it',
}
const ofStay = ['arrivalDate', 'numberOfNights', 'addSecondGuest', 'addThirdGuest', 'email']

/** Values to write into a field: none, a text, another guest's answer, another field's answer. */
const values = (field: string, who: Who | undefined) => {
  const other = who && namedGuests.find((one) => one !== who)
  const from = other ? fieldOf(other, field) : field === 'email' ? 'phoneNumber' : 'email'
  return [null, literals[field]!, { from }]
}

const onTheWay = ({ steps }: Flow) => {
  const paths = Object.keys(steps)
  return paths.slice(0, paths.indexOf('/notes') + 1)
}

const guestsOf = ({ steps }: Flow) =>
  flowGuests.filter((who) => Object.values(steps).some(({ guest }) => JSON.stringify(guest)?.includes(who)))

/** Every write: each value to each field of each guest, by each arm of each step, and by a guard before the step. */
const writes = (flow: Flow): MachineEdit[] =>
  onTheWay(flow).flatMap((path) =>
    [...guestsOf(flow), undefined].flatMap((who) =>
      (who ? neededIn('police', who) : ofStay).flatMap((short) =>
        values(short, who).flatMap((value) => {
          const field = who ? fieldOf(who, short) : short
          const name = `${path} writes ${JSON.stringify(value)} into ${field}`
          const byArms = ({ steps }: Flow) => {
            for (const arm of steps[path]!.next) arm.set = { ...arm.set, [field]: value }
          }
          const byGuard = ({ steps, guards }: Flow) => {
            const [{ to }] = steps[path]!.next as [{ to: unknown }]
            const when = { 'settings.enablePayPal': 'yes' }
            if (typeof to === 'string') guards.push({ at: path, when, set: { [field]: value }, to })
          }
          return [
            { name: `an arm of ${name}`, make: byArms },
            { name: `a guard before ${name}`, make: byGuard },
          ]
        }),
      ),
    ),
  )

type Made = readonly [what: string, parts: Partial<Step>]

const stepMembers: {
  [member: string]: (flow: Flow, path: string, step: Step) => (readonly [string, Partial<Step>])[]
} = {
  guest: (_flow, _path, { guest }) =>
    [...namedGuests, undefined].filter((one) => one !== guest).map((one) => [String(one), { guest: one! }]),
  fields: ({ steps }, path, { fields = [] }): Made[] => [
    ...fields.map((field) => [`without ${field}`, { fields: fields.filter((one) => one !== field) }] as const),
    ...['secondGuestName', 'mainGuestGender', 'email'].map(
      (field): Made => [`and ${field}`, { fields: [...fields, field] }],
    ),
    ['of another', { fields: Object.values(steps).find((one) => one.fields && one !== steps[path])!.fields! }] as const,
  ],
  optional: (_flow, _path, { fields = [], optional = [] }) =>
    fields.map((field) => [field, { fields: fields.filter((one) => one !== field), optional: [...optional, field] }]),
  choices: ({ fields }, _path, step) =>
    fieldNamesOf(step).flatMap((field) =>
      (fields[field]?.options ?? []).map((one) => {
        const value = typeof one === 'string' ? one : one.value
        return [`${field} ${value}`, { choices: { [field]: [value] } }] as const
      }),
    ),
  panel: (_flow, _path, { panel }) =>
    [...panelNames, undefined].filter((one) => one !== panel).map((one) => [String(one), { panel: one! }]),
  do: (_flow, _path, { do: effect }) =>
    [...(Object.keys(rules) as (keyof typeof rules)[]), undefined]
      .filter((one) => one !== effect)
      .map((one) => [String(one), { do: one! }]),
  on: (_flow, _path, { on }) => [[String(on), { on: (on ? undefined : 'enter')! }]],
  wait: () => [['0', { wait: 0 }]],
  next: ({ steps }, _path, { next }) => [
    ...next.map((_, i) => [`without ${i}`, { next: next.filter((_, j) => j !== i) }] as const),
    ...next.flatMap((arm, i) =>
      Object.keys(steps).map(
        (to) => [`${i} to ${to}`, { next: next.map((one, j) => (j === i ? { ...arm, to } : one)) }] as const,
      ),
    ),
    ...next.map(
      ({ when: _, ...arm }, i) => [`${i} always`, { next: next.map((one, j) => (j === i ? arm : one)) }] as const,
    ),
    ...next.map(
      ({ set: _, ...arm }, i) => [`${i} unwritten`, { next: next.map((one, j) => (j === i ? arm : one)) }] as const,
    ),
    ['turned', { next: next.toReversed() }] as const,
  ],
  back: ({ steps }) => Object.keys(steps).map((to) => [to, { back: [{ to }] }]),
  home: ({ steps }) => Object.keys(steps).map((home) => [home, { home }]),
}

const drop = (object: object) => {
  for (const [key, value] of Object.entries(object))
    if (value === undefined) delete (object as Record<string, unknown>)[key]
}

const ofSteps = (flow: Flow): MachineEdit[] =>
  Object.entries(flow.steps).flatMap(([path, step]) =>
    Object.entries(stepMembers).flatMap(([member, edits]) =>
      edits(flow, path, step).map(([what, parts]) => ({
        name: `${member} of ${path}: ${what}`,
        make: ({ steps }: Flow) => {
          Object.assign(steps[path]!, structuredClone(parts))
          drop(steps[path]!)
        },
      })),
    ),
  )

const fieldMembers: { [member: string]: (field: string, definition: FieldDefinition) => unknown[] } = {
  control: () => [...controlNames],
  clean: () => cleanerNames.map((one) => [one]),
  maxLength: () => [1, 5, 20],
  autocomplete: () => ['off'],
  aliases: () => [['older']],
  default: (field) => [literals[field] ?? 'x'],
  forgets: () => [['name'], ['documentNumber']],
  advance: () => [true],
  options: (_field, { options = [] }) =>
    options.map((_, i) => options.filter((_, j) => j !== i)).filter((left) => left.length),
  when: () => [{ 'settings.enablePayPal': 'yes' }],
  purpose: () => ['stay'],
}

const ofFields = (flow: Flow): MachineEdit[] => {
  const named = (field: string) => (flow.fields[field] ? field : shortOf(field).short)
  const asked = new Set(Object.values(flow.steps).flatMap(fieldNamesOf).map(named))
  return [...asked].flatMap((field) =>
    Object.entries(fieldMembers).flatMap(([member, edits]) =>
      edits(field, flow.fields[field]!).map((value) => ({
        name: `${member} of ${field}: ${JSON.stringify(value)}`,
        make: ({ fields }: Flow) => void Object.assign(fields[field]!, { [member]: value }),
      })),
    ),
  )
}

const schemas: [string, object, Partial<FieldDefinition>?][] = [
  ['least above most', { type: 'string', minLength: 9, maxLength: 5 }],
  ['five letters', { type: 'string', minLength: 5, maxLength: 5 }],
  ['digits alone', { type: 'string', maxLength: 9 }, { clean: ['digits'] }],
  ['shorter than asked', { type: 'string', minLength: 8 }, { maxLength: 4 }],
  ['a day', { type: 'string', format: 'calendar' }, { control: 'date' }],
  ['one of none offered', { type: 'string', enum: ['a'] }, { control: 'buttons', options: ['b'] }],
]

const others = (flow: Flow): MachineEdit[] => [
  ...schemas.map(([what, schema, more]) => ({
    name: `a question of the host’s: ${what}`,
    make: (flow: Flow) => {
      flow.fields.carPlate = { control: 'text', purpose: 'stay', schema, ...more } as never
      flow.steps['/guest-email']!.fields!.push('carPlate')
    },
  })),
  ...[...lawFields].flatMap((field) =>
    [...lawFields].map((other) => ({
      name: `words of ${field}: those of ${other}`,
      make: (flow: Flow) => void (flow.words = { it: { [`${field}.label`]: `{{${other}}}` } }),
    })),
  ),
  ...['/.greeting', '/.title', 'name.label'].map((key) => ({
    name: `words of ${key}: a placeholder`,
    make: (flow: Flow) => void (flow.words = { it: { [key]: 'Ciao {hause}' } }),
  })),
  ...flow.guards.flatMap((_, i) => [
    { name: `guard ${i} dropped`, make: ({ guards }: Flow) => void guards.splice(i, 1) },
    ...Object.keys(flow.steps).map((to) => ({
      name: `guard ${i} to ${to}`,
      make: ({ guards }: Flow) => void (guards[i]!.to = to),
    })),
  ]),
  ...flow.homes.map((_, i) => ({ name: `home ${i} dropped`, make: ({ homes }: Flow) => void homes.splice(i, 1) })),
]

const some = <T>(draw: (below: number) => number, list: readonly T[], count: number) =>
  Array.from({ length: count }, () => list[draw(list.length)]!)

/** Returns 300 edits: a third are writes, the rest take every member of the grammar in turn. */
export const machineEdits = (flow: Flow, draw: (below: number) => number): MachineEdit[] => {
  const someOfEach = (members: object, edits: readonly MachineEdit[], count: number) =>
    Object.keys(members).flatMap((member) =>
      some(
        draw,
        edits.filter(({ name }) => name.startsWith(`${member} of `)),
        count,
      ),
    )
  return [
    ...some(draw, writes(flow), 100),
    ...someOfEach(stepMembers, ofSteps(flow), 8),
    ...someOfEach(fieldMembers, ofFields(flow), 7),
    ...some(draw, others(flow), 35),
  ]
}
