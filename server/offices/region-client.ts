import { child, childrenOf, post, type XmlElement } from './soap'

export type Sent = { kind: 'arrivo' | 'partenza' | 'eliminazione'; id: string }

export type Answered = Sent & { error?: string; isTaken: boolean }

/** How a call ended: `answered` has one verdict for each record; `empty`: nothing to answer. An `idswh` may repeat. */
type RegionEnd =
  | { kind: 'answered'; guests: Answered[] }
  | { kind: 'empty' }
  | { kind: 'signIn' | 'refused' | 'unreached' | 'unclear'; why: string }

const namespace = 'http://checkin.ws.service.turismo5.gies.it/'

const groups = [
  ['arrivi', 'arrivo'],
  ['partenze', 'partenza'],
  ['retifiche', 'eliminazione'],
] as const

const answersIn = (day: XmlElement): Answered[] =>
  groups.flatMap(([group, kind]) =>
    childrenOf(child(day, group), kind).map((one) => {
      const error = child(one, 'errore')?.text.trim()
      const isTaken = child(one, 'successo')?.text.trim() === 'true' && !error
      return { kind, id: child(one, 'idswh')?.text.trim() ?? '', isTaken, ...(error && { error }) }
    }),
  )

const keyOf = ({ kind, id }: Sent) => `${kind} ${id}`

/** Returns the verdicts in the order sent; undefined if one is missing, double, or about something else. */
const matched = (sent: readonly Sent[], answered: readonly Answered[]): Answered[] | undefined => {
  const byKey = new Map(answered.map((one) => [keyOf(one), one]))
  if (byKey.size !== answered.length || answered.length !== sent.length) return undefined
  const found = sent.map((one) => byKey.get(keyOf(one)))
  return found.every((one) => one !== undefined) ? (found as Answered[]) : undefined
}

/** Sends one structure's movements and matches answers by kind and `idswh`. HTTP 200 alone is no success. */
export const sendMovements = async (
  { url, user, password }: { url: string; user: string; password: string },
  content: string,
  sent: readonly Sent[],
  { patience = 60_000, ca }: { patience?: number | undefined; ca?: readonly string[] | undefined } = {},
): Promise<RegionEnd> => {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`
  const body = `<ns2:inviaMovimentazione xmlns:ns2="${namespace}"><movimentazione>${content}</movimentazione></ns2:inviaMovimentazione>`
  const end = await post({ url, patience, ca, headers: { authorization } }, '', body)
  if (end.kind === 'rejected' || end.kind === 'fault') return { kind: 'refused', why: end.why }
  if (end.kind !== 'answer') return { kind: end.kind, why: end.why }
  if (end.body.name !== 'inviaMovimentazioneResponse') return { kind: 'unclear', why: 'unreadable' }
  const answered = childrenOf(child(end.body, 'return'), 'risultatiGiorno').flatMap(answersIn)
  if (!sent.length) return answered.length ? { kind: 'unclear', why: 'count' } : { kind: 'empty' }
  const guests = matched(sent, answered)
  return guests ? { kind: 'answered', guests } : { kind: 'unclear', why: 'count' }
}
