import { useEffect, useId, useState } from 'react'
import { isHostPath, signInPath } from '../../../schema/host-pages'
import { type HostLanguage, hostLanguageCookie, hostLanguages, languageRow } from '../../../schema/languages'
import { follow, targetOf } from '../../core/flow/arms'
import { facts } from '../../core/flow/facts'
import { FaultLine, TextButton } from '../look/parts'
import { hostCall as call } from '../shared/api'
import { isForInputMethod } from '../shared/card'
import { useStore } from '../shared/page-store'
import { say, start } from '../shared/published'
import { useBusy } from './dialogs/page-hooks'
import { HostForm } from './forms/host-form'
import { failureReason, go, hostHouse, hostSettings, isSignedOut, loadHostSettings, signingIn } from './session/host'
import { confirmLeaving } from './shell/unsaved'

const year = 31_536_000

const choose = async (language: HostLanguage) => {
  if (language === start.hostLanguage || !(await confirmLeaving())) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The server needs it with the next page, before any script runs.
  // biome-ignore lint/suspicious/noDocumentCookie: Safari 15 has no Cookie Store API
  document.cookie = `${hostLanguageCookie}=${language}; Path=/; Max-Age=${year}; SameSite=Strict${secure}`
  location.reload()
}

/** The languages of the host's pages, each by its own name; a choice is stored in this browser. */
export const HostLanguageChoice = () => (
  <nav className="host-languages" aria-label={say('hostLanguage.label')}>
    {hostLanguages.map((language) => (
      <TextButton
        key={language}
        text={languageRow(language)!.name}
        lang={language}
        aria-pressed={language === start.hostLanguage}
        onClick={() => void choose(language)}
      />
    ))}
  </nav>
)

const firstPage = () => {
  const now = facts({}, hostSettings.get(), 'open')
  const arm = follow(hostHouse.get()!.flow.forms.login?.next, now)
  return (arm && targetOf(arm, now)) ?? '/'
}

/** Returns the secret of a one-time link, and removes it from the address. */
const takeSecret = () => {
  const secret = location.hash.slice(1)
  if (secret) history.replaceState(null, '', location.pathname + location.search)
  return secret
}

/** Goes to the page that was asked for before the sign-in, else to `otherwise`. */
const enterAt = (otherwise: string) => {
  const wanted = new URLSearchParams(location.search).get('to') ?? ''
  const path = wanted.split('?')[0]!
  go(isHostPath(path) && path !== signInPath ? wanted : otherwise)
}

/** Signs in with a one-time link at once, or with the recovery key. */
export const KeySignIn = () => {
  const [key, setKey] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { busy, once } = useBusy()
  const [fault, setFault] = useState('')
  const id = useId()
  const enter = async (given: string, refused: string) => {
    setFault('')
    try {
      await call('POST /api/admin/login', { body: { key: given.trim() } })
      if (await loadHostSettings()) return enterAt(firstPage())
      setFault(say('keySignIn.noCookie'))
    } catch (error) {
      setFault(isSignedOut(error) ? say(refused) : failureReason(error))
    }
  }
  const send = (given: string, refused: string) => void (given.trim() && once(() => enter(given, refused)))
  const sendKey = () => send(key, 'keySignIn.unknown')
  useEffect(() => send(takeSecret(), 'keySignIn.linkOver'), [])
  return (
    <div className="stack">
      {busy && <p role="status">{say('forms.login.busy')}</p>}
      <FaultLine id={`${id}-fault`}>{fault}</FaultLine>
      <TextButton text={say('keySignIn.other')} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div className="stack field">
          <label className="name" htmlFor={id}>
            {say('keySignIn.key')}
          </label>
          <p className="hint">{say('keySignIn.hint')}</p>
          <input
            id={id}
            value={key}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={Boolean(fault) || undefined}
            aria-describedby={fault ? `${id}-fault` : undefined}
            onChange={({ target }) => setKey(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isForInputMethod(event)) return
              event.preventDefault()
              sendKey()
            }}
          />
          <button type="button" className="choice" aria-disabled={!key.trim() || busy || undefined} onClick={sendKey}>
            {say('keySignIn.enter')}
          </button>
        </div>
      )}
    </div>
  )
}

export const LoginPage = () => (
  <>
    <HostForm name="login" values={{}} leave={enterAt} />
    <HostLanguageChoice />
  </>
)

/** The sign-in over the page whose session has ended. */
export const SignInAgain = () => {
  const answer = useStore(signingIn)
  if (!answer) return null
  return (
    <HostForm name="again" values={{}} leave={() => {}} onDone={() => answer(true)} onCancel={() => answer(false)} />
  )
}
