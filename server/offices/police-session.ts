import type { Verdict } from '../../src/core/offices/sending-events'
import { post, type SoapEnd } from './soap/soap'
import { child, childrenOf, type XmlElement, xmlText } from './soap/xml'

/**
 * An account at the police's portal: user, password and WsKey, and whether it holds one structure or several
 * apartments.
 */
export type PoliceAccount = { user: string; password: string; wsKey: string; category: 'single' | 'apartments' }

/**
 * Why a call led to nothing. `signIn`: the credentials, or the right to a call, were refused; `refused`: the service
 * would not do it; `unreached`: it was not there; `unclear`: it may have been done or not (only of a `Send` does that
 * matter).
 */
export type PoliceFailure = { kind: 'signIn' | 'refused' | 'unreached' | 'unclear'; verdict: Verdict }

export type PoliceSessionOptions = {
  /** Address of the service; the official one unless the environment names another. */
  url?: string
  ca?: readonly string[] | undefined
  now: () => number
  /** Milliseconds: how long a `Send` and any other call is waited for. */
  patience?: { send: number; other: number }
}

/** The official address (manual WS_ALLOGGIATI, Rev. 01 of 24/01/2022). */
export const officialAddress = 'https://alloggiatiweb.poliziadistato.it/service/service.asmx'

const namespace = 'AlloggiatiService'
/** The text of an element's child, trimmed; empty where there is none. */
export const textIn = (element: XmlElement | undefined, name: string) => child(element, name)?.text.trim() ?? ''

/** What an outcome of the service says, in its own words. */
export const verdictOf = (esito: XmlElement | undefined): Verdict => ({
  code: textIn(esito, 'ErroreCod'),
  name: textIn(esito, 'ErroreDes'),
  detail: textIn(esito, 'ErroreDettaglio'),
})

/** Whether an outcome is good; nothing when it does not say, which is no answer. */
export const isGood = (esito: XmlElement | undefined): boolean | undefined => {
  const said = textIn(esito, 'esito').toLowerCase()
  return said === 'true' ? true : said === 'false' ? false : undefined
}

const because = (detail: string): Verdict => ({ code: '', name: '', detail })

/** A fault of this service may come after the lines were taken: it is as unclear as a line that was cut. */
const kinds = {
  rejected: 'refused',
  fault: 'unclear',
  signIn: 'signIn',
  unreached: 'unreached',
  unclear: 'unclear',
} as const

const failed = ({ kind, why }: Exclude<SoapEnd, { kind: 'answer' }>): PoliceFailure => ({
  kind: kinds[kind],
  verdict: because(why),
})

/** An answer that says nothing of what was done. */
export const unclear = (why: string): PoliceFailure => ({ kind: 'unclear', verdict: because(why) })

/** Whether the service says something of lines, whatever it says of the call as a whole. */
const carriesResult = (answer: XmlElement) => childrenOf(answer, 'result').some(({ children }) => children.length > 0)

const namesToken = ({ name, detail }: Verdict) => /token/i.test(`${name} ${detail}`)

/** Milliseconds before its end at which a token is not used any more. */
const margin = 120_000

type Call = (operation: string, content: string, wait: number) => Promise<XmlElement | PoliceFailure>

const callOf =
  ({ url = officialAddress, ca }: PoliceSessionOptions): Call =>
  async (operation, content, wait) => {
    const end = await post(
      { url, patience: wait, ca },
      `${namespace}/${operation}`,
      `<${operation} xmlns="${namespace}">${content}</${operation}>`,
    )
    if (end.kind !== 'answer') return failed(end)
    return end.body.name === `${operation}Response` ? end.body : unclear('unreadable')
  }

/** The tokens of accounts: kept in memory only, and one is asked for at a time for an account. */
const tokensOf = (call: Call, now: () => number, wait: number) => {
  const tokens = new Map<string, { token: string; until: number; issued: string }>()
  const asking = new Map<string, Promise<string | PoliceFailure>>()

  const newToken = async ({ user, password, wsKey }: PoliceAccount): Promise<string | PoliceFailure> => {
    const content = `<Utente>${xmlText(user)}</Utente><Password>${xmlText(password)}</Password><WsKey>${xmlText(wsKey)}</WsKey>`
    const answer = await call('GenerateToken', content, wait)
    if ('kind' in answer) return answer
    const result = child(answer, 'GenerateTokenResult')
    const token = textIn(result, 'token')
    if (isGood(child(answer, 'result')) === false)
      return { kind: 'signIn', verdict: verdictOf(child(answer, 'result')) }
    const until = Date.parse(textIn(result, 'expires').replace(/(\.\d{3})\d*/, '$1'))
    if (!token || Number.isNaN(until)) return unclear('unreadable')
    const issued = textIn(result, 'issued')
    // How long a token lives is counted on our clock: the two need not agree.
    const life = until - Date.parse(issued.replace(/(\.\d{3})\d*/, '$1'))
    tokens.set(user, { token, until: now() + (Number.isNaN(life) ? 0 : life), issued })
    return token
  }

  return {
    for: (account: PoliceAccount): Promise<string | PoliceFailure> => {
      const known = tokens.get(account.user)
      if (known && known.until - margin > now()) return Promise.resolve(known.token)
      const waiting = asking.get(account.user)
      if (waiting) return waiting
      const asked = newToken(account).finally(() => asking.delete(account.user))
      asking.set(account.user, asked)
      return asked
    },
    forget: (user: string) => void tokens.delete(user),
    issued: (user: string) => tokens.get(user)?.issued ?? '',
  }
}

/**
 * Calls to the police's service in the name of an account; password and WsKey travel only for a token. Never throws for
 * what the service or the network does.
 */
export const policeSession = (options: PoliceSessionOptions) => {
  const { now, patience = { send: 60_000, other: 20_000 } } = options
  const call = callOf(options)
  const tokens = tokensOf(call, now, patience.other)

  /**
   * Calls an operation with a token and resolves with the answer where the service did it, or says of lines what became
   * of them. A refused token is replaced once. Only a token that the service names lets a `Send` be repeated: every
   * other refusal of it may have come after lines were stored.
   */
  const authorized = async (
    account: PoliceAccount,
    operation: string,
    content: string,
    wait = patience.other,
  ): Promise<XmlElement | PoliceFailure> => {
    const isSend = operation.endsWith('Send')
    for (let attempt = 0; ; attempt++) {
      const token = await tokens.for(account)
      if (typeof token !== 'string') return token.kind === 'unclear' ? { ...token, kind: 'unreached' } : token
      const answer = await call(
        operation,
        `<Utente>${xmlText(account.user)}</Utente><token>${xmlText(token)}</token>${content}`,
        wait,
      )
      if ('kind' in answer) return isSend && answer.kind === 'signIn' ? { ...answer, kind: 'unclear' } : answer
      const overall = child(answer, `${operation}Result`)
      const good = isGood(overall)
      if (good === false) tokens.forget(account.user)
      if (good || carriesResult(answer)) return answer
      if (good === undefined) return unclear('unreadable')
      const verdict = verdictOf(overall)
      if (isSend && !namesToken(verdict)) return { kind: 'unclear', verdict }
      if (attempt) return { kind: 'refused', verdict }
    }
  }

  return {
    authorized,
    patience,
    /** Signs in anew with the next call. */
    forget: tokens.forget,
    /** When the service says that it issued the account's token. */
    issued: tokens.issued,
  }
}
