import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Dice, type Fault, faultOrders } from './faults'
import { officialTables } from './official'
import { cellsOf, judged, type LineError } from './police-lines'
import { arrivingReceipt } from './receipt'
import { dayBefore, romeDay, romeStamp } from './rome'
import {
  answer,
  bodyOf,
  child,
  type Element,
  envelope,
  escaped,
  faultEnvelope,
  readXml,
  textOf,
  type Version,
  written,
} from './soap'

export type Account = {
  user: string
  password: string
  wsKey: string
  structure: string
  /** The apartments of an account of category "Gestione Appartamenti", by number; none for a single structure. */
  apartments?: { id: number; name: string; active: boolean }[]
}

/**
 * A line the police have acquired: whose account, which day in Rome, the line itself (with its apartment where it went
 * apart).
 */
export type Acquired = { user: string; day: string; line: string; apartment?: string }

export type PoliceOptions = {
  accounts: Account[]
  now?: () => Date
  tokenLife?: number
  folder?: string
  wsdl?: string
  port?: number
  dice?: Dice
  /** Told of each call as it comes in, before anything is done. */
  heard?: (operation: string) => void
}

const path = '/service/service.asmx'
const namespace = 'AlloggiatiService'

type Result = { ok: boolean; code?: string; name?: string; detail?: string }
const outcome = ({ ok, code = '', name = '', detail = '' }: Result) =>
  `${written('esito', String(ok))}${written('ErroreCod', code)}${written('ErroreDes', escaped(name))}${written('ErroreDettaglio', escaped(detail))}`

const lineOutcome = (error: LineError | undefined) =>
  written('EsitoOperazioneServizio', outcome(error ? { ok: false, ...error } : { ok: true }))

const errorRows = [
  ['11', 'SCHEDINA_FORMATO_NON_CORRETTO'],
  ['12', 'SCHEDINA_CAMPO_NON_CORRETTO'],
  ['51', 'ERRORE_RECUPERO_RICEVUTA'],
  ['101', 'WSKEY SCADUTA'],
]

/**
 * A local service that behaves as `WS_ALLOGGIATI` is documented (manual Rev. 01 of 24/01/2022 and its WSDL): it judges
 * untrimmed lines by the official tables, in Rome's time by the clock it is given, keeps what a real one would keep,
 * twice if sent twice, and fails when told to. Listens on 127.0.0.1.
 */
export const policeStandIn = async ({
  accounts,
  now = () => new Date(),
  tokenLife = 3_600_000,
  folder,
  wsdl,
  port = 0,
  dice,
  heard,
}: PoliceOptions) => {
  const tables = officialTables(folder)
  const orders = faultOrders(dice)
  const tokens = new Map<string, { user: string; until: number }>()
  const acquired: Acquired[] = []
  const calls: { operation: string; user: string; at: number; lines: number }[] = []
  let down = false
  const held: (() => void)[] = []
  /** The most sends under way at once, by account: more than one is a fault of the client. */
  const sending = new Map<string, number>()
  let mostAtOnce = 0

  const accountOf = (user: string) => accounts.find((one) => one.user === user)
  const signedIn = (user: string, token: string) => {
    const known = tokens.get(token)
    return known?.user === user && known.until > now().getTime() ? accountOf(user) : undefined
  }

  const tokenFor = (request: Element) => {
    const account = accountOf(textOf(request, 'Utente'))
    if (!account || account.password !== textOf(request, 'Password') || account.wsKey !== textOf(request, 'WsKey'))
      return written(
        'result',
        outcome({ ok: false, code: '1', name: 'CREDENZIALI_ERRATE', detail: 'Utente, password o WSKEY non validi' }),
      )
    const token = randomBytes(24).toString('base64')
    const until = now().getTime() + tokenLife
    tokens.set(token, { user: account.user, until })
    const issued =
      written('issued', romeStamp(now())) + written('expires', romeStamp(new Date(until))) + written('token', token)
    return written('GenerateTokenResult', issued) + written('result', outcome({ ok: true }))
  }

  const judgedLines = (operation: string, request: Element, account: Account) => {
    const lines = (child(request, 'ElencoSchedine')?.children ?? []).map(({ text }) => text)
    const single = /^GestioneAppartamenti_(?:Test|Send)$/.test(operation)
    const joint = operation.includes('FileUnico')
    if ((single || joint) && !account.apartments)
      return { refused: 'Operazione non consentita per la categoria della struttura' }
    if (!single && !joint && account.apartments)
      return { refused: 'Operazione non consentita per la categoria della struttura' }
    if (!lines.length) return { refused: 'Elenco Schedine Vuoto' }
    const active = new Set((account.apartments ?? []).filter((one) => one.active).map(({ id }) => String(id)))
    const apartment = single ? String(Number(textOf(request, 'IdAppartamento'))) : undefined
    if (apartment !== undefined && !active.has(apartment)) return { refused: 'Appartamento Errato' }
    const errors = judged(lines, { tables, today: romeDay(now()), apartments: joint ? active : undefined })
    return { lines, errors, apartment }
  }

  const store = (account: Account, lines: string[], errors: (LineError | undefined)[], apartment?: string) => {
    const day = romeDay(now())
    lines.forEach((line, i) => {
      if (!errors[i]) acquired.push({ user: account.user, day, line, ...(apartment !== undefined && { apartment }) })
    })
  }

  const schedine = (operation: string, request: Element, account: Account, fault: Fault | undefined) => {
    const { lines, errors, apartment, refused } = judgedLines(operation, request, account)
    if (!lines) return written(`${operation}Result`, outcome({ ok: false, name: refused, detail: refused }))
    if (operation.endsWith('Send') && fault !== 'dropBefore' && fault !== 'busy')
      store(account, lines, errors, apartment)
    const shown = fault === 'short' ? errors.slice(0, -1) : errors
    const valid = errors.filter((error) => !error).length
    const details = written('Dettaglio', shown.map(lineOutcome).join(''))
    const denied = {
      denied: { ok: false, code: '99', name: 'ERRORE_GENERICO', detail: 'Errore durante la registrazione' },
      deniedToken: { ok: false, code: '10', name: 'TOKEN_NON_VALIDO', detail: 'Token non valido o scaduto' },
      deniedBare: { ok: false, code: '99', name: 'ERRORE_GENERICO', detail: 'Errore durante la registrazione' },
    } as { [fault in Fault]?: Result }
    const overall = written(`${operation}Result`, outcome((fault && denied[fault]) ?? { ok: true }))
    if (fault === 'deniedBare') return overall
    return overall + written('result', written('SchedineValide', String(valid)) + details)
  }

  const tabella = (request: Element, account: Account) => {
    const { comuni, states, documents, guests } = tables.rows
    const csv: Record<string, string[][]> = {
      Luoghi: [['Codice', 'Descrizione', 'Provincia', 'DataFineVal'], ...comuni, ...states],
      Tipi_Documento: [['Codice', 'Descrizione'], ...documents],
      Tipi_Alloggiato: [['Codice', 'Descrizione'], ...guests],
      TipoErrore: [['Codice', 'Descrizione'], ...errorRows],
      ListaAppartamenti: [
        ['IDAPP', 'Descrizione', 'COMUNE', 'PROV', 'Indirizzo', 'Proprietario'],
        ...(account.apartments ?? [])
          .filter(({ active }) => active)
          .map(({ id, name }) => [String(id), name, 'ROMA', 'RM', 'VIA ROMA 1', 'ROSSI MARIO']),
      ],
    }
    const rows = csv[textOf(request, 'tipo')]
    if (!rows) return written('TabellaResult', outcome({ ok: false, code: '30', name: 'TIPO_TABELLA_NON_VALIDO' }))
    return (
      written('TabellaResult', outcome({ ok: true })) +
      written('CSV', escaped(rows.map((row) => row.join(';')).join('\r\n')))
    )
  }

  const receiptOf = (user: string, day: string) => acquired.filter((one) => one.user === user && one.day === day)

  const ricevuta = (request: Element, account: Account, fault: Fault | undefined) => {
    const day = textOf(request, 'Data').slice(0, 10)
    const today = romeDay(now())
    const oldest = new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10)
    const sent = receiptOf(account.user, day)
    const missing = written(
      'RicevutaResult',
      outcome({ ok: false, code: '51', name: 'ERRORE_RECUPERO_RICEVUTA', detail: 'Ricevuta non disponibile' }),
    )
    if (day >= today || day < oldest || !sent.length) return missing
    const nights = sent.reduce((sum, { line }) => sum + Number(cellsOf(line).nights), 0)
    const number = `${day.slice(0, 4)}/${100_000 + sent.length} [RM]`
    const { user: login, structure } = account
    const pdf = arrivingReceipt({ login, structure, day, lines: sent.length, nights, number }, fault)
    return written('RicevutaResult', outcome({ ok: true })) + written('PDF', pdf.toString('base64'))
  }

  const run = (operation: string, request: Element, fault: Fault | undefined): string | undefined => {
    if (operation === 'GenerateToken') return tokenFor(request)
    const account = signedIn(textOf(request, 'Utente'), textOf(request, 'token'))
    if (!account)
      return written(
        `${operation}Result`,
        outcome({ ok: false, code: '10', name: 'TOKEN_NON_VALIDO', detail: 'Token non valido o scaduto' }),
      )
    if (operation === 'Authentication_Test') return written(`${operation}Result`, outcome({ ok: true }))
    if (/^(?:GestioneAppartamenti_(?:FileUnico_)?)?(?:Test|Send)$/.test(operation))
      return schedine(operation, request, account, fault)
    if (operation === 'Tabella') return tabella(request, account)
    if (operation === 'Ricevuta') return ricevuta(request, account, fault)
    return undefined
  }

  const refuse = (res: ServerResponse, reason: string, version: Version) =>
    answer(res, faultEnvelope(reason, version), {
      status: 500,
      type: version === '1.1' ? 'text/xml' : 'application/soap+xml',
    })

  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const [address = '', query] = (req.url ?? '').split('?')
    if (down) return void req.socket.destroy()
    if (address.toLowerCase() !== path) return void res.writeHead(404).end()
    if (req.method === 'GET') {
      if (query?.toLowerCase() !== 'wsdl' || !wsdl)
        return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Service</body></html>')
      return void res.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(readFileSync(wsdl))
    }
    const type = String(req.headers['content-type'] ?? '')
    const version: Version = type.startsWith('application/soap+xml') ? '1.2' : '1.1'
    const action =
      version === '1.1' ? String(req.headers.soapaction ?? '') : (/action="?([^";]+)"?/.exec(type)?.[1] ?? '')
    const named = /^"?AlloggiatiService\/(\w+)"?$/.exec(action)?.[1]
    const text = await bodyOf(req)
    if (!named)
      return refuse(
        res,
        `Server did not recognize the value of HTTP Header SOAPAction: ${action.replaceAll('"', '')}.`,
        version,
      )
    const body = text === undefined ? undefined : child(readXml(text), 'Body')
    const request = body && child(body, named)
    const date = request && textOf(request, 'Data')
    if (
      !request ||
      (named === 'Ricevuta' && !/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(date ?? ''))
    )
      return refuse(res, 'Server was unable to read request. ---> There is an error in XML document.', version)
    const user = textOf(request, 'Utente')
    const isSend = named.endsWith('Send')
    calls.push({
      operation: named,
      user,
      at: now().getTime(),
      lines: child(request, 'ElencoSchedine')?.children.length ?? 0,
    })
    heard?.(named)
    if (isSend) {
      sending.set(user, (sending.get(user) ?? 0) + 1)
      mostAtOnce = Math.max(mostAtOnce, sending.get(user)!)
      // A send takes a moment, so that a second one at the same time would be seen.
      await new Promise((done) => setTimeout(done, 2))
      sending.set(user, sending.get(user)! - 1)
    }
    const fault = orders.take(named)
    const content = run(named, request, fault)
    if (content === undefined)
      return refuse(res, `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`, version)
    if (fault === 'held') await new Promise<void>((go) => held.push(go))
    const response = `<${named}Response xmlns="${namespace}">${content}</${named}Response>`
    answer(res, envelope(response, version), { fault, type: version === '1.1' ? 'text/xml' : 'application/soap+xml' })
  }

  const server = createServer((req, res) => void handle(req, res).catch(() => res.destroy()))
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    /** Every line acquired so far, in order. */
    acquired: () => acquired,
    calls: () => calls,
    mostAtOnce: () => mostAtOnce,
    fail: orders.order,
    forgive: orders.clear,
    /** Answers the calls that were held. */
    letGo: () => {
      for (const go of held.splice(0)) go()
    },
    /** Lets every line drop until it is up again. */
    setDown: (value: boolean) => void (down = value),
    /** The days, `YYYY-MM-DD`, and lines a receipt would count for an account. */
    receiptOf,
    /** What was acquired yesterday, the day whose receipt exists first. */
    yesterday: () => dayBefore(romeDay(now())),
    expireTokens: () => tokens.clear(),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export type PoliceStandIn = Awaited<ReturnType<typeof policeStandIn>>
