import type { OfficialTables } from './official'
import type { RegionGuest } from './region'
import { calendar } from './rome'
import { type Element, textOf } from './soap'

/** A day as `YYYY-MM-DD`; nothing of what is no day. */
export const isoDay = (compact: string) =>
  /^\d{8}$/.test(compact) ? calendar(`${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`) : undefined

export type Lists = { tipoturismo: string[]; mezzotrasporto: string[] }

const italy = '100000100'

/** Why the region discards an arrival, in the order its fields stand. */
export const wrongArrival = (
  arrival: Element,
  day: string,
  known: ReadonlyMap<string, RegionGuest>,
  tables: OfficialTables,
  lists: Lists,
): string | undefined => {
  const of = (name: string) => textOf(arrival, name)
  const member = ['19', '20'].includes(of('tipoalloggiato'))
  if (!of('idswh') || of('idswh').length > 20) return 'idswh non valido'
  if (!['16', '17', '18', '19', '20'].includes(of('tipoalloggiato'))) return 'tipoalloggiato non valido'
  const head = known.get(of('idcapo'))
  if (member && (!head || head.arrival !== day || !['17', '18'].includes(head.type))) return 'capogruppo non trovato'
  if (!/^[MF]$/.test(of('sesso'))) return 'sesso non valido'
  if (!tables.states.get(of('cittadinanza'))) return 'cittadinanza non valida'
  if (!tables.states.get(of('statoresidenza'))) return 'stato di residenza non valido'
  const isResident = of('statoresidenza') === italy
  if (isResident ? !tables.comuni.has(of('luogoresidenza')) : of('luogoresidenza').length > 30)
    return 'luogo di residenza non valido'
  const birth = isoDay(of('datanascita'))
  if (!birth || birth > day) return 'data di nascita non valida'
  if (of('statonascita') && !tables.states.has(of('statonascita'))) return 'stato di nascita non valido'
  if (of('comunenascita') && !tables.comuni.has(of('comunenascita'))) return 'comune di nascita non valido'
  const listed = (name: keyof Lists) => lists[name].some((value) => value.toLowerCase() === of(name).toLowerCase())
  if (!listed('tipoturismo')) return 'tipo turismo non valido'
  if (!listed('mezzotrasporto')) return 'mezzo di trasporto non valido'
  return undefined
}

/** Surname and given name without accents and signs, in either order, and the birth date. */
const personOf = (of: (name: string) => string) => {
  const bare = (name: string) =>
    of(name)
      .normalize('NFD')
      .replace(/[^A-Z]/g, '')
  return [...[bare('cognome'), bare('nome')].sort(), of('datanascita')]
}

/**
 * Whether an arrival under a known id is plainly another person: two of surname, given name and birth date are others.
 * An id is immutable (tracciato v3); which changes the region takes for another person is not documented.
 */
const isAnother = ({ fields }: RegionGuest, arrival: Element) => {
  const [before, now] = [personOf((name) => fields[name] ?? ''), personOf((name) => textOf(arrival, name))]
  return before.filter((part) => !now.includes(part)).length > 1
}

/** Why the region refuses an arrival under an id it knows. */
export const wrongUpdate = (before: RegionGuest, arrival: Element, day: string): string | undefined => {
  if (before.arrival !== day) return 'ospite già presente con altra data di arrivo'
  if (before.type !== textOf(arrival, 'tipoalloggiato')) return 'ospite già presente con altro tipo alloggiato'
  return isAnother(before, arrival) ? 'idswh già assegnato a un altro ospite' : undefined
}
