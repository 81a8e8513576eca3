import { addDays } from '../../src/core/text/dates'
import { answers } from '../server/http/door-world'

/** What the host does to a party later: `after` hours from its making. */
export type Deed = { after: number; patch?: { [field: string]: unknown }; isRemoved?: true }

/**
 * A party of the simulated year: its key, the names of its guests (no two are alike), its record, what the host does to
 * it, and how it should stand at the region in the end (nothing where the region should have none of it).
 */
export type YearParty = {
  key: string
  names: string[]
  record: { [field: string]: unknown }
  deeds: Deed[]
  /** The host corrects what the police refuse. */
  isPutRight?: true
  stayed: { names: string[]; arrival: string; departure: string } | undefined
}

const letters = (n: number) => [...String(n)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')

/** A guest's answers as those of the second or third of a party. */
const also = (who: 'second' | 'third', name: string) => ({
  [`add${who === 'second' ? 'Second' : 'Third'}Guest`]: 'yes',
  ...Object.fromEntries(
    Object.entries(answers({ mainGuestName: name })).flatMap(([field, value]) =>
      field.startsWith('mainGuest') ? [[field.replace('main', who), value]] : [],
    ),
  ),
})

/** A place of issue whose code the portal does not know: the host has typed it. */
export const inventedPlace = { name: 'BORGOFINTO', key: 'place:borgofinto', code: '499999999' }

type Fate = 'none' | 'removed' | 'renamed' | 'extended' | 'moved' | 'alone' | 'unreleased' | 'refused' | 'putRight'

/** Of a hundred parties, how many have which fate; the others have none. */
const shares: readonly [Fate, number][] = [
  ['removed', 3],
  ['renamed', 3],
  ['extended', 3],
  ['moved', 2],
  ['alone', 3],
  ['unreleased', 1],
  ['refused', 1],
  ['putRight', 2],
]

const fateOf = (percent: number): Fate => {
  let from = 0
  for (const [fate, share] of shares) {
    from += share
    if (percent < from) return fate
  }
  return 'none'
}

/** The party number `n`, arriving on a day `YYYY-MM-DD`, as chance has it. */
export const yearParty = (n: number, day: string, chance: () => number): YearParty => {
  const fate = fateOf(chance() * 100)
  const size = fate === 'alone' ? 2 : 1 + Math.floor(chance() * 3)
  const nights = 1 + Math.floor(chance() * 7)
  const names = ['A', 'B', 'C'].slice(0, size).map((last) => `OSPITE${letters(n)}${last}`)
  const departure = addDays(day, nights)
  const record = {
    ...answers({ mainGuestName: names[0], reservationCode: 'A101', roomDescription: 'Camera Blu' }),
    ...(size > 1 && also('second', names[1]!)),
    ...(size > 2 && also('third', names[2]!)),
    owner: 'year',
    draftId: `party${String(n).padStart(12, '0')}`,
    arrivalDate: day,
    numberOfNights: String(nights),
    departureDate: departure,
    createdAt: `${day}T07:00:00.000Z`,
    paymentMethod: 'PORTALE',
    enabledForSending: fate === 'unreleased' ? 'no' : 'yes',
    ...((fate === 'refused' || fate === 'putRight') && { mainGuestDocumentIssuePlace: inventedPlace.name }),
  }
  const stayed = { names, arrival: day, departure }
  const plain = { key: record.draftId, names, record, deeds: [] as Deed[], stayed }
  const later = addDays(departure, 1)
  switch (fate) {
    case 'removed':
      return { ...plain, deeds: [{ after: 2 + Math.floor(chance() * 40), isRemoved: true }], stayed: undefined }
    case 'renamed':
      return { ...plain, deeds: [{ after: 30, patch: { mainGuestLastName: 'BIANCHI' } }] }
    case 'extended':
      return {
        ...plain,
        deeds: [{ after: 26, patch: { departureDate: later, numberOfNights: String(nights + 1) } }],
        stayed: { ...stayed, departure: later },
      }
    case 'moved': {
      const arrival = addDays(day, -1)
      return {
        ...plain,
        deeds: [{ after: 20, patch: { arrivalDate: arrival, numberOfNights: String(nights + 1) } }],
        stayed: { ...stayed, arrival },
      }
    }
    case 'alone':
      return {
        ...plain,
        deeds: [{ after: 28, patch: { addSecondGuest: 'no' } }],
        stayed: { ...stayed, names: names.slice(0, 1) },
      }
    case 'unreleased':
      return { ...plain, stayed: undefined }
    case 'putRight':
      return { ...plain, isPutRight: true, deeds: [{ after: 3, patch: { mainGuestDocumentIssuePlace: 'BOLOGNA' } }] }
    default:
      return plain
  }
}
