/** A code of the house with the region's data: rooms and beds of a structure. */
export const codeOf = (id: string, structureCode: string, totalRooms: number, totalBeds: number) => ({
  id,
  code: id,
  description: id,
  showPaymentPage: true,
  structureCode,
  totalRooms,
  totalBeds,
})

/** A guest with every field that the region asks, by short names. */
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

export const guestFields = (who: string, one: object) =>
  Object.fromEntries(Object.entries(one).map(([field, value]) => [`${who}Guest${field}`, value]))
