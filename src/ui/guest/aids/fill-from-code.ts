import { type Draft, fieldOf } from '../../../../schema/checkin'
import { type BirthTables, type CodeFacts, disagreements, readFiscalCode } from '../../../core/fiscal-code/fiscal-code'
import { loadBirthTables } from '../../shared/birth-tables'
import { house, today } from '../../shared/published'
import type { Run } from '../state/effect-results'

/** The minimum age of the first guest decides the century of the birth date. */
const leastAge = 14

/** Reads the first guest's codice fiscale. */
export const readCode = (code: string) => readFiscalCode(code, today(), leastAge)

/** Returns country and town of a birthplace; for a foreign state, its name twice. None for an unknown one. */
const placeAnswers = ({ place }: CodeFacts, { places }: BirthTables): Draft => {
  const found = places.placeOf(place)
  if (found && 'town' in found) return { mainGuestBirthCountry: 'Italia', mainGuestBirthCity: found.town }
  const [iso, ...others] = found?.states ?? []
  const country = others.length ? undefined : house.get().countries.find((one) => one[2] === iso)?.[0]
  return country ? { mainGuestBirthCountry: country, mainGuestBirthCity: country } : {}
}

/** The code last used: pressing again must not undo the guest's corrections. */
let filledFrom: string | undefined

/** Fills in sex, date and place of birth from the codice fiscale; answers that agree with it stay. */
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
  // A new country also replaces the town.
  if (wrong.has('mainGuestBirthCountry')) wrong.add('mainGuestBirthCity')
  filledFrom = code
  return {
    outcome: 'read',
    set: Object.fromEntries(
      Object.entries(found).flatMap(([field, value]) => (draft[field] && !wrong.has(field) ? [] : [[field, value!]])),
    ),
  }
}
