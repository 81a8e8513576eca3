import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Language, languageRow, languages } from '../../../../../schema/languages'
import type { Words } from '../../../../core/lint/findings'
import { Button } from '../../../shared/button'
import { plural, say } from '../../../shared/published'
import { TextBox } from '../asking/boxes'
import { edit, editText, type Session, session, sessionWords } from '../draft/session'
import { type WordRow, wordRows } from './word-rows'

/** How many texts are shown at once. */
const shownAtOnce = 40

/** Characters from which a text is shown on several lines. */
const longText = 60

const nameOf = (language: Language) => languageRow(language)!.name

/** One text in one language: put into the draft when the box is left. */
const WordBox = ({ at, language }: { at: string; language: Language }) => {
  const { flow, shipped } = session.get()!
  const said = flow.words[language]?.[at] ?? shipped[language][at] ?? ''
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    setTyped(undefined)
    if (typed !== undefined) editText(at, language, typed)
  }
  const isLong = said.length > longText || said.includes('\n')
  const props = { label: nameOf(language), lang: language, value: typed ?? said, isLong }
  return <TextBox {...props} type={setTyped} leave={keep} />
}

const Row = ({ row: { key, said, missing, stale, isOwn, isShipped } }: { row: WordRow }) => (
  <li className="word-row">
    <h2>
      <code>{key}</code>
      {missing.length > 0 && (
        <span className="count bad">{say('flow.missingIn', { languages: missing.map(nameOf).join(', ') })}</span>
      )}
      {stale.length > 0 && (
        <span className="count">{say('flow.staleIn', { languages: stale.map(nameOf).join(', ') })}</span>
      )}
    </h2>
    <div className="languages-row">
      {said.map((language) => (
        <WordBox key={language} at={key} language={language} />
      ))}
    </div>
    {isOwn && isShipped && (
      <p>
        <Button
          kind="small"
          aria-label={say('flow.shipOf', { key })}
          onClick={() => void edit({ kind: 'shipWord', key })}
        >
          {say('flow.ship')}
        </Button>
      </p>
    )}
  </li>
)

/** What a text is, by the end of its key, in the order a search shows them. */
const sought = ['title', 'label']

/** Returns the rows that have a text in their key or in any language: titles first, then labels, then all others. */
const foundIn = (rows: readonly WordRow[], words: Words, text: string) => {
  const rank = ({ key }: WordRow) => {
    const place = sought.indexOf(key.split('.').at(-1)!)
    const isSaid = languages.some((language) => words[language][key]?.toLowerCase().includes(text))
    return place < 0 || !isSaid ? sought.length : place
  }
  return rows
    .filter(
      ({ key }) =>
        key.toLowerCase().includes(text) ||
        languages.some((language) => words[language][key]?.toLowerCase().includes(text)),
    )
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Every text in every language, side by side: first what is missing, then what was translated from another Italian. */
export const WordsPage = ({ now, wanted }: { now: Session; wanted: string }) => {
  const [search, setSearch] = useState(wanted)
  const [count, setCount] = useState(shownAtOnce)
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!wanted) return
    setSearch(wanted)
    // A finding has led here: the first language without the text, or else the first, takes the focus.
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
    const box = boxes.find(({ value }) => !value) ?? boxes[0]
    box?.focus()
  }, [wanted])
  const words = useMemo(() => sessionWords(now), [now])
  // The order stays while texts are typed: a row that is no longer missing does not run away.
  const [order] = useState(() => wordRows(now).map(({ key }) => key))
  const rows = useMemo(() => wordRows(now, order), [now, order])
  const looked = search.trim().toLowerCase()
  const found = looked ? foundIn(rows, words, looked) : rows
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
      <ul className="word-rows" ref={list}>
        {found.slice(0, count).map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      {found.length > count && <Button onClick={() => setCount(count + shownAtOnce)}>{say('flow.moreWords')}</Button>}
    </div>
  )
}
