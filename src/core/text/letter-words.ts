/** What the keys of the letters' words begin with where they stand among those of the flow. */
const prefix = 'letter.'

type Texts = { readonly [key: string]: string }

const keysOf = (texts: Texts, change: (key: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const name = change(key)
      return name === undefined ? [] : [[name, text]]
    }),
  )

/** The words of the letters under the keys they have among those of the flow: `lead` is `letter.lead`. */
export const lettersAmong = (texts: Texts) => keysOf(texts, (key) => prefix + key)

/** The words of the letters, under their own keys, out of those of a flow. */
export const lettersOf = (texts: Texts) =>
  keysOf(texts, (key) => (key.startsWith(prefix) ? key.slice(prefix.length) : undefined))

/** The words without those of the letters, which no page says. */
export const withoutLetters = (texts: Texts) => keysOf(texts, (key) => (key.startsWith(prefix) ? undefined : key))

/** Whether a key is one of a letter to the house, which is written in Italian alone. */
export const isHouseLetter = (key: string, words: { readonly [language: string]: Texts }): boolean =>
  key.startsWith(prefix) && Object.entries(words).every(([language, texts]) => language === 'it' || !texts[key])
