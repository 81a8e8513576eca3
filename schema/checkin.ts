import type { FromSchema } from 'json-schema-to-ts'
import { type Guest, type GuestField, guestField, type NamedGuest, type Who } from './guest'
import type { stay } from './record'

/** Returns the record's name of a guest's field: `('second', 'birthCity')` is `secondGuestBirthCity`. */
export const fieldOf = (who: Who, field: string) => guestField(who, field) as RecordField

type Named<W extends NamedGuest> = { [F in GuestField as `${W}Guest${Capitalize<F>}`]?: Guest[F] }
type Further = { [F in GuestField as `guest${number}${Capitalize<F>}`]?: Guest[F] } & {
  [flag: `addGuest${number}`]: 'yes' | 'no' | undefined
}

export type RecordField = keyof Named<NamedGuest> | keyof Further | keyof typeof stay.properties

/** An unfinished check-in on the guest's phone; a host's own fields keep their names. */
export type Draft = { [field: string]: string | undefined }

/** A stored check-in: dates `YYYY-MM-DD`, nights as digits, countries by Italian name. */
export type Checkin = Named<NamedGuest> & Further & Partial<FromSchema<typeof stay>> & { id: number }
