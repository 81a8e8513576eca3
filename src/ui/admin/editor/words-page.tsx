import { useEffect, useMemo, useRef, useState } from 'react'
import { type Language, languageRow, languages } from '../../../../schema/languages'
import type { Words } from '../../../core/lint/findings'
import { isHouseLetter } from '../../../core/mail/letter-words'
import { TextBox } from '../../look/boxes'
import { Button } from '../../look/parts'
import { plural, say } from '../../shared/published'
import { editDraft, editorSession, editText, type Session, sessionWords } from './draft/draft-session'

type WordRow = {
  key: string
  /** Letters to the host exist in Italian only. */
  writtenIn: readonly Language[]
  missing: Language[]
  stale: Language[]
  isOwn: boolean
  isShipped: boolean
}

const italianOnly: readonly Language[] = ['it']

/** The house changed only the Italian text. */
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

/** Sorts missing texts first, then stale ones, letters last. Rows keep a given `order`; new ones come first. */
const wordRows = (session: Session, order?: readonly string[]): WordRow[] => {
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

const shownAtOnce = 40

/** Characters that fit in a box of one line. */
const longText = 36

const nameOf = (language: Language) => languageRow(language)!.name

/** Saves when it loses the focus. */
const WordBox = ({ at, language }: { at: string; language: Language }) => {
  const { flow, shipped } = editorSession.get()!
  const shownText = flow.words[language]?.[at] ?? shipped[language][at] ?? ''
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    setTyped(undefined)
    if (typed !== undefined) editText(at, language, typed)
  }
  const isLong = shownText.length > longText || shownText.includes('\n')
  const props = { label: nameOf(language), lang: language, value: typed ?? shownText, ...(isLong && { rows: 3 }) }
  return <TextBox {...props} put={setTyped} onBlur={keep} />
}

const Row = ({ row: { key, writtenIn, missing, stale, isOwn, isShipped } }: { row: WordRow }) => (
  <li className="item stack tight word-row">
    <h2>
      <code>{key}</code>{' '}
      {missing.length > 0 && (
        <span className="chip bad">{say('flow.missingIn', { languages: missing.map(nameOf).join(', ') })}</span>
      )}
      {stale.length > 0 && (
        <span className="chip">{say('flow.staleIn', { languages: stale.map(nameOf).join(', ') })}</span>
      )}
    </h2>
    <div className="languages-row">
      {writtenIn.map((language) => (
        <WordBox key={language} at={key} language={language} />
      ))}
    </div>
    {isOwn && isShipped && (
      <p>
        <Button
          text={say('flow.ship')}
          kind="small"
          aria-label={say('flow.shipOf', { key })}
          onClick={() => void editDraft({ kind: 'setWord', key, text: null })}
        />
      </p>
    )}
  </li>
)

const searchOrder = ['title', 'label']

/** Ranks titles before labels. */
const searchRows = (rows: readonly WordRow[], words: Words, text: string) => {
  const rank = ({ key }: WordRow) => {
    const place = searchOrder.indexOf(key.split('.').at(-1)!)
    const isSaid = languages.some((language) => words[language][key]?.toLowerCase().includes(text))
    return place < 0 || !isSaid ? searchOrder.length : place
  }
  return rows
    .filter(
      ({ key }) =>
        key.toLowerCase().includes(text) ||
        languages.some((language) => words[language][key]?.toLowerCase().includes(text)),
    )
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Every text in every language: missing first, then stale. */
export const WordsPage = ({ session, wanted }: { session: Session; wanted: string }) => {
  const [search, setSearch] = useState(wanted)
  const [count, setCount] = useState(shownAtOnce)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!wanted) return
    setSearch(wanted)
    // After a finding, focus the first language without the text.
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
    const box = boxes.find(({ value }) => !value) ?? boxes[0]
    box?.focus()
  }, [wanted])
  const words = useMemo(() => sessionWords(session), [session])
  // Rows keep their order while the host types.
  const [order] = useState(() => wordRows(session).map(({ key }) => key))
  const rows = useMemo(() => wordRows(session, order), [session, order])
  const looked = search.trim().toLowerCase()
  const found = looked ? searchRows(rows, words, looked) : rows
  return (
    <div className="words">
      <TextBox
        label={say('flow.searchWords')}
        hint={say('flow.wordsText')}
        type="search"
        value={search}
        put={setSearch}
      />
      <p role="status">{plural('flow.texts', found.length)}</p>
      <ul className="stack tight" ref={list}>
        {found.slice(0, count).map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      {found.length > count && <Button text={say('flow.moreWords')} onClick={() => setCount(count + shownAtOnce)} />}
    </div>
  )
}
