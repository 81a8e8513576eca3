import { useEffect, useMemo, useState } from 'react'
import type { Language } from '../../../../schema/languages'
import type { FindingPlace } from '../../../core/editor/proposals'
import { LanguageBox } from '../../look/boxes'
import { Button, Skeleton } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { houseSettings } from '../../shared/house-settings'
import { useStore } from '../../shared/page-store'
import { say, start } from '../../shared/published'
import { toast } from '../../shared/toast'
import { onVisible, whileVisible } from '../../shared/visible'
import { Qr } from '../dialogs/copying'
import { useAnswer } from '../dialogs/page-hooks'
import { Page } from '../forms/form-frames'
import { callAsHost, failureReason, go } from '../session/host'
import { type PageProps, Tabs } from '../shell/menu'
import { CardFrame } from './card/card-frame'
import { CardsPage } from './cards-page'
import { DraftBar, DraftNotices } from './draft/draft-bar'
import { cardWords, editorSession, openDraft, redo, type Session, sessionWords, undo } from './draft/draft-session'
import { followDraft } from './draft/proof-state'
import { JourneyPage } from './journey/journey-page'
import { ProblemsPage } from './problems-page'
import { PublishPage } from './publish/publish-page'
import { VersionsPage } from './publish/versions-page'
import { WordsPage } from './words-page'

const pollMs = 60_000

/** Shown on every host page while the file on disk has errors and an older flow is served. */
export const EditorBanner = ({ path }: { path: string }) => {
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const look = () =>
      call('GET /api/flow/state').then(
        ({ data }) => setStale(data.errors > 0),
        () => {}, // It is read again in a minute.
      )
    return whileVisible(pollMs, look)
  }, [path])
  if (!isStale) return null
  return (
    <p className="flow-banner" role="status">
      {say('flow.stale')} {path !== '/admin-flow' && <a href="/admin-flow">{say('flow.see')}</a>}
    </p>
  )
}

/** A trial of the draft as a guest, in this browser only: nothing is stored or sent. */
const TrialPage = ({ session }: { session: Session }) => {
  const [language, setLanguage] = useState<Language>(start.hostLanguage)
  const [turn, again] = useState(0)
  const [path, setPath] = useState('/')
  const [link, setLink] = useState('')
  const onPhone = async () => {
    try {
      const { data } = await callAsHost('POST /api/flow/trial')
      setLink(new URL(data.path, location.origin).href)
    } catch (error) {
      toast.show({ tone: 'bad', title: say('flow.cannot'), text: failureReason(error) })
    }
  }
  const cards = cardWords(session)
  return (
    <div className="stack">
      <p>{say('flow.trialText')}</p>
      <div className="pick-row">
        <LanguageBox label={say('flow.language')} value={language} pick={setLanguage} />
        <Button text={say('flow.phone')} onClick={() => void onPhone()} />
        <Button text={say('flow.again')} onClick={() => again(turn + 1)} />
      </div>
      {link && (
        <div className="bar trial-link">
          <p role="status">
            {say('flow.phoneText')} <a href={link}>{link}</a>
          </p>
          <Qr text={link} label={say('flow.phoneText')} />
        </div>
      )}
      <p role="status">{say('flow.at', { step: cards[`${path}.title`] ?? path })}</p>
      <CardFrame
        key={`${language} ${turn}`}
        title={say('flow.trial')}
        arrive={setPath}
        scene={{
          flow: session.flow,
          words: sessionWords(session)[language],
          language,
          settings: houseSettings.get(),
          known: {},
          path: '/',
          trial: true,
        }}
      />
    </div>
  )
}

const simple = ['cards', 'trial', 'publish'] as const
const advanced = ['journey', 'words', 'problems', 'versions'] as const
const tabs = [...simple, ...advanced]

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** A text box has its own undo. */
const keys = (event: KeyboardEvent) => {
  if (!(event.ctrlKey || event.metaKey) || isTyping(event)) return
  const key = event.key.toLowerCase()
  const turn = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined
  if (!turn) return
  event.preventDefault()
  turn()
}

const DiskFindings = () => {
  const ofDisk = async () => (await callAsHost('GET /api/flow')).data.findings
  // The findings known stay; it is read again when the page is seen.
  const { answer: findings = [], read } = useAnswer(ofDisk, [], () => {})
  useEffect(() => onVisible(read), [])
  if (!findings.some(({ severity }) => severity === 'error')) return null
  return (
    <section className="sheet stack">
      <h2>{say('flow.findings')}</h2>
      <ul className="bullets findings">
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
  session: Session
  at: FindingPlace | undefined
  showCard: (path: string) => void
  goTo: (place: FindingPlace | undefined) => void
  isMap: boolean
  showMap: (isMap: boolean) => void
}

const Panel = ({ name, session, at, showCard, goTo, ...view }: PanelProps) => {
  const here = at && 'step' in at ? at : undefined
  if (name === 'cards')
    return <CardsPage session={session} at={here?.step} pick={showCard} openRules={(step) => goTo({ step })} />
  if (name === 'words') return <WordsPage session={session} wanted={at && 'word' in at ? at.word : ''} />
  if (name === 'problems') return <ProblemsPage session={session} goTo={goTo} />
  if (name === 'trial') return <TrialPage session={session} />
  if (name === 'publish') return <PublishPage session={session} />
  if (name === 'versions') return <VersionsPage session={session} />
  return (
    <JourneyPage session={session} at={here} go={(step) => goTo(step === undefined ? undefined : { step })} {...view} />
  )
}

const placeIn = ({ step, question, arm, word }: PageProps['query']): FindingPlace | undefined => {
  if (word) return { word }
  return step ? { step, ...(question && { question }), ...(arm && { arm: Number(arm) }) } : undefined
}

const addressOf = (path: string, tab: string, place: FindingPlace | undefined, isMap: boolean): string => {
  const parts = { tab, ...(isMap && { view: 'map' }), ...place }
  return `${path}?${new URLSearchParams(Object.entries(parts).map(([part, value]) => [part, String(value)]))}`
}

/** The editor of the guests' journey. Edits go to a draft. The address holds the open place, for reload and Back. */
export const EditorPage = ({ path, query }: PageProps) => {
  const [failed, fail] = useState(false)
  const session = useStore(editorSession)
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
  const panel = (name: string) =>
    name === tab && <Panel {...{ name, session: session!, at, showCard, goTo, isMap, showMap }} />
  const showMap = (isMap: boolean) => go(addressOf(path, tab, at, isMap), true)
  return (
    <Page title={say('/admin-flow.title')} subtitle={say('/admin-flow.subtitle')} back="/admin">
      {failed && <p role="alert">{say('flow.failed')}</p>}
      {!session && !failed && <Skeleton label={say('loading')} />}
      {session && (
        <div className="stack apart flow">
          <DiskFindings />
          <DraftBar session={session} />
          <DraftNotices session={session} />
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
