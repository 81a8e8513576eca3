import { type Language, languages } from '../../../../../schema/languages'
import { isHouseLetter } from '../../../../core/text/letter-words'
import { type Session, sessionWords } from '../draft/session'

/** A text by its key: the languages it lacks, those whose wording was made from another Italian, and whose it is. */
export type WordRow = {
  key: string
  /** The languages it is said in: letters to the host are in Italian alone. */
  said: readonly Language[]
  missing: Language[]
  stale: Language[]
  isOwn: boolean
  isShipped: boolean
}

const italianAlone: readonly Language[] = ['it']

/**
 * The languages whose wording was made from another Italian: the house changed the Italian since, or wrote none of its
 * own to go with it.
 */
const staleIn = (key: string, said: readonly Language[], { base, flow }: Session): Language[] => {
  const italian = flow.words.it?.[key]
  if (italian === undefined) return []
  const isChanged = italian !== base.words.it?.[key]
  return said.filter((language) => {
    if (language === 'it') return false
    const own = flow.words[language]?.[key]
    return own === undefined || (isChanged && base.words.it?.[key] !== undefined && own === base.words[language]?.[key])
  })
}

/**
 * Every text, missing ones first, then stale ones, letters to the host last; with an `order` of keys in that order, new
 * ones before.
 */
export const wordRows = (now: Session, order?: readonly string[]): WordRow[] => {
  const words = sessionWords(now)
  const keys = [...new Set(languages.flatMap((language) => Object.keys(words[language])))]
  const rows = keys.map((key): WordRow => {
    const said = isHouseLetter(key, now.shipped) ? italianAlone : languages
    const missing = said.filter((language) => !words[language][key])
    return {
      key,
      said,
      missing,
      stale: staleIn(key, said, now).filter((language) => !missing.includes(language)),
      isOwn: languages.some((language) => now.flow.words[language]?.[key] !== undefined),
      isShipped: languages.some((language) => now.shipped[language][key] !== undefined),
    }
  })
  const places = order && new Map(order.map((key, i) => [key, i]))
  const rank = ({ key, said, missing, stale }: WordRow) => {
    if (places) return places.get(key) ?? -1
    if (missing.length || stale.length) return missing.length ? 0 : 1
    return said === italianAlone ? 3 : 2
  }
  return rows.sort((a, b) => rank(a) - rank(b))
}
