/**
 * The languages of guests, the default first. Each has a word file `src/text/<code>.json` for cards and letter. `name`
 * is its own name; `locale` formats dates and amounts (British English for guests of an Italian house); `stripe` is its
 * code at Stripe; `stateless` names a citizen of no country; `place` is its position on the first card.
 */
export const languageTable = [
  { code: 'it', name: 'Italiano', locale: 'it', stripe: 'it', stateless: 'Apolide', place: 5 },
  { code: 'en', name: 'English', locale: 'en-GB', stripe: 'en', stateless: 'Stateless', place: 1 },
  { code: 'fr', name: 'Français', locale: 'fr', stripe: 'fr', stateless: 'Apatride', place: 2 },
  { code: 'es', name: 'Español', locale: 'es', stripe: 'es', stateless: 'Apátrida', place: 3 },
  { code: 'de', name: 'Deutsch', locale: 'de', stripe: 'de', stateless: 'Staatenlos', place: 4 },
] as const

type Codes<Rows extends readonly { code: string }[]> = { readonly [Row in keyof Rows]: Rows[Row]['code'] }

/** The languages by ISO 639-1 code. */
export const languages = languageTable.map(({ code }) => code) as unknown as Codes<typeof languageTable>
export type Language = (typeof languages)[number]

/** Returns the row of a language, or undefined. */
export const languageRow = (code: string) => languageTable.find((row) => row.code === code)

/** Returns the locale of a language; an unknown language is its own locale. */
export const localeOf = (language: string): string => languageRow(language)?.locale ?? language

/** The languages of the host's pages and letters, the default first; word files `host.<code>.json` and its siblings. */
export const hostLanguages = ['it', 'en', 'de'] as const satisfies readonly Language[]
export type HostLanguage = (typeof hostLanguages)[number]

/** Returns the host's language of a code, or undefined. */
export const hostLanguage = (code: string | undefined) => hostLanguages.find((one) => one === code)

export const hostLanguageCookie = 'hostLanguage'
