import { useEffect, useMemo, useRef, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { flowChart } from '../../../../core/diagram/map-svg'
import type { Outline, OutlineStep } from '../../../../core/diagram/outline'
import { Button, TextButton } from '../../../look/parts'
import { plural, say } from '../../../shared/published'
import { Sentence } from '../step/arms'

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
      <TextButton text={title} aria-current={isPicked || undefined} onClick={() => pick(path)} />
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

/** Two buttons to show the journey as a list or a map. */
export const ViewSwitch = ({ isMap, show, kind }: { isMap: boolean; show: (map: boolean) => void; kind: string }) => (
  <p className="buttons" role="group" aria-label={say('flow.view')}>
    <Button text={say('flow.list')} kind={kind} aria-pressed={!isMap} onClick={() => show(false)} />
    <Button text={say('flow.map')} kind={kind} aria-pressed={isMap} onClick={() => show(true)} />
  </p>
)

const zoomPercents = [40, 60, 80, 100, 140]

type JourneyMapProps = {
  flow: Flow
  words: Record<string, string>
  picked: string | undefined
  pick: (path: string) => void
}

/** The journey as a picture with a link over each box. */
export const JourneyMap = ({ flow, words, picked, pick }: JourneyMapProps) => {
  const [at, zoom] = useState(2)
  const chart = useMemo(() => flowChart(flow, words), [flow, words])
  const scale = zoomPercents[at]! / 100
  const list = useRef<HTMLOListElement>(null)
  // Back from a step focuses its box.
  useEffect(() => list.current?.querySelector<HTMLElement>('[aria-current]')?.focus(), [])
  const boxes = chart.boxes.filter(({ outside }) => !outside)
  return (
    <>
      <p className="bar zoom">
        <Button text="−" aria-label={say('flow.smaller')} disabled={at === 0} onClick={() => zoom(at - 1)} />
        <span>{zoomPercents[at]} %</span>
        <Button
          text="+"
          aria-label={say('flow.larger')}
          disabled={at === zoomPercents.length - 1}
          onClick={() => zoom(at + 1)}
        />
      </p>
      <div className="map">
        <div style={{ width: chart.width * scale, height: chart.height * scale }}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(chart.svg)}`}
            alt=""
            style={{ width: chart.width * scale, height: chart.height * scale }}
          />
          <ol aria-label={say('flow.map')} ref={list}>
            {boxes.map(({ path, title, x, y }) => (
              <li
                key={path}
                style={{
                  left: x * scale,
                  top: y * scale,
                  width: chart.size.width * scale,
                  height: chart.size.height * scale,
                }}
              >
                <button
                  type="button"
                  aria-label={`${title} · ${path}`}
                  aria-current={path === picked || undefined}
                  onClick={() => pick(path)}
                />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </>
  )
}
