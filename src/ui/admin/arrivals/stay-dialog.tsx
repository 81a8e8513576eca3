import { useState } from 'react'
import type { BookingField, BookingFields, ExpectedStay } from '../../../../schema/bookings'
import { languageTable } from '../../../../schema/languages'
import { type BookingFault, bookingFieldNames, bookingFrom } from '../../../core/bookings/booking-fields'
import { overlaps } from '../../../core/bookings/booking-state'
import { FieldBoxes, type FieldRow } from '../../look/boxes'
import { FaultLine } from '../../look/parts'
import { hostCall as call, Refused } from '../../shared/api'
import { announce } from '../../shared/card'
import { house, say, today } from '../../shared/published'
import { FormDialog } from '../dialogs/questions'
import { asHost, hostSettings } from '../session/host'
import { useDialogForm } from '../shell/unsaved'
import { otherStay } from '../stays/stay-words'

type Typed = { [field in BookingField]?: string }

const typedOf = (stay: Partial<BookingFields>): Typed =>
  Object.fromEntries(bookingFieldNames.map((field) => [field, String(stay[field] ?? '')]))

const inputs: { readonly [field in BookingField]?: Partial<FieldRow<BookingField>> } = {
  arrival: { type: 'date' },
  departure: { type: 'date' },
  people: { inputMode: 'numeric', maxLength: 2 },
  room: { maxLength: 120 },
  name: { maxLength: 120 },
  reference: { maxLength: 40, autoCapitalize: 'characters' },
  phone: { type: 'tel', maxLength: 30 },
  email: { type: 'email', maxLength: 254 },
}

/** Returns a fault in words. */
export const stayFaultWords = ({ field, rule }: Pick<BookingFault, 'field' | 'rule'>): string => {
  const own = `stays.fault.${rule}.${field}`
  return house.get().speak.has(own) ? say(own) : `${say(`stays.field.${field}`)} ${say(`stays.fault.${rule}`)}`
}

const rows = (): FieldRow<BookingField>[] => {
  const codes = hostSettings.get()?.reservationCodes ?? []
  const picks: { readonly [field in BookingField]?: FieldRow<BookingField>['picks'] } = {
    code: codes.map(({ code, description }) => ({ value: code, text: `${code} · ${description}` })),
    language: languageTable.map(({ code, name }) => ({ value: code, text: name })),
  }
  // Without codes there is no room to pick: the name of the room is typed.
  const fields = bookingFieldNames.filter((field) => field !== 'code' || codes.length)
  return fields.map((field) => ({
    field,
    label: say(`stays.field.${field}`),
    type: 'text',
    ...inputs[field],
    ...(picks[field] && { picks: picks[field], none: say('stays.unknown') }),
  }))
}

const faultsIn = (error: unknown) =>
  error instanceof Refused ? ((error.body.faults ?? []) as unknown as BookingFault[]) : []

type OverlapProps = { typed: Typed; id: number | undefined; stays: readonly ExpectedStay[] }

/** Warns of other stays in the same room on the typed nights; the stay can still be saved. */
const Overlaps = ({ typed, id = 0, stays }: OverlapProps) => {
  const { fields, faults } = bookingFrom(typed)
  const others = stays.filter((one) => one.id !== id && one.state !== 'cancelled')
  const isDated = !faults.some(({ field }) => field === 'arrival' || field === 'departure')
  const compared = isDated ? [{ ...fields, id }, ...others] : []
  const found = overlaps(compared, hostSettings.get()?.reservationCodes ?? [], today()).get(id) ?? []
  return (
    <div role="status">
      {others
        .filter((other) => found.some((one) => one.id === other.id))
        .map((other) => (
          <p key={other.id} className="info warns">
            {say('stays.overlap', otherStay(other))}
          </p>
        ))}
    </div>
  )
}

type DialogProps = {
  stay?: ExpectedStay | undefined
  stays: readonly ExpectedStay[]
  close: (isSaved: boolean) => void
}

/** The form of a stay, a new one without `stay`; `stays` are all. */
export const StayDialog = ({ stay, stays, close }: DialogProps) => {
  const [began] = useState(() => typedOf(stay ?? {}))
  const [typed, setTyped] = useState(began)
  const [faults, setFaults] = useState<readonly BookingFault[]>([])
  const title = say(stay ? 'stays.editTitle' : 'stays.addTitle')
  // Only the changed fields are sent: another device may have changed others since the dialog was opened.
  const changes = Object.fromEntries(
    bookingFieldNames.flatMap((field) => (typed[field] === began[field] ? [] : [[field, typed[field]]])),
  )
  const isChanged = Object.keys(changes).length > 0
  const send = async () => {
    const read = bookingFrom(typed)
    setFaults(read.faults)
    if (read.faults.length) return
    await asHost<unknown>(() =>
      stay
        ? call('PATCH /api/bookings/:id', { params: { id: stay.id }, body: changes })
        : call('POST /api/bookings', { body: { stays: [typed] } }),
    ).catch((error: unknown) => {
      setFaults(faultsIn(error))
      throw error
    })
    announce(say('stays.saved'))
    close(true)
  }
  const faultOf = (field: BookingField) => faults.filter((one) => one.field === field).map(stayFaultWords)[0]
  const { dialog, failure } = useDialogForm({ title, isChanged, send, close: () => close(false) })
  return (
    <FormDialog {...dialog} yes={say('stays.save')}>
      <div className="scroll grid">
        <FieldBoxes
          rows={rows()}
          values={typed}
          put={(change) => setTyped({ ...typed, ...change })}
          faultOf={faultOf}
        />
      </div>
      <Overlaps typed={typed} id={stay?.id} stays={stays} />
      <FaultLine role={failure ? 'alert' : undefined}>{failure || faults.map(stayFaultWords).join('; ')}</FaultLine>
    </FormDialog>
  )
}
