/** A code of the house as the region needs it: rooms and beds of a structure. */
export const codeOf = (id: string, structureCode: string, totalRooms: number, totalBeds: number) => ({
  id,
  code: id,
  description: id,
  showPaymentPage: true,
  structureCode,
  totalRooms,
  totalBeds,
})

/** Somebody of whom the region is told all it asks, by the short names of the fields. */
export const person = (more: { Name: string; LastName?: string; BirthDate?: string }) => ({
  LastName: 'ROSSI',
  Gender: 'UOMO',
  Citizenship: 'Italia',
  BirthCountry: 'Italia',
  BirthCity: 'Firenze',
  BirthDate: '1980-01-01',
  ResidenceCountry: 'Italia',
  ResidenceCity: 'Firenze',
  ...more,
})

/** The same as the fields of one of a check-in's guests. */
export const guestFields = (who: string, one: object) =>
  Object.fromEntries(Object.entries(one).map(([field, value]) => [`${who}Guest${field}`, value]))
