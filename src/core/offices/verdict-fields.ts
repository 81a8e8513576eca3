/** What the portal calls a field in its words, and the answer it is made from; the first that fits counts. */
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

/**
 * Returns the answer (its short name, `birthCity`) that the portal's words on a line are about; undefined where they
 * name none.
 */
export const fieldOfVerdict = ({ name, detail }: { name: string; detail: string }): string | undefined =>
  fields.find(([words]) => words.test(detail) || words.test(name))?.[1]
