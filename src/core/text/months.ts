import { languages } from '../../../schema/languages'

const lettersOnly = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
const written = new Map<string, string[]>()

/** The months as a language names them, made once: it takes milliseconds, and is asked for at every letter. */
const namesIn = (language: string) => {
  const made = () => {
    const { format } = new Intl.DateTimeFormat(language, { month: 'long' })
    return Array.from({ length: 12 }, (_, i) => lettersOnly(format(new Date(2000, i, 15))))
  }
  return written.get(language) ?? written.set(language, made()).get(language)!
}

/** Every language a month may be named in; Austria has a January of its own. */
const tongues = [...languages, 'de-AT']

/** The number of a month that was written by its name, whole or begun (`marzo`, `mar`): in the guest's language, else in any we speak. */
export const monthNumber = (typed: string, language: string): string | undefined => {
  const word = lettersOnly(typed)
  if (word.length < 3) return undefined
  const meant = [[language], tongues].map((some) => [
    ...new Set(some.flatMap((one) => namesIn(one).flatMap((name, i) => (name.startsWith(word) ? [i + 1] : [])))),
  ])
  return meant.find(({ length }) => length === 1)?.toString()
}
