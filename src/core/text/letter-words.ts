const prefix = 'letter.'

type Texts = { readonly [key: string]: string }

const keysOf = (texts: Texts, change: (key: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const name = change(key)
      return name === undefined ? [] : [[name, text]]
    }),
  )

/** Returns the letters' words under the flow's keys: `lead` is `letter.lead`. */
export const lettersAmong = (texts: Texts) => keysOf(texts, (key) => prefix + key)

/** Returns the letters' words out of a flow's. */
export const lettersOf = (texts: Texts) =>
  keysOf(texts, (key) => (key.startsWith(prefix) ? key.slice(prefix.length) : undefined))

/** Returns the words without the letters', which no page shows. */
export const withoutLetters = (texts: Texts) => keysOf(texts, (key) => (key.startsWith(prefix) ? undefined : key))

/** Returns whether a key is of a letter to the house, which is Italian only. */
export const isHouseLetter = (key: string, words: { readonly [language: string]: Texts }): boolean =>
  key.startsWith(prefix) && Object.entries(words).every(([language, texts]) => language === 'it' || !texts[key])
