import { useEffect, useMemo, useRef, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { flowChart } from '../../../../core/diagram/map-svg'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'

export const ViewSwitch = ({ isMap, show, kind }: { isMap: boolean; show: (map: boolean) => void; kind: string }) => (
  <p className="buttons" role="group" aria-label={say('flow.view')}>
    <Button kind={kind} aria-pressed={!isMap} onClick={() => show(false)}>
      {say('flow.list')}
    </Button>
    <Button kind={kind} aria-pressed={isMap} onClick={() => show(true)}>
      {say('flow.map')}
    </Button>
  </p>
)

/** In percent. */
const sizes = [40, 60, 80, 100, 140]

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
  const scale = sizes[at]! / 100
  const list = useRef<HTMLOListElement>(null)
  // Back from a step focuses its box.
  useEffect(() => list.current?.querySelector<HTMLElement>('[aria-current]')?.focus(), [])
  const boxes = chart.boxes.filter(({ outside }) => !outside)
  return (
    <>
      <p className="bar zoom">
        <Button aria-label={say('flow.smaller')} disabled={at === 0} onClick={() => zoom(at - 1)}>
          −
        </Button>
        <span>{sizes[at]} %</span>
        <Button aria-label={say('flow.larger')} disabled={at === sizes.length - 1} onClick={() => zoom(at + 1)}>
          +
        </Button>
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
