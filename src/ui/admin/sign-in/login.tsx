import { useStore } from '../../shared/page-store'
import { HostForm } from '../forms/host-form'
import { signingIn } from '../session/host'
import type { PageProps } from '../shell/page-props'

/** The sign-in page; then redirects to the page that was asked for. */
export const LoginPage = ({ query, go, isOurs }: PageProps & { isOurs: (path: string) => boolean }) => {
  const wanted = query.to && isOurs(query.to.split('?')[0]!) ? query.to : undefined
  return <HostForm name="login" values={{}} go={(to) => go(wanted ?? to)} />
}

/** The sign-in over the page whose session has ended. */
export const SignInAgain = () => {
  const answer = useStore(signingIn)
  if (!answer) return null
  return <HostForm name="again" values={{}} go={() => {}} onDone={() => answer(true)} onCancel={() => answer(false)} />
}
