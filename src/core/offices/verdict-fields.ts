/** The portal's names of fields; the first match counts. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/data (di )?arrivo/i, 'arrivalDate'],
  [/permanenza/i, 'numberOfNights'],
  [/cognome/i, 'lastName'],
  [/\bnome\b/i, 'name'],
  [/sesso/i, 'gender'],
  [/data (di )?nascita/i, 'birthDate'],
  [/(comune|provincia|luogo) (di )?nascita/i, 'birthCity'],
  [/stato (di )?nascita/i, 'birthCountry'],
  [/cittadinanza/i, 'citizenship'],
  [/tipo (di )?documento/i, 'documentType'],
  [/numero (di )?documento/i, 'documentNumber'],
  [/(luogo|comune|stato) (di )?rilascio/i, 'documentIssuePlace'],
  [/appartamento/i, 'reservationCode'],
]

/** Returns the field (short name) that the portal's words are about, or undefined. */
export const fieldOfVerdict = ({ name, detail }: { name: string; detail: string }): string | undefined =>
  fields.find(([words]) => words.test(detail) || words.test(name))?.[1]
