import { LocationProvider, useLocation } from 'preact-iso/router'
import { Component, type ReactNode, useEffect, useRef, useState } from 'react'
import { isHostPath } from '../../../schema/host-pages'
import type { Language } from '../../../schema/languages'
import { rules } from '../../../schema/vocabulary'
import { changesOf, guardOf, guestOf, stepThat, withChanges } from '../../core/flow/arms'
import { facts } from '../../core/flow/facts'
import { stepAddress } from '../../core/flow/trail'
import type { HostProps } from '../admin/shell/page-props'
import { Brand } from '../shared/brand'
import { Card } from '../shared/card'
import { announced } from '../shared/keyboard'
import { house } from '../shared/published'
import { StepForm } from './card/step-form'
import { draft, isKept, keep } from './engine/guest-draft'
import { isAtHand, isWhole, laterCode, speakIn, wholeJourney } from './engine/journey'
import { notHad } from './engine/run'
import type { Said } from './engine/step-states'
import '../shared/leave'
import { houseSettings } from '../shared/house-settings'
import { useStore } from '../shared/page-store'
import { Toasts, toast } from '../shared/toast'
import { walked } from './engine/walked'

const Provider = LocationProvider as unknown as (props: { children: ReactNode }) => ReactNode

/** Whether a step is about a check-in that the server has, and it has none of this guest's. */
const isTooEarly = (path: string) => {
  const effect = house.get().flow.steps[path]?.do
  const { checkInId, finished } = draft.get()
  return Boolean(effect && rules[effect].follows) && !checkInId && finished !== 'yes'
}

/**
 * Where a guest who loads a page must go instead: the journey needs something before it, or needs it of another guest
 * than the one it would show.
 */
const landing = (path: string, query: Record<string, string>) => {
  const { flow, left } = house.get()
  const { stops, open } = walked(draft.get())
  if (open?.path === path)
    return query.guest || typeof flow.steps[path]!.guest !== 'object' ? undefined : stepAddress(flow, open, query)
  if (stops.some((stop) => stop.path === path) || !(path in left)) return undefined
  return open ? stepAddress(flow, open) : isTooEarly(path) ? stops.at(-1)!.path : undefined
}

/**
 * Stands in the place of a card whose part of the journey is on its way. Where that does not come, it says so, and what
 * stands in the place of OK tries again.
 */
const Coming = () => {
  const { say } = house.get().speak
  const [failure, setFailure] = useState<Said & { at: number }>()
  const [isAsking, setAsking] = useState(true)
  const title = failure?.title ?? say('loading')
  const ask = () => {
    setAsking(true)
    wholeJourney().catch((error) => {
      setFailure({ ...notHad(error), at: Date.now() })
      setAsking(false)
    })
  }
  useEffect(() => {
    toast.pass()
    ask()
  }, [])
  useEffect(() => void (document.title = title), [title])
  return (
    <Card
      title={title}
      brand={<Brand />}
      home={{ to: '/', text: say('home') }}
      ok={failure && { text: say(isAsking ? 'loading' : 'retry'), ready: true, busy: isAsking, press: ask }}
      progress={0}
      arrived
    >
      {failure ? (
        // Another element each time, so that what is the same is said again.
        <p key={failure.at} className="lead" role="alert">
          <span className="unseen">{title}. </span>
          {failure.text}
        </p>
      ) : (
        <p className="spinner" role="status">
          <span className="unseen">{title}</span>
        </p>
      )}
    </Card>
  )
}

/** What no step and no page of the host's stands at: the card that says so comes with the rest of the journey. */
const Lost = () => {
  if (!isWhole()) return <Coming />
  const { NotFound } = laterCode()
  return <NotFound home={Object.keys(house.get().flow.steps)[0]!} />
}

/**
 * The host's pages, which come in a file of their own. No `Suspense` around them: React leaves what stands in for
 * something late for at least 300 ms, so that it does not flicker.
 */
const HostPages = (props: HostProps) => {
  const [come, setCome] = useState<{ Host?: (props: HostProps) => ReactNode; error?: Error }>({})
  useEffect(() => void import('../admin/admin').then(setCome, (error: Error) => setCome({ error })), [])
  if (come.error) throw come.error
  return come.Host ? <come.Host {...props} /> : <p className="spinner" role="status" />
}

const Wizard = () => {
  const { path, query, route } = useLocation()
  const { flow, language } = useStore(house)
  const answers = useStore(draft)
  const site = useStore(houseSettings)
  const arrivals = useRef(0)
  const known = facts(answers, site)
  const step = flow.steps[path]
  const end = stepThat(flow, 'ends')
  const guard = guardOf(flow, path, known)
  const begin = stepThat(flow, 'begins')
  const first = useRef(true)
  // Whoever comes back within the days a draft is kept sees the receipt again; from there the first card begins
  // another.
  const over =
    answers.finished === 'yes' && step && end && path !== end && (first.current || path !== begin) ? end : undefined

  // Chosen in another tab: the words follow the answers. On the first card whoever chooses is waiting for them.
  const spoken = answers.selectedLanguage
  useEffect(() => {
    if (spoken && spoken !== language && step && path !== stepThat(flow, 'begins'))
      speakIn(spoken as Language).catch(() => {})
  }, [spoken])

  const isLanding = step && (first.current || (path === end && isTooEarly(path)))
  const elsewhere = over ?? guard?.to ?? (isLanding ? landing(path, query) : undefined)
  useEffect(() => {
    first.current = false
    if (guard && !over) keep(withChanges(answers, changesOf(guard.set, known)))
    if (elsewhere) route(elsewhere, true)
    else arrivals.current += 1
  })
  if (elsewhere) return null
  if (!step && isHostPath(path)) return <HostPages {...{ path, query }} go={route} lost={<Lost />} />
  if (!step) return <Lost />
  if (!isAtHand(path)) return <Coming />
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
    const { say } = house.get().speak
    if (!this.state.error) return this.props.children
    return (
      <Card title={say('toast.error.title')} home={{ to: '/', text: say('home') }} progress={0} arrived={false}>
        <p className="lead">{say('toast.submitFailed')}</p>
        <button type="button" className="choice" onClick={() => location.reload()}>
          {say('retry')}
        </button>
      </Card>
    )
  }
}

/** Reads out the title of a card whose first box has the focus. */
const Announced = () => (
  <p className="unseen" role="status">
    {useStore(announced)}
  </p>
)

const App = () => {
  useStore(house)
  const keeping = useStore(isKept)
  useEffect(() => {
    const { say } = house.get().speak
    if (!keeping)
      toast.show({
        tone: 'bad',
        title: say('toast.error.title'),
        text: say('toast.storageBlocked'),
        stays: true,
      })
  }, [keeping])
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

/** The guest's application: it takes the place of the card that the page came with. */
export const application = <App />
