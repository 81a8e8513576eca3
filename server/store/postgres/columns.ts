/** Escapes a text with a zero byte or half a surrogate pair. */
export const column = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  return value.includes('\0') || /\p{Surrogate}/u.test(value) ? JSON.stringify(value) : value
}

/** The columns of a check-in's stay. */
export const datesOf = (doc: { [field: string]: unknown }) => ({
  arrival: column(doc.arrivalDate),
  departure: column(doc.departureDate),
})
