import { useEffect, useRef } from 'react'
import type { Outline, OutlineStep } from '../../../../core/diagram/outline'
import { plural, say } from '../../../shared/published'
import { Sentence } from '../step/sentence-row'

/** `within` keeps ids of several lists apart. */
const rowId = (path: string, within: string | number = '') => `step${within}${path.replaceAll('/', '-')}`

const focusRow = (path: string, within: string | number | undefined) =>
  document.querySelector<HTMLElement>(`[id="${rowId(path, within)}"] h3 button`)?.focus()

type RowProps = {
  row: OutlineStep
  isPicked: boolean
  count: number
  isUnreached: boolean
  within: number | undefined
  pick: (path: string) => void
}

const Row = ({ row: { path, title, questions, arms }, isPicked, count, isUnreached, within, pick }: RowProps) => (
  <li className={isPicked ? 'item step-row picked' : 'item step-row'} id={rowId(path, within)}>
    <h3 className="bar">
      <button type="button" className="link" aria-current={isPicked || undefined} onClick={() => pick(path)}>
        {title}
      </button>
      <code>{path}</code>
      {count > 0 && <span className="chip bad">{plural('flow.problems', count)}</span>}
      {isUnreached && <span className="chip">{say('flow.unreached')}</span>}
    </h3>
    {questions.length > 0 && (
      <p className="asks">
        {questions.map(({ label, optional }) => (optional ? `${label} (${say('flow.optional')})` : label)).join(' · ')}
      </p>
    )}
    <ul className="arms">
      {arms.map(({ at, pieces, to }) => (
        <li key={at}>
          <span>
            <Sentence pieces={pieces} />
          </span>
          {to && (
            <button
              type="button"
              className="link go"
              aria-label={say('flow.goTo', { step: to })}
              onClick={() => focusRow(to, within)}
            >
              <span aria-hidden="true">→</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  </li>
)

type JourneyListProps = {
  outline: Outline
  picked: string | undefined
  counts: ReadonlyMap<string, number>
  /** The steps on some journey; undefined until known. */
  reached: ReadonlySet<string> | undefined
  within?: number
  pick: (path: string) => void
}

/** The journey as a list: lanes, steps, and their arms as sentences. */
export const JourneyList = ({ outline, picked, counts, reached, within, pick }: JourneyListProps) => {
  // Back from a step focuses its row.
  const before = useRef(picked)
  useEffect(() => {
    if (before.current) focusRow(before.current, within)
  }, [])
  return (
    <div className="stack apart journey">
      {outline.map(({ lane, title, steps }) => (
        <section key={lane} className={`lane of-${lane}`} aria-labelledby={`lane${within ?? ''}-${lane}`}>
          <h2 id={`lane${within ?? ''}-${lane}`}>{title}</h2>
          <ol className="stack tight">
            {steps.map((row) => (
              <Row
                key={row.path}
                row={row}
                isPicked={row.path === picked}
                count={counts.get(row.path) ?? 0}
                within={within}
                isUnreached={reached !== undefined && !reached.has(row.path)}
                pick={pick}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
