import { useEffect, useState, type ReactNode } from 'react'
import { house } from '../house'
import { useStore } from '../store'
import { toast } from '../toast'
import { hostSettings, loadHostSettings, openHostHouse, refresh } from './host'
import { SignInAgain } from './login'
import { FlowBanner } from './flow-banner'
import { pages } from './pages'
import { Questions } from './question'
import { watchLeaving } from './unsaved'

/** What a page of the host is given: where it is, and how to go elsewhere. */
export type PageProps = { path: string; query: Record<string, string>; go: (to: string, replace?: boolean) => void }

const tell = () => {
  const { say } = house.get().speak
  toast.show({ tone: 'bad', title: say('toast.error.title'), text: say('toast.settingsReloadFailed') })
}

const Spinner = () => <p className="spinner" role="status" />

/** Every page of the host: opens the house, asks who is there, and sends whoever is not signed in to the sign-in and back. */
export const Host = ({ lost, ...props }: PageProps & { lost: ReactNode }) => {
  const [ready, setReady] = useState(false)
  const settings = useStore(hostSettings)
  const { path, go } = props
  const page = pages[path]
  useEffect(() => {
    document.querySelectorAll<HTMLLinkElement>('link[rel=host-style]').forEach((link) => (link.rel = 'stylesheet'))
    void openHostHouse().then(loadHostSettings).catch(tell).then(() => setReady(true))
    const seen = () => document.visibilityState === 'visible' && void refresh().catch(() => {})
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [])
  useEffect(() => watchLeaving(go), [go])
  const closed = ready && page && page.open !== true && !settings
  useEffect(() => {
    if (closed) go(`/admin-login?to=${encodeURIComponent(location.pathname + location.search)}`, true)
  }, [closed])
  if (!page) return lost
  if (!ready || closed) return <Spinner />
  return (
    <>
      {!page.open && <FlowBanner path={path} />}
      <page.Page key={path} {...props} />
      <SignInAgain />
      <Questions />
    </>
  )
}
