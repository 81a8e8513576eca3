import type { AccessTried } from '../../schema/offices'
import type { Verdict } from '../../src/core/offices/sending-events'
import {
  isGood,
  type PoliceAccount,
  type PoliceFailure,
  type PoliceSessionOptions,
  policeSession,
  textIn,
  unclear,
  verdictOf,
} from './police-session'
import { child, childrenOf, type XmlElement, xmlText } from './soap'

/** In the order of the lines; nothing for an accepted line. */
export type Judged = { kind: 'judged'; lines: (Verdict | undefined)[] }

type Apartment = NonNullable<AccessTried['apartments']>[number]

export type Access = { kind: 'access'; apartments: Apartment[]; errors: { [code: string]: string }; issued: string }
/** The bytes as they came, perhaps not a whole file. */
type PoliceReceipt = { kind: 'receipt'; pdf: Buffer } | { kind: 'none' }

type Operation = 'Test' | 'Send'

/** Apartments send lines of 174 characters with the apartment's id. */
const operationOf = ({ category }: PoliceAccount, operation: Operation) =>
  category === 'apartments' ? `GestioneAppartamenti_FileUnico_${operation}` : operation

/**
 * One verdict for each of `count` lines. Where details and the number of valid lines disagree, the outcome is unknown.
 */
const judgedIn = (result: XmlElement | undefined, count: number): Judged | PoliceFailure => {
  const details = childrenOf(child(result, 'Dettaglio'), 'EsitoOperazioneServizio')
  const verdicts = details.map((one) => ({ isGood: isGood(one), verdict: verdictOf(one) }))
  const valid = textIn(result, 'SchedineValide')
  if (!details.length && valid && Number(valid) === count)
    return { kind: 'judged', lines: Array(count).fill(undefined) }
  if (details.length !== count || verdicts.some((one) => one.isGood === undefined)) return unclear('count')
  if (valid && Number(valid) !== verdicts.filter((one) => one.isGood).length) return unclear('count')
  return { kind: 'judged', lines: verdicts.map((one) => (one.isGood ? undefined : one.verdict)) }
}

/** `;` between cells, a header; broken lines are skipped. */
const rowsOf = (csv: string) =>
  csv
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(';'))
    .filter(([first]) => first)

const apartmentsIn = (rows: readonly string[][]): Apartment[] =>
  rows.filter(([id]) => /^\d+$/.test(id!)).map(([id, name, town]) => ({ id: id!, name: name ?? '', town: town ?? '' }))

const receiptIn = (answer: XmlElement): PoliceReceipt | PoliceFailure => {
  const pdf = Buffer.from(child(answer, 'PDF')?.text ?? '', 'base64')
  return pdf.length ? { kind: 'receipt', pdf } : unclear('unreadable')
}

/** Refused with its own code, or with the name alone. */
const refusedReceipt = (failure: PoliceFailure): PoliceReceipt | PoliceFailure => {
  const { code, name } = failure.verdict
  return failure.kind === 'refused' && (code === '51' || name.includes('RICEVUTA')) ? { kind: 'none' } : failure
}

/** The client of the police service. Never throws for service or network. */
export const policeClient = (options: PoliceSessionOptions) => {
  const session = policeSession(options)
  const { authorized, patience } = session

  const judge = async (
    account: PoliceAccount,
    kind: Operation,
    lines: readonly string[],
  ): Promise<Judged | PoliceFailure> => {
    const operation = operationOf(account, kind)
    const list = lines.map((line) => `<string>${xmlText(line)}</string>`).join('')
    const answer = await authorized(
      account,
      operation,
      `<ElencoSchedine>${list}</ElencoSchedine>`,
      kind === 'Send' ? patience.send : patience.other,
    )
    if ('kind' in answer) return answer
    return judgedIn(child(answer, 'result'), lines.length)
  }

  const table = async (account: PoliceAccount, name: string) => {
    const answer = await authorized(account, 'Tabella', `<tipo>${name}</tipo>`)
    return 'kind' in answer ? answer : rowsOf(child(answer, 'CSV')?.text ?? '')
  }

  return {
    /** Tests lines; nothing is sent. */
    test: (account: PoliceAccount, lines: readonly string[]) => judge(account, 'Test', lines),

    /** Sends lines, irreversibly. `unclear`: they may have been taken. */
    send: (account: PoliceAccount, lines: readonly string[]) => judge(account, 'Send', lines),

    /** Tries credentials; returns the portal's table of errors and the account's apartments. */
    tryAccess: async (account: PoliceAccount): Promise<Access | PoliceFailure> => {
      session.forget(account.user)
      const signedIn = await authorized(account, 'Authentication_Test', '')
      if ('kind' in signedIn) return signedIn
      const errors = await table(account, 'TipoErrore')
      if ('kind' in errors) return errors
      const apartments = account.category === 'apartments' ? await table(account, 'ListaAppartamenti') : []
      if ('kind' in apartments) return apartments
      return {
        kind: 'access',
        errors: Object.fromEntries(errors.map(([code, text]) => [code!, text ?? ''])),
        apartments: apartmentsIn(apartments),
        issued: session.issued(account.user),
      }
    },

    /** The receipt of a day (`YYYY-MM-DD`, at most 30 days ago); `none` when there is none yet. */
    receipt: async (account: PoliceAccount, day: string): Promise<PoliceReceipt | PoliceFailure> => {
      const answer = await authorized(account, 'Ricevuta', `<Data>${day}T00:00:00</Data>`)
      return 'kind' in answer ? refusedReceipt(answer) : receiptIn(answer)
    },
  }
}

export type PoliceClient = ReturnType<typeof policeClient>
