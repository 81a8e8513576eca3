import { useEffect, useMemo, useState } from 'react'
import type { FlowState } from '../../../../schema/calls/api'
import type { FindingPlace } from '../../../core/editor/mending'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { Page } from '../forms/form-frames'
import { asHost } from '../session/host'
import type { PageProps } from '../shell/menu'
import { Tabs } from '../shell/tabs'
import { CardsPage } from './cards/cards-page'
import { DraftBar } from './draft/draft-bar'
import { DraftNotices } from './draft/draft-notices'
import { followDraft } from './draft/proof-state'
import { openDraft } from './draft/saving'
import { redo, type Session, session, undo } from './draft/session'
import { JourneyPage } from './journey/journey-page'
import { ProblemsPage } from './problems/problems-page'
import { PublishPage } from './publish/publish-page'
import { VersionsPage } from './publish/versions-page'
import { TrialPage } from './trial-page'
import { WordsPage } from './words/words-page'

const simple = ['cards', 'trial', 'publish'] as const
const advanced = ['journey', 'words', 'problems', 'versions'] as const
const tabs = [...simple, ...advanced]

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Ctrl+Z and Ctrl+Y, but where somebody is typing, whose box has its own. */
const keys = (event: KeyboardEvent) => {
  if (!(event.ctrlKey || event.metaKey) || isTyping(event)) return
  const key = event.key.toLowerCase()
  const turn = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined
  if (!turn) return
  event.preventDefault()
  turn()
}

/** What is wrong with the file on the disk, which guests do not see as long as something is. */
const DiskFindings = () => {
  const [findings, setFindings] = useState<FlowState['findings']>([])
  useEffect(() => {
    const read = () =>
      void asHost(() => call('GET /api/flow')).then(
        ({ data }) => setFindings(data.findings),
        () => {},
      )
    const seen = () => document.visibilityState === 'visible' && read()
    read()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [])
  if (!findings.some(({ severity }) => severity === 'error')) return null
  return (
    <section>
      <h2>{say('flow.findings')}</h2>
      <ul className="findings">
        {findings.map(({ severity, text }) => (
          <li key={text} className={severity}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

type PanelProps = {
  name: string
  now: Session
  /** Where a finding, or the list, has led. */
  at: FindingPlace | undefined
  showCard: (path: string) => void
  goTo: (place: FindingPlace | undefined) => void
  /** Whether the journey is looked at as a map, and how to look at it otherwise. */
  isMap: boolean
  showMap: (isMap: boolean) => void
}

const Panel = ({ name, now, at, showCard, goTo, ...view }: PanelProps) => {
  const here = at && 'step' in at ? at : undefined
  if (name === 'cards')
    return <CardsPage now={now} at={here?.step} pick={showCard} openRules={(step) => goTo({ step })} />
  if (name === 'words') return <WordsPage now={now} wanted={at && 'word' in at ? at.word : ''} />
  if (name === 'problems') return <ProblemsPage now={now} goTo={goTo} />
  if (name === 'trial') return <TrialPage now={now} />
  if (name === 'publish') return <PublishPage now={now} />
  if (name === 'versions') return <VersionsPage now={now} />
  return <JourneyPage now={now} at={here} go={(step) => goTo(step === undefined ? undefined : { step })} {...view} />
}

/** The place an address leads to: a step, there perhaps a question or a way on, or a text. */
const placeIn = ({ step, question, arm, word }: PageProps['query']): FindingPlace | undefined => {
  if (word) return { word }
  return step ? { step, ...(question && { question }), ...(arm && { arm: Number(arm) }) } : undefined
}

/** The editor's address with a tab open, a place in it, and how the journey is looked at. */
const addressOf = (path: string, tab: string, place: FindingPlace | undefined, isMap: boolean): string => {
  const parts = { tab, ...(isMap && { view: 'map' }), ...place }
  return `${path}?${new URLSearchParams(Object.entries(parts).map(([part, value]) => [part, String(value)]))}`
}

/**
 * The editor of the guests' journey: what is edited here is a draft, and guests see it only once it is published. The
 * address says what is open, so that a reload and Back lead where one was.
 */
export const EditorPage = ({ path, query, go }: PageProps) => {
  const [failed, fail] = useState(false)
  const now = useStore(session)
  useEffect(() => openDraft(() => fail(true)), [])
  useEffect(followDraft, [])
  useEffect(() => {
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [])
  const tab = tabs.find((name) => name === query.tab) ?? (query.step ? 'journey' : query.word ? 'words' : 'cards')
  const isAdvanced = (advanced as readonly string[]).includes(tab)
  const at = useMemo(() => placeIn(query), [query.step, query.question, query.arm, query.word])
  const isMap = query.view === 'map'
  const goTo = (place: FindingPlace | undefined) =>
    go(addressOf(path, place && 'word' in place ? 'words' : 'journey', place, isMap))
  const showCard = (step: string) => go(addressOf(path, 'cards', { step }, false))
  const pick = (name: string) => go(addressOf(path, name === 'advanced' ? 'journey' : name, at, isMap), true)
  const panel = (name: string) => name === tab && <Panel {...{ name, now: now!, at, showCard, goTo, isMap, showMap }} />
  const showMap = (isMap: boolean) => go(addressOf(path, tab, at, isMap), true)
  return (
    <Page title={say('/admin-flow.title')} subtitle={say('/admin-flow.subtitle')} back="/admin">
      {failed && <p role="alert">{say('flow.failed')}</p>}
      {!now && !failed && <p className="spinner" role="status" />}
      {now && (
        <div className="flow">
          <DiskFindings />
          <DraftBar now={now} />
          <DraftNotices now={now} />
          <Tabs
            label={say('/admin-flow.title')}
            names={[...simple, 'advanced']}
            current={isAdvanced ? 'advanced' : tab}
            pick={pick}
          >
            {(name) =>
              name !== 'advanced'
                ? panel(name)
                : isAdvanced && (
                    <Tabs label={say('tabs.advanced')} names={advanced} current={tab} pick={pick}>
                      {panel}
                    </Tabs>
                  )
            }
          </Tabs>
        </div>
      )}
    </Page>
  )
}
