import { LocationProvider, useLocation } from 'preact-iso/router'
import { Component, type ReactNode, useEffect, useRef, useState } from 'react'
import { isHostPath } from '../../../schema/host-pages'
import type { Language } from '../../../schema/languages'
import { rules } from '../../../schema/vocabulary'
import { changesOf, guardOf, guestOf, stepThat, withChanges } from '../../core/flow/arms'
import { facts } from '../../core/flow/facts'
import { stepAddress } from '../../core/flow/trail'
import type { HostProps } from '../admin/shell/menu'
import { announcement, Card } from '../shared/card'
import { houseSettings } from '../shared/house-settings'
import { useStore } from '../shared/page-store'
import { house, say } from '../shared/published'
import { Toasts, toast } from '../shared/toast'
import { LoadingCard } from './aids/loading-card'
import { StepForm } from './card/step-form'
import { canDraw, isJourneyLoaded, laterCode, loadJourney, speakIn } from './engine/loader'
import { draft, isStorageAllowed, saveDraft, walkedJourney } from './state/guest-draft'

const Provider = LocationProvider as unknown as (props: { children: ReactNode }) => ReactNode

/** Whether a step requires a check-in on the server, and this guest has sent none. */
const isTooEarly = (path: string) => {
  const effect = house.get().flow.steps[path]?.do
  const { checkInId, finished } = draft.get()
  return Boolean(effect && rules[effect].follows) && !checkInId && finished !== 'yes'
}

/** Returns where a loaded page redirects: the first step that needs an answer, or this one. */
const redirectOf = (path: string, query: Record<string, string>) => {
  const { flow, left } = house.get()
  const { stops, open } = walkedJourney(draft.get())
  if (open?.path === path)
    return query.guest || typeof flow.steps[path]!.guest !== 'object' ? undefined : stepAddress(flow, open, query)
  if (stops.some((stop) => stop.path === path) || !(path in left)) return undefined
  return open ? stepAddress(flow, open) : isTooEarly(path) ? stops.at(-1)!.path : undefined
}

const Loading = () => {
  useEffect(toast.pass, [])
  return <LoadingCard load={loadJourney} arrived="forward" />
}

const Lost = () => {
  if (!isJourneyLoaded()) return <Loading />
  const { NotFound } = laterCode()
  return <NotFound home={Object.keys(house.get().flow.steps)[0]!} />
}

/** The host's pages, loaded separately. Without `Suspense`, whose fallback stays for at least 300 ms. */
const HostPages = (props: HostProps) => {
  const [loaded, setLoaded] = useState<{ Host?: (props: HostProps) => ReactNode; error?: Error }>({})
  useEffect(() => void import('../admin/admin').then(setLoaded, (error: Error) => setLoaded({ error })), [])
  if (loaded.error) throw loaded.error
  return loaded.Host ? <loaded.Host {...props} /> : <p className="spinner" role="status" />
}

const Wizard = () => {
  const { path, query, route } = useLocation()
  const { flow, language } = useStore(house)
  const answers = useStore(draft)
  const site = useStore(houseSettings)
  const arrivals = useRef(0)
  const known = facts(answers, site)
  const step = flow.steps[path]
  const firstStep = stepThat(flow, 'begins')
  const receipt = stepThat(flow, 'ends')
  const guard = guardOf(flow, path, known)
  const isFirstPage = useRef(true)
  // A guest who returns while the draft is stored sees the receipt; the first card then starts another check-in.
  const finished =
    answers.finished === 'yes' && step && receipt && path !== receipt && (isFirstPage.current || path !== firstStep)
      ? receipt
      : undefined

  // The language may change in another tab; offline the old one stays. The first card handles its own changes.
  const chosen = answers.selectedLanguage
  useEffect(() => {
    if (chosen && chosen !== language && step && path !== firstStep) speakIn(chosen as Language).catch(() => {})
  }, [chosen])

  const mayRedirect = step && (isFirstPage.current || (path === receipt && isTooEarly(path)))
  const elsewhere = finished ?? guard?.to ?? (mayRedirect ? redirectOf(path, query) : undefined)
  useEffect(() => {
    isFirstPage.current = false
    if (guard && !finished) saveDraft(withChanges(answers, changesOf(guard.set, known)))
    if (elsewhere) route(elsewhere, true)
    else arrivals.current += 1
  })
  if (elsewhere) return null
  if (!step && isHostPath(path)) return <HostPages {...{ path, query }} go={route} lost={<Lost />} />
  if (!step) return <Lost />
  if (!canDraw(path)) return <Loading />
  const who = guestOf(step, known, query.guest)
  return (
    <StepForm
      key={`${path} ${who}`}
      {...{ path, step, who, query }}
      go={(to, replace) => route(to, replace)}
      arrived={arrivals.current > 0}
    />
  )
}

class Safe extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    if (!this.state.error) return this.props.children
    return (
      <Card title={say('toast.error.title')} home={{ to: '/', text: say('home') }}>
        <p className="lead">{say('toast.submitFailed')}</p>
        <button type="button" className="choice primary" onClick={() => location.reload()}>
          {say('retry')}
        </button>
      </Card>
    )
  }
}

const Announced = () => (
  <p className="unseen" role="status">
    {useStore(announcement)}
  </p>
)

const App = () => {
  useStore(house)
  const hasStorage = useStore(isStorageAllowed)
  useEffect(() => {
    if (hasStorage) return
    const id = toast.show({
      tone: 'bad',
      title: say('toast.error.title'),
      text: say('toast.storageBlocked'),
      life: Infinity,
      stays: true,
    })
    return () => toast.dismiss(id)
  }, [hasStorage])
  return (
    <Safe>
      <Provider>
        <Wizard />
      </Provider>
      <Announced />
      <Toasts />
    </Safe>
  )
}

/** The guest's application, which replaces the card in the page. */
export const application = <App />
