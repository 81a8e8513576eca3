import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Language, languageRow, languages } from '../../../../../schema/languages'
import type { Words } from '../../../../core/lint/findings'
import { Button } from '../../../shared/button'
import { plural, say } from '../../../shared/published'
import { editDraft, editorSession, editText, type Session, sessionWords } from '../draft/session'
import { TextBox } from '../edit-dialogs/boxes'
import { type WordRow, wordRows } from './word-rows'

const shownAtOnce = 40

/** Longer texts get a multi-line box. */
const longText = 60

const nameOf = (language: Language) => languageRow(language)!.name

/** A text in one language; leaving the box saves it. */
const WordBox = ({ at, language }: { at: string; language: Language }) => {
  const { flow, shipped } = editorSession.get()!
  const shownText = flow.words[language]?.[at] ?? shipped[language][at] ?? ''
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    setTyped(undefined)
    if (typed !== undefined) editText(at, language, typed)
  }
  const isLong = shownText.length > longText || shownText.includes('\n')
  const props = { label: nameOf(language), lang: language, value: typed ?? shownText, isLong }
  return <TextBox {...props} type={setTyped} leave={keep} />
}

const Row = ({ row: { key, writtenIn, missing, stale, isOwn, isShipped } }: { row: WordRow }) => (
  <li className="item word-row">
    <h2>
      <code>{key}</code>
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
          kind="small"
          aria-label={say('flow.shipOf', { key })}
          onClick={() => void editDraft({ kind: 'setWord', key, text: null })}
        >
          {say('flow.ship')}
        </Button>
      </p>
    )}
  </li>
)

const searchOrder = ['title', 'label']

/** Returns the rows that contain a text, in their key or any language: titles, then labels, then others. */
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
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!wanted) return
    setSearch(wanted)
    // A finding led here: focus the first language without the text, or the first one.
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
      <div className="field">
        <label className="name" htmlFor={id}>
          {say('flow.searchWords')}
        </label>
        <input id={id} type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      </div>
      <p className="hint">{say('flow.wordsText')}</p>
      <p role="status">{plural('flow.texts', found.length)}</p>
      <ul className="stack tight" ref={list}>
        {found.slice(0, count).map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      {found.length > count && <Button onClick={() => setCount(count + shownAtOnce)}>{say('flow.moreWords')}</Button>}
    </div>
  )
}
