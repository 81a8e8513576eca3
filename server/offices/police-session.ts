import type { PoliceAccountSetting } from '../../schema/offices'
import type { Verdict } from '../../src/core/offices/sending-events'
import { child, childrenOf, post, type SoapEnd, type XmlElement, xmlText } from './soap'

export type PoliceAccount = Pick<PoliceAccountSetting, 'user' | 'password' | 'wsKey' | 'category'>

/** Why a call failed. `refused`: not done; `unclear`: perhaps done (matters for `Send` only). */
export type PoliceFailure = { kind: 'signIn' | 'refused' | 'unreached' | 'unclear'; verdict: Verdict }

export type PoliceSessionOptions = {
  url?: string | undefined
  ca?: readonly string[] | undefined
  now: () => number
  /** Milliseconds for a `Send` and for other calls. */
  patience?: { send: number; other: number } | undefined
}

/** Manual WS_ALLOGGIATI, Rev. 01 of 24/01/2022. */
export const officialAddress = 'https://alloggiatiweb.poliziadistato.it/service/service.asmx'

const namespace = 'AlloggiatiService'
/** An element's child as trimmed text. */
export const textIn = (element: XmlElement | undefined, name: string) => child(element, name)?.text.trim() ?? ''

/** An outcome in the service's own words. */
export const verdictOf = (esito: XmlElement | undefined): Verdict => ({
  code: textIn(esito, 'ErroreCod'),
  name: textIn(esito, 'ErroreDes'),
  detail: textIn(esito, 'ErroreDettaglio'),
})

/** Returns whether an outcome is good; nothing when it does not say. */
export const isGood = (esito: XmlElement | undefined): boolean | undefined => {
  const said = textIn(esito, 'esito').toLowerCase()
  return said === 'true' ? true : said === 'false' ? false : undefined
}

const because = (detail: string): Verdict => ({ code: '', name: '', detail })

/** A fault may come after the lines were taken: it is unclear. */
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

/** An answer that does not tell what was done. */
export const unclear = (why: string): PoliceFailure => ({ kind: 'unclear', verdict: because(why) })

const carriesResult = (answer: XmlElement) => childrenOf(answer, 'result').some(({ children }) => children.length > 0)

const namesToken = ({ name, detail }: Verdict) => /token/i.test(`${name} ${detail}`)

/** Milliseconds before its end at which a token is no longer used. */
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

/** Keeps tokens in memory only; one request at a time for an account. */
const tokensOf = (call: Call, now: () => number, wait: number) => {
  const tokens = new Map<string, { token: string; until: number; issued: string }>()
  const tokenRequests = new Map<string, Promise<string | PoliceFailure>>()

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
    // The token's life counts on our clock: the two may differ.
    const life = until - Date.parse(issued.replace(/(\.\d{3})\d*/, '$1'))
    tokens.set(user, { token, until: now() + (Number.isNaN(life) ? 0 : life), issued })
    return token
  }

  return {
    for: (account: PoliceAccount): Promise<string | PoliceFailure> => {
      const cached = tokens.get(account.user)
      if (cached && cached.until - margin > now()) return Promise.resolve(cached.token)
      const waiting = tokenRequests.get(account.user)
      if (waiting) return waiting
      const asked = newToken(account).finally(() => tokenRequests.delete(account.user))
      tokenRequests.set(account.user, asked)
      return asked
    },
    forget: (user: string) => void tokens.delete(user),
    issued: (user: string) => tokens.get(user)?.issued ?? '',
  }
}

/** Calls of the police service; password and WsKey travel only for a token. Never throws for service or network. */
export const policeSession = (options: PoliceSessionOptions) => {
  const { now, patience = { send: 60_000, other: 20_000 } } = options
  const call = callOf(options)
  const tokens = tokensOf(call, now, patience.other)

  /** Calls with a token; a refused token is replaced once. A `Send` is repeated only if the service names the token. */
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
    forget: tokens.forget,
    issued: tokens.issued,
  }
}
