/**
 * The languages a guest can choose, the default and fallback first: one row a language, and beside it its word file
 * `src/text/<code>.json`, which has the words of the cards and of the guest's letter. `name` is what it calls itself;
 * `locale` is how its dates and amounts are written (guests of an Italian house read British English); `stripe` is the
 * name Stripe's pages have for it; `stateless` is what a citizen of no country is called; `place` is its place on the
 * first card.
 */
export const languageTable = [
  { code: 'it', name: 'Italiano', locale: 'it', stripe: 'it', stateless: 'Apolide', place: 5 },
  { code: 'en', name: 'English', locale: 'en-GB', stripe: 'en', stateless: 'Stateless', place: 1 },
  { code: 'fr', name: 'Français', locale: 'fr', stripe: 'fr', stateless: 'Apatride', place: 2 },
  { code: 'es', name: 'Español', locale: 'es', stripe: 'es', stateless: 'Apátrida', place: 3 },
  { code: 'de', name: 'Deutsch', locale: 'de', stripe: 'de', stateless: 'Staatenlos', place: 4 },
] as const

type Codes<Rows extends readonly { code: string }[]> = { readonly [Row in keyof Rows]: Rows[Row]['code'] }

/** The languages by their codes (ISO 639-1). */
export const languages = languageTable.map(({ code }) => code) as unknown as Codes<typeof languageTable>
export type Language = (typeof languages)[number]

/** The row of a language; undefined for one we do not speak. */
export const languageRow = (code: string) => languageTable.find((row) => row.code === code)
