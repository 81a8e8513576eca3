import { useEffect, useState, type ReactNode } from 'react'
import { hostSettings, loadHostSettings, openHostHouse } from './host'
import { useStore } from '../store'
import { pages } from './pages'

/** What a page of the host is given: where it is, and how to go elsewhere. */
export type PageProps = { path: string; query: Record<string, string>; go: (to: string, replace?: boolean) => void }

/** Every page of the host: opens the house, asks who is there, and sends whoever is not signed in to the sign-in and back. */
export const Host = ({ lost, ...props }: PageProps & { lost: ReactNode }) => {
  const [ready, setReady] = useState(false)
  const settings = useStore(hostSettings)
  const { path, go } = props
  const page = pages[path]
  useEffect(() => {
    document.querySelectorAll<HTMLLinkElement>('link[rel=host-style]').forEach((link) => (link.rel = 'stylesheet'))
    void openHostHouse().then(loadHostSettings).catch(() => false).then(() => setReady(true))
  }, [])
  const closed = ready && page && page.open !== true && !settings
  useEffect(() => {
    if (closed) go(`/admin-login?to=${path}`, true)
  }, [closed])
  if (!page) return lost
  if (!ready || closed) return <p className="spinner" role="status" />
  return <page.Page {...props} />
}
