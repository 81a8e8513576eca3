import { post, type SoapEnd } from './soap'
import { child, childrenOf, type XmlElement, xmlText } from './xml'

/** An account at the police's portal: user, password and WsKey, and whether it holds one structure or several apartments. */
export type PoliceAccount = { user: string; password: string; wsKey: string; category: 'single' | 'apartments' }

/** What the service says of a call or of a line, in its own words. */
export type Verdict = { code: string; name: string; detail: string }

/**
 * Why a call led to nothing. `signIn`: the credentials, or the right to a call, were refused; `refused`: the service would not do it;
 * `unreached`: it was not there; `unclear`: it may have been done or not (only of a `Send` does that matter).
 */
export type Failure = { kind: 'signIn' | 'refused' | 'unreached' | 'unclear'; verdict: Verdict }

/** The lines of a call as they were judged, in order: what is wrong with each, or nothing. */
export type Judged = { kind: 'judged'; lines: (Verdict | undefined)[] }

/** An apartment of an account, as the portal lists it; `id` as the portal writes it, unpadded. */
export type Apartment = { id: string; name: string; town: string }

export type Access = { kind: 'access'; apartments: Apartment[]; errors: { [code: string]: string }; issued: string }
export type Receipt = { kind: 'receipt'; pdf: Buffer } | { kind: 'none' }

export type PoliceClientOptions = {
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
const textIn = (element: XmlElement | undefined, name: string) => child(element, name)?.text.trim() ?? ''

const verdictOf = (esito: XmlElement | undefined): Verdict => ({
  code: textIn(esito, 'ErroreCod'),
  name: textIn(esito, 'ErroreDes'),
  detail: textIn(esito, 'ErroreDettaglio'),
})

/** Whether an outcome is good; nothing when it does not say, which is no answer. */
const isGood = (esito: XmlElement | undefined): boolean | undefined => {
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

const failed = ({ kind, why }: Exclude<SoapEnd, { kind: 'answer' }>): Failure => ({
  kind: kinds[kind],
  verdict: because(why),
})

const unclear = (why: string): Failure => ({ kind: 'unclear', verdict: because(why) })

type Operation = 'Test' | 'Send'

/** The operation for an account: apartments send lines of 174 characters, the apartment in each. */
const operationOf = ({ category }: PoliceAccount, operation: Operation) =>
  category === 'apartments' ? `GestioneAppartamenti_FileUnico_${operation}` : operation

/** Milliseconds before its end at which a token is not used any more. */
const margin = 120_000

/** A table of the portal: `;` between cells, a header, broken lines skipped. */
const rowsOf = (csv: string) =>
  csv
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(';'))
    .filter(([first]) => first)

/**
 * The client of the police's service: tokens are kept in memory only, one is asked for at a time for an account, and password and WsKey
 * travel only there. Never throws for what the service or the network does.
 */
export const policeClient = ({
  url = officialAddress,
  ca,
  now,
  patience = { send: 60_000, other: 20_000 },
}: PoliceClientOptions) => {
  const tokens = new Map<string, { token: string; until: number; issued: string }>()
  const asking = new Map<string, Promise<string | Failure>>()

  const call = async (operation: string, content: string, wait: number): Promise<XmlElement | Failure> => {
    const end = await post(
      { url, patience: wait, ca },
      `${namespace}/${operation}`,
      `<${operation} xmlns="${namespace}">${content}</${operation}>`,
    )
    if (end.kind !== 'answer') return failed(end)
    return end.body.name === `${operation}Response` ? end.body : unclear('unreadable')
  }

  const newToken = async ({ user, password, wsKey }: PoliceAccount): Promise<string | Failure> => {
    const content = `<Utente>${xmlText(user)}</Utente><Password>${xmlText(password)}</Password><WsKey>${xmlText(wsKey)}</WsKey>`
    const answer = await call('GenerateToken', content, patience.other)
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

  const tokenFor = (account: PoliceAccount): Promise<string | Failure> => {
    const known = tokens.get(account.user)
    if (known && known.until - margin > now()) return Promise.resolve(known.token)
    const waiting = asking.get(account.user)
    if (waiting) return waiting
    const asked = newToken(account).finally(() => asking.delete(account.user))
    asking.set(account.user, asked)
    return asked
  }

  /** A call with a token; a good token that is refused all the same is replaced once, since nothing was done. */
  const authorized = async (
    account: PoliceAccount,
    operation: string,
    content: string,
    wait = patience.other,
  ): Promise<XmlElement | Failure> => {
    for (let attempt = 0; ; attempt++) {
      const token = await tokenFor(account)
      if (typeof token !== 'string') return token.kind === 'unclear' ? { ...token, kind: 'unreached' } : token
      const answer = await call(
        operation,
        `<Utente>${xmlText(account.user)}</Utente><token>${xmlText(token)}</token>${content}`,
        wait,
      )
      if ('kind' in answer) return answer
      const overall = child(answer, `${operation}Result`)
      const good = isGood(overall)
      if (good === undefined) return unclear('unreadable')
      if (good) return answer
      tokens.delete(account.user)
      if (attempt) return { kind: 'refused', verdict: verdictOf(overall) }
    }
  }

  const judge = async (
    account: PoliceAccount,
    kind: Operation,
    lines: readonly string[],
  ): Promise<Judged | Failure> => {
    const operation = operationOf(account, kind)
    const list = lines.map((line) => `<string>${xmlText(line)}</string>`).join('')
    const answer = await authorized(
      account,
      operation,
      `<ElencoSchedine>${list}</ElencoSchedine>`,
      kind === 'Send' ? patience.send : patience.other,
    )
    if ('kind' in answer) return answer
    const details = childrenOf(child(child(answer, 'result'), 'Dettaglio'), 'EsitoOperazioneServizio')
    const verdicts = details.map((one) => ({ good: isGood(one), verdict: verdictOf(one) }))
    if (verdicts.length !== lines.length || verdicts.some(({ good }) => good === undefined)) return unclear('count')
    const valid = Number(textIn(child(answer, 'result'), 'SchedineValide'))
    if (valid !== verdicts.filter(({ good }) => good).length) return unclear('count')
    return { kind: 'judged', lines: verdicts.map(({ good, verdict }) => (good ? undefined : verdict)) }
  }

  const table = async (account: PoliceAccount, name: string) => {
    const answer = await authorized(account, 'Tabella', `<tipo>${name}</tipo>`)
    return 'kind' in answer ? answer : rowsOf(child(answer, 'CSV')?.text ?? '')
  }

  return {
    /** Lines held against the portal's rules; nothing is sent. */
    test: (account: PoliceAccount, lines: readonly string[]) => judge(account, 'Test', lines),

    /** Lines sent: irreversible. `unclear` means that nobody knows whether they were taken. */
    send: (account: PoliceAccount, lines: readonly string[]) => judge(account, 'Send', lines),

    /** Whether the credentials open the portal, with its table of errors and, of an account with apartments, their list. */
    tryAccess: async (account: PoliceAccount): Promise<Access | Failure> => {
      tokens.delete(account.user)
      const signedIn = await authorized(account, 'Authentication_Test', '')
      if ('kind' in signedIn) return signedIn
      const errors = await table(account, 'TipoErrore')
      if ('kind' in errors) return errors
      const apartments = account.category === 'apartments' ? await table(account, 'ListaAppartamenti') : []
      if ('kind' in apartments) return apartments
      return {
        kind: 'access',
        errors: Object.fromEntries(errors.map(([code, text]) => [code!, text ?? ''])),
        apartments: apartments
          .filter(([id]) => /^\d+$/.test(id!))
          .map(([id, name, town]) => ({ id: id!, name: name ?? '', town: town ?? '' })),
        issued: tokens.get(account.user)?.issued ?? '',
      }
    },

    /** The receipt of a day (`YYYY-MM-DD`, not today, at most 30 days ago); `none` where there is none yet. */
    receipt: async (account: PoliceAccount, day: string): Promise<Receipt | Failure> => {
      const answer = await authorized(account, 'Ricevuta', `<Data>${day}T00:00:00</Data>`)
      if ('kind' in answer) {
        const { code, name } = answer.verdict
        return answer.kind === 'refused' && (code === '51' || name.includes('RICEVUTA')) ? { kind: 'none' } : answer
      }
      const pdf = Buffer.from(child(answer, 'PDF')?.text ?? '', 'base64')
      return pdf.subarray(0, 5).toString('latin1') === '%PDF-' ? { kind: 'receipt', pdf } : unclear('unreadable')
    },
  }
}

export type PoliceClient = ReturnType<typeof policeClient>
