import { useEffect, useState } from 'react'
import type { FlowState } from '../../../../schema/api'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { Page } from '../forms/form-frames'
import { asHost } from '../shell/host'
import { FlowPreview } from './flow-preview'

const sizes = [40, 60, 80, 100, 140]

const Picture = ({ svg }: { svg: string }) => {
  const [at, zoom] = useState(1)
  const width = Number(/ width="(\d+)"/.exec(svg)?.[1] ?? 1000)
  return (
    <>
      <p className="zoom">
        <button
          type="button"
          className="button"
          aria-label={say('flow.smaller')}
          disabled={at === 0}
          onClick={() => zoom(at - 1)}
        >
          −
        </button>
        <span>{sizes[at]} %</span>
        <button
          type="button"
          className="button"
          aria-label={say('flow.larger')}
          disabled={at === sizes.length - 1}
          onClick={() => zoom(at + 1)}
        >
          +
        </button>
      </p>
      <div className="map" tabIndex={0} role="group" aria-label={say('flow.map')}>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={say('flow.mapAlt')}
          style={{ width: (width * sizes[at]!) / 100 }}
        />
      </div>
    </>
  )
}

/**
 * The flow as it is on the disk and as guests are served it: what the checker says, its map, and any step to look at.
 * Nothing here changes it.
 */
export const FlowPage = () => {
  const [flow, setFlow] = useState<FlowState>()
  const [failed, fail] = useState(false)
  useEffect(() => {
    let alive = true
    const read = () =>
      void asHost(() => call('GET /api/flow')).then(
        ({ data }) => alive && setFlow(data),
        () => alive && fail(true),
      )
    const seen = () => document.visibilityState === 'visible' && read()
    read()
    document.addEventListener('visibilitychange', seen)
    return () => {
      alive = false
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])
  const isStale = flow?.findings.some(({ severity }) => severity === 'error')
  return (
    <Page title={say('/admin-flow.title')} subtitle={say('/admin-flow.subtitle')} back="/admin">
      {failed && <p role="alert">{say('flow.failed')}</p>}
      {!flow && !failed && <p className="spinner" role="status" />}
      {flow && (
        <div className="flow">
          <section>
            <h2>{say('flow.findings')}</h2>
            <p>{say('flow.facts', { journeys: flow.journeys, steps: flow.steps, version: flow.version })}</p>
            <p className={isStale ? 'verdict bad' : 'verdict'}>{say(isStale ? 'flow.stale' : 'flow.fine')}</p>
            {flow.findings.length > 0 && (
              <ul className="findings">
                {flow.findings.map(({ severity, text }) => (
                  <li key={text} className={severity}>
                    {text}
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section>
            <h2>{say('flow.preview')}</h2>
            <FlowPreview files={flow.files} />
          </section>
          <section>
            <h2>{say('flow.map')}</h2>
            <Picture svg={flow.map} />
          </section>
        </div>
      )}
    </Page>
  )
}
