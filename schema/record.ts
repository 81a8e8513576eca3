import { fieldOf } from './checkin'
import { isLater, italianCard, namedGuests, type Who } from './guest'
import { date, guest } from './person'
import { stay } from './stay'

/** Rules that apply to the first guest only, or to later guests only. */
const added: Partial<Record<string, object>> = {
  mainGuestBirthDate: { allOf: [date, { format: 'since1900' }, { format: 'thisYear' }, { format: 'past' }] },
  ...Object.fromEntries(
    namedGuests
      .filter(isLater)
      .map((who) => [fieldOf(who, 'residenceCity'), { allOf: [{ $ref: '#/$defs/residenceCity' }, { minLength: 2 }] }]),
  ),
}

const named = (who: Who, rules: object) =>
  Object.fromEntries(Object.entries(rules).map(([field, rule]) => [fieldOf(who, field), rule]))
const constants = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { const: value }]))

const guestProperties = (who: Who) =>
  Object.fromEntries(
    Object.keys(guest.properties).map((field) => [
      fieldOf(who, field),
      added[fieldOf(who, field)] ?? { $ref: `#/$defs/${field}` },
    ]),
  )

const whole = () => ({
  type: 'object',
  $defs: guest.properties,
  properties: Object.assign({}, ...namedGuests.map(guestProperties), stay.properties) as Record<string, object>,
  allOf: namedGuests.map((who) => ({
    if: { properties: named(who, constants(italianCard.if)), required: Object.keys(named(who, italianCard.if)) },
    then: { properties: named(who, italianCard.then) },
  })),
})

/** A check-in with every guest's fields, flat. Guests' browsers do not load this file. */
export const checkin = whole()
