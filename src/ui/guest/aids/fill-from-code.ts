import { type Draft, fieldOf } from '../../../../schema/checkin'
import { type BirthTables, disagreements } from '../../../core/fiscal-code/disagreements'
import { type CodeFacts, readFiscalCode } from '../../../core/fiscal-code/fiscal-code'
import { loadBirthTables } from '../../shared/birth-tables'
import { house, today } from '../../shared/published'
import type { Run } from '../state/effect-results'

/** The least age of who checks in, for the century of the birth date. */
const leastAge = 14

/** Reads the first guest's codice fiscale today. */
export const readCode = (code: string) => readFiscalCode(code, today(), leastAge)

/** Returns the answers of a place: a town, or a state and in place of the town; none for an unknown or ended one. */
const placeAnswers = ({ place }: CodeFacts, { places }: BirthTables): Draft => {
  const found = places.placeOf(place)
  if (found && 'town' in found) return { mainGuestBirthCountry: 'Italia', mainGuestBirthCity: found.town }
  const [iso, ...others] = found?.states ?? []
  const country = others.length ? undefined : house.get().countries.find((one) => one[2] === iso)?.[0]
  return country ? { mainGuestBirthCountry: country, mainGuestBirthCity: country } : {}
}

/** The code that the answers were filled in from: a second press must not undo the guest's corrections. */
let filledFrom: string | undefined

/** Reads the codice fiscale and fills in sex, date and place of birth; answers that agree with it stay. */
export const fillFromCode: Run<'readFiscalCode'> = async (draft) => {
  const code = draft.mainGuestFiscalCode
  if (!code) return { outcome: 'skipped' }
  const read = readCode(code)
  if ('fault' in read) return { outcome: 'failed', faults: [{ field: 'mainGuestFiscalCode', rule: read.fault }] }
  const tables = await loadBirthTables().catch(() => undefined)
  const { gender, birthDate } = read.facts
  const found: Draft = {
    mainGuestGender: gender,
    mainGuestBirthDate: birthDate,
    ...(tables && placeAnswers(read.facts, tables)),
  }
  const wrong = new Set<string>(
    filledFrom === code ? [] : disagreements(draft, 'main', today(), tables).map((short) => fieldOf('main', short)),
  )
  // A new country takes its town along.
  if (wrong.has('mainGuestBirthCountry')) wrong.add('mainGuestBirthCity')
  filledFrom = code
  return {
    outcome: 'read',
    set: Object.fromEntries(
      Object.entries(found).flatMap(([field, value]) => (draft[field] && !wrong.has(field) ? [] : [[field, value!]])),
    ),
  }
}
