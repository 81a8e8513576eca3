import { type Language, languages } from '../../../../../schema/languages'
import { isHouseLetter } from '../../../../core/text/letter-words'
import { type Session, sessionWords } from '../draft/session'

/** A text by key: its missing languages, those whose Italian changed since, and its owner. */
export type WordRow = {
  key: string
  /** Letters to the host exist in Italian only. */
  writtenIn: readonly Language[]
  missing: Language[]
  stale: Language[]
  isOwn: boolean
  isShipped: boolean
}

const italianOnly: readonly Language[] = ['it']

/** Returns the languages translated from another Italian text: the house changed only the Italian. */
const staleIn = (key: string, writtenIn: readonly Language[], { base, flow }: Session): Language[] => {
  const italian = flow.words.it?.[key]
  if (italian === undefined) return []
  const isChanged = italian !== base.words.it?.[key]
  return writtenIn.filter((language) => {
    if (language === 'it') return false
    const own = flow.words[language]?.[key]
    return own === undefined || (isChanged && base.words.it?.[key] !== undefined && own === base.words[language]?.[key])
  })
}

/** Returns every text: missing first, then stale, letters last. With `order` in that order, new ones first. */
export const wordRows = (session: Session, order?: readonly string[]): WordRow[] => {
  const words = sessionWords(session)
  const keys = [...new Set(languages.flatMap((language) => Object.keys(words[language])))]
  const rows = keys.map((key): WordRow => {
    const writtenIn = isHouseLetter(key, session.shipped) ? italianOnly : languages
    const missing = writtenIn.filter((language) => !words[language][key])
    return {
      key,
      writtenIn,
      missing,
      stale: staleIn(key, writtenIn, session).filter((language) => !missing.includes(language)),
      isOwn: languages.some((language) => session.flow.words[language]?.[key] !== undefined),
      isShipped: languages.some((language) => session.shipped[language][key] !== undefined),
    }
  })
  const places = order && new Map(order.map((key, i) => [key, i]))
  const rank = ({ key, writtenIn, missing, stale }: WordRow) => {
    if (places) return places.get(key) ?? -1
    if (missing.length || stale.length) return missing.length ? 0 : 1
    return writtenIn === italianOnly ? 3 : 2
  }
  return rows.sort((a, b) => rank(a) - rank(b))
}
