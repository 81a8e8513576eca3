import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { validateXML } from 'xmllint-wasm'
import { type Dice, type Fault, faultOrders } from './faults'
import { officialTables } from './official'
import { isoDay, type Lists, wrongArrival, wrongUpdate } from './region-arrival'
import { answer, bodyOf, child, type Element, envelope, escaped, faultEnvelope, readXml, textOf, written } from './soap'

/** A structure of the region: its code and the credentials of transmission. */
export type Structure = { code: string; user: string; password: string }

/** A guest as the region holds them now: the data last taken, and the day of departure once one was sent. */
export type RegionGuest = {
  id: string
  type: string
  arrival: string
  head?: string
  fields: { [name: string]: string }
  departure?: string
}

export type RegionOptions = {
  structures: Structure[]
  folder?: string
  officialFolder?: string
  path?: string
  /**
   * Whether each request is held against the official XSD; on unless a long simulation has checked a sample already.
   */
  checksSchema?: boolean
  port?: number
  dice?: Dice
  /** Told of each call as it comes in, before anything is done. */
  heard?: (operation: string) => void
}

const namespace = 'http://checkin.ws.service.turismo5.gies.it/'

const listOf = (movement: Element, list: string, item: string) =>
  child(movement, list)?.children.filter(({ name }) => name === item) ?? []

/**
 * A local service that behaves as Ross1000's `checkinV2` is documented: HTTP Basic, the official schema, guests kept by
 * `idswh` (the same one again is an update, never another person; `eliminazione` removes, and the id never comes back), wrong guests discarded with `successo` false
 * inside an answer of 200.
 */
export const regionStandIn = async (options: RegionOptions) => {
  const {
    structures,
    folder = 'test/fixtures/official/ross1000',
    path = '/ws/checkinV2',
    checksSchema = true,
    port = 0,
  } = options
  const tables = officialTables(options.officialFolder)
  const lists = JSON.parse(readFileSync(`${folder}/value_lists.json`, 'utf8')) as Lists
  const file = (fileName: string) => ({ fileName, contents: readFileSync(`${folder}/${fileName}`, 'utf8') })
  const schema = [file('file-binding.xsd')]
  const preload = [file('v2.xsd'), file('checkin.xsd')]
  const orders = faultOrders(options.dice)
  const held = new Map(structures.map(({ code }) => [code, new Map<string, RegionGuest>()]))
  const eliminated = new Map(structures.map(({ code }) => [code, new Set<string>()]))
  const days = new Map(structures.map(({ code }) => [code, new Map<string, { [name: string]: string }>()]))
  const calls: { structure: string; days: string[] }[] = []
  let down = false

  const result = (name: string, id: string, error?: string) =>
    written(
      name,
      written('idswh', escaped(id)) +
        written('successo', String(!error)) +
        (error ? written('errore', escaped(error)) : ''),
    )

  const takeDay = (code: string, movement: Element, keeps: boolean) => {
    const guests = held.get(code)!
    const gone = eliminated.get(code)!
    const day = isoDay(textOf(movement, 'data'))
    if (!day) return written('risultatiGiorno', '')
    if (keeps)
      days
        .get(code)!
        .set(
          day,
          Object.fromEntries((child(movement, 'struttura')?.children ?? []).map(({ name, text }) => [name, text])),
        )
    const removed = listOf(movement, 'rettifiche', 'eliminazione').map((one) => {
      const id = textOf(one, 'idswh')
      const known = guests.get(id)
      const right = known && known.arrival === isoDay(textOf(one, 'arrivo'))
      if (right && keeps && guests.delete(id)) gone.add(id)
      return result('eliminazione', id, right ? undefined : 'ospite non trovato')
    })
    const arrived = listOf(movement, 'arrivi', 'arrivo').map((one) => {
      const id = textOf(one, 'idswh')
      const before = guests.get(id)
      const error =
        wrongArrival(one, day, guests, tables, lists) ??
        (gone.has(id) ? 'idswh già eliminato' : before && wrongUpdate(before, one, day))
      if (!error && keeps)
        guests.set(id, {
          id,
          type: textOf(one, 'tipoalloggiato'),
          arrival: day,
          ...(textOf(one, 'idcapo') && { head: textOf(one, 'idcapo') }),
          fields: Object.fromEntries(one.children.map(({ name, text }) => [name, text])),
          ...(before?.departure && { departure: before.departure }),
        })
      return result('arrivo', id, error)
    })
    const left = listOf(movement, 'partenze', 'partenza').map((one) => {
      const id = textOf(one, 'idswh')
      const known = guests.get(id)
      const right = known && known.arrival === isoDay(textOf(one, 'arrivo'))
      if (right && keeps) known.departure = day
      return result('partenza', id, right ? undefined : 'arrivo non trovato')
    })
    const group = (name: string, list: string[]) => (list.length ? written(name, list.join('')) : '')
    return written('risultatiGiorno', group('arrivi', arrived) + group('partenze', left) + group('retifiche', removed))
  }

  const signedIn = (req: IncomingMessage) => {
    const [, given] = /^Basic (.+)$/.exec(String(req.headers.authorization ?? '')) ?? []
    const [user, ...rest] = Buffer.from(given ?? '', 'base64')
      .toString('utf8')
      .split(':')
    return structures.filter((one) => one.user === user && one.password === rest.join(':'))
  }

  const invalid = async (content: string) => {
    if (!checksSchema) return false
    const xml = [{ fileName: 'request.xml', contents: `<movimenti>${content}</movimenti>` }]
    return !(await validateXML({ xml, schema, preload })).valid
  }

  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    if (down) return void req.socket.destroy()
    if (req.url !== path || req.method !== 'POST') return void res.writeHead(404).end()
    const text = await bodyOf(req)
    const allowed = signedIn(req)
    if (!allowed.length)
      return void res.writeHead(401, { 'www-authenticate': 'Basic realm="turismo5"' }).end('Unauthorized')
    const refuse = (reason: string) => answer(res, faultEnvelope(reason), { status: 500 })
    const request = text === undefined ? undefined : child(child(readXml(text), 'Body'), 'inviaMovimentazione')
    const movements = request && child(request, 'movimentazione')
    if (!movements) return refuse('Unmarshalling Error')
    if (!new RegExp(`xmlns(?::\\w+)?="${namespace}"`).test(text!)) return refuse('Unexpected wrapper element found')
    const [, content = ''] = /<movimentazione>([^]*)<\/movimentazione>/.exec(text!) ?? []
    if (await invalid(content)) return refuse('Unmarshalling Error: cvc-complex-type')
    const once = (name: string) => movements.children.filter((one) => one.name === name).length === 1
    if (!once('codice') || !once('prodotto')) return refuse('Unmarshalling Error: cvc-complex-type')
    const code = textOf(movements, 'codice')
    if (!allowed.some((one) => one.code === code)) return refuse(`Struttura ${code} non trovata`)
    const list = movements.children.filter(({ name }) => name === 'movimento')
    calls.push({ structure: code, days: list.map((one) => textOf(one, 'data')) })
    options.heard?.('inviaMovimentazione')
    const fault = orders.take('inviaMovimentazione')
    const keeps = fault !== 'dropBefore' && fault !== 'busy'
    const results = list.map((movement) => takeDay(code, movement, keeps)).join('')
    const shown =
      fault === 'short' ? results.replace(/<(arrivo|partenza|eliminazione)>(?:(?!<\/\1>)[^])*<\/\1>/, '') : results
    answer(
      res,
      envelope(
        `<ns2:inviaMovimentazioneResponse xmlns:ns2="${namespace}"><return>${shown}</return></ns2:inviaMovimentazioneResponse>`,
      ),
      { fault },
    )
  }

  const server = createServer((req, res) => void handle(req, res).catch(() => res.destroy()))
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    /** The guests a structure has at the region now, by `idswh`. */
    guests: (code: string): ReadonlyMap<string, RegionGuest> => held.get(code)!,
    /** What was last said of each day (`YYYY-MM-DD`) of a structure: open or closed, rooms and beds. */
    days: (code: string): ReadonlyMap<string, { [name: string]: string }> => days.get(code)!,
    calls: () => calls,
    fail: (fault: Fault) => orders.order(fault),
    forgive: orders.clear,
    setDown: (value: boolean) => void (down = value),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
export type RegionStandIn = Awaited<ReturnType<typeof regionStandIn>>
