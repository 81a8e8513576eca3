import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type HostPath, isHostPath, signInPath } from '../../../schema/host-pages'
import { Button } from '../look/parts'
import { Refused } from '../shared/api'
import { Card } from '../shared/card'
import { useStore } from '../shared/page-store'
import { house, loadStyle, say } from '../shared/published'
import { toast } from '../shared/toast'
import { onVisible } from '../shared/visible'
import { DoorCodePanel } from './arrival/arrival-part'
import { ArrivalGuides } from './arrival/guides'
import { ArrivalsPage } from './arrivals/arrivals-page'
import { showError } from './checkins/actions'
import { Codes } from './codes/codes'
import { Consult, ConsultPage } from './consult/consult'
import { cancelQuestions, OpenQuestions, Paper } from './dialogs/dialog'
import { useBusy } from './dialogs/page-hooks'
import { EditorBanner, EditorPage } from './editor/editor-page'
import { PastedListPanel } from './forms/pasted-list'
import { HostPanels, type HostPanelTable } from './forms/use-host-form'
import { GuidePage } from './guide/guide'
import { HostLanguageChoice, KeySignIn, LoginPage, SignInAgain } from './login'
import { StatisticsPage } from './numbers/statistics'
import { TaxPage } from './numbers/tax'
import { TaxRules } from './numbers/tax-rules'
import { AccessLogPanel, RetentionPanel } from './privacy/privacy-panels'
import { ConnectedPrograms } from './programs/programs'
import { Webhook } from './programs/webhook'
import { SendingPage } from './sending/sending-page'
import {
  callAsHost,
  hostHouse,
  hostSettings,
  loadHostSettings,
  openHostHouse,
  optional,
  refresh,
  routeBy,
} from './session/host'
import { Backup, WorkbookFiles } from './settings/backup'
import { Devices } from './settings/devices'
import { formPage, SettingsPage } from './settings/settings-page'
import type { HostProps, PageProps } from './shell/menu'
import { keepNoticesApart } from './shell/notice-place'
import { restarts, watchLeaving } from './shell/unsaved'
import { StayLetterWords } from './stays/stay-words'
import { Tables } from './tables/tables'
import { TodayPage } from './today/today'

const Info = ({ text, warns = false }: { text: string; warns?: boolean }) => (
  <p className={warns ? 'info warns' : 'info'}>{say(text)}</p>
)

const HostLanguagePanel = () => (
  <>
    <Info text="hostLanguage.text" />
    <HostLanguageChoice />
  </>
)

const TestMail = () => {
  const { busy, once } = useBusy()
  const send = async () => {
    try {
      const { success, message } = await callAsHost('GET /api/smtp2go-test')
      if (success) toast.show({ tone: 'good', title: say('testMail.sent') })
      else showError(message ?? '')
    } catch (error) {
      if (!(error instanceof Refused)) return showError(say('host.offline'))
      const failed = say('testMail.failed', { status: error.status })
      showError([failed, error.body.message].filter(Boolean).join('. '))
    }
  }
  return (
    <p className="buttons">
      <Button
        text={say(busy ? 'testMail.sending' : 'testMail.send')}
        isOff={busy}
        isBusy={busy}
        onClick={() => void once(send)}
      />
      <span>{say('testMail.text')}</span>
    </p>
  )
}

const hostPanels: HostPanelTable = {
  codes: Codes,
  testMail: TestMail,
  consult: Consult,
  structureInfo: () => <Info text="structureInfo.text" warns />,
  capacityInfo: () => <Info text="capacityInfo.text" warns />,
  accessInfo: () => <Info text="accessInfo.text" />,
  redirectInfo: () => <Info text="redirectInfo.text" />,
  accountInfo: () => <Info text="accountInfo.text" />,
  mailInfo: () => <Info text="mailInfo.text" />,
  tables: Tables,
  workbookFiles: WorkbookFiles,
  backup: Backup,
  retention: RetentionPanel,
  accessLog: AccessLogPanel,
  devices: Devices,
  programs: ConnectedPrograms,
  webhook: Webhook,
  arrivalGuides: ArrivalGuides,
  doorCode: DoorCodePanel,
  keySignIn: KeySignIn,
  hostLanguage: HostLanguagePanel,
  taxRules: TaxRules,
  stayLetters: StayLetterWords,
  pastedList: PastedListPanel,
}

/** The host's pages by address. */
export const pages: Record<HostPath, (props: PageProps) => ReactNode> = {
  '/admin-today': TodayPage,
  '/admin': ConsultPage,
  '/admin-flow': EditorPage,
  '/admin-statistics': StatisticsPage,
  '/admin-tax': TaxPage,
  '/admin-guide': GuidePage,
  '/admin-login': LoginPage,
  '/admin-sending': SendingPage,
  '/admin-arrivals': ArrivalsPage,
  '/admin-settings': SettingsPage,
  '/ross1000-settings': formPage('ross1000'),
  '/new-checkin': formPage('newCheckin'),
}

let hostStyle: Promise<unknown> | undefined

/** The host's style, which guests never load. Without it a page is plain but readable. */
const openHostStyle = () => (hostStyle ??= loadStyle('host-style').catch(console.error))

/** Shown if the settings could not be loaded: the page cannot know whether the host is signed in. */
const LoadFailure = ({ retry }: { retry: () => void }) => {
  const { has } = house.get().speak
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Card title={say('toast.error.title')} home={{ to: '/', text: say('home') }}>
      <p className="lead" role="alert">
        {say(has('host.loadFailed') ? 'host.loadFailed' : 'toast.settingsReloadFailed')}
      </p>
      <button ref={button} type="button" className="choice" onClick={retry}>
        {say('retry')}
      </button>
    </Card>
  )
}

const open = async () => {
  await openHostHouse()
  if (!(await loadHostSettings())) hostSettings.set(undefined)
}

const Spinner = () => <p className="spinner" role="status" />

/** The host's pages: loads the house and redirects to the sign-in if nobody is signed in. */
export const Host = ({ lost, go, path, query }: HostProps) => {
  const [state, setState] = useState<'loading' | 'ready' | 'unread'>('loading')
  const settings = useStore(hostSettings)
  const restarted = useStore(restarts)
  const Page = isHostPath(path) ? pages[path] : undefined
  const isSignIn = path === signInPath
  const load = () => {
    setState('loading')
    return Promise.all([open(), openHostStyle()]).then(
      () => setState('ready'),
      (error) => {
        console.error(error)
        // The page opens with the settings that were loaded before.
        if (hostSettings.get())
          toast.show({ tone: 'bad', title: say('toast.error.title'), text: say('toast.settingsReloadFailed') })
        setState('unread')
      },
    )
  }
  useEffect(() => {
    void load()
    return onVisible(() => refresh().catch(optional('the settings stay as they were read')))
  }, [])
  useEffect(() => {
    routeBy(go)
    return watchLeaving(go)
  }, [go])
  useEffect(keepNoticesApart, [])
  useEffect(() => cancelQuestions, [path])
  const ready = state === 'ready' || (state === 'unread' && hostHouse.get() && (isSignIn || settings))
  const closed = ready && Page && !isSignIn && !settings
  useEffect(() => {
    if (closed) go(`/admin-login?to=${encodeURIComponent(location.pathname + location.search)}`, true)
  }, [closed])
  if (!Page) return lost
  if (state === 'unread' && !ready) return <LoadFailure retry={() => void load()} />
  if (!ready || closed) return <Spinner />
  return (
    <HostPanels value={hostPanels}>
      {!isSignIn && <EditorBanner path={path} />}
      <Page key={`${path} ${restarted}`} {...{ path, query }} />
      <SignInAgain />
      <OpenQuestions />
      <Paper />
    </HostPanels>
  )
}
