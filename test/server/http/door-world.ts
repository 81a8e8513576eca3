import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import type { Services } from '../../../server/api/handlers'
import { arrivalEnvelopes, openArrivals } from '../../../server/arrival/arrivals'
import { invitations } from '../../../server/auth/guest-entry'
import { deviceBook } from '../../../server/auth/host-sessions'
import { sessions } from '../../../server/auth/sessions'
import { throttle } from '../../../server/auth/throttle'
import { openBookings } from '../../../server/bookings/calendar-feeds'
import { lettersOfStays, stayEnvelopes } from '../../../server/bookings/stay-letters'
import { guestLinks } from '../../../server/checkin/guest-links'
import { removals } from '../../../server/checkin/removals'
import { workbooks } from '../../../server/excel/workbooks'
import { cachedReading } from '../../../server/flow/cache'
import { openFlowFolder, ownFlow } from '../../../server/flow/own-flow'
import { readFlow } from '../../../server/flow/read'
import { type Serving, serveFlow, trials } from '../../../server/flow/serve'
import { app } from '../../../server/http/app'
import { guarded } from '../../../server/http/guard'
import { type MailQueue, openMailQueue } from '../../../server/mail/queue'
import { type MailServer, mailServer } from '../../../server/mail/smtp'
import { type OfficePlaces, openOffices } from '../../../server/offices/open-offices'
import { type OutgoingLimits, outgoingLimits } from '../../../server/outgoing/guarded-request'
import { namedTables } from '../../../server/places/imported-tables'
import { places } from '../../../server/places/places'
import { privacyNotices } from '../../../server/privacy/notices'
import { programKeys } from '../../../server/programs/keys'
import { standings } from '../../../server/programs/webhook-looks'
import { openWebhooks } from '../../../server/programs/webhooks'
import { openPush } from '../../../server/push/push'
import { cookieKey, firstSecrets, sealPin } from '../../../server/settings/pin'
import { italianDay } from '../../../server/shared/clock'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import { restoredAt } from '../../../server/store/sealed/sealed-backup'
import { openStore } from '../../../server/store/sqlite/open'
import { changeFeed } from '../../../server/store/store'
import { addDays } from '../../../src/core/text/dates'
import { onOneDay } from '../../one-day'
import { folder } from '../store/store-world'

await onOneDay(30_000)

export type Jar = Record<string, string>
export type Asked = { body?: unknown; raw?: string | Buffer; jar?: Jar; headers?: Record<string, string> }
export type Said = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string; json: any }

const shared = new Agent({ keepAlive: true, maxSockets: 16 })

/** Makes calls to a server and stores the cookies it sets; `raw` is sent unchanged. */
export const asker =
  (url: string, agent = shared) =>
  (method: string, path: string, { body, raw, jar, headers = {} }: Asked = {}) =>
    new Promise<Said>((done, fail) => {
      const bytes =
        raw ??
        (body === undefined ? (method === 'POST' || method === 'PATCH' ? '{}' : undefined) : JSON.stringify(body))
      const cookie = Object.entries(jar ?? {})
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
      const { hostname, port } = new URL(url)
      const req = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...(bytes !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(bytes),
            }),
            ...(cookie && { cookie }),
            ...headers,
          },
        },
        (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk) => chunks.push(chunk))
          res.on('error', fail)
          res.on('end', () => {
            for (const line of res.headers['set-cookie'] ?? []) {
              const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
              if (jar && value) jar[name!] = value
              else if (jar) delete jar[name!]
            }
            const bytes = Buffer.concat(chunks)
            const text = bytes.toString()
            done({
              bytes,
              status: res.statusCode!,
              headers: res.headers,
              text,
              json:
                String(res.headers['content-type']).startsWith('application/json') && text
                  ? JSON.parse(text)
                  : undefined,
            })
          })
        },
      )
      req.on('error', fail)
      req.end(bytes)
    })

/** Writes bytes to a server; returns what it answers until the connection closes, or within `patience` milliseconds. */
export const rawly = (url: string, bytes: string | Buffer, patience = 20_000) =>
  new Promise<string>((done) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let heard = ''
    const end = () => {
      clearTimeout(limit)
      socket.destroy()
      done(heard)
    }
    const limit = setTimeout(end, patience)
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    socket.on('error', end)
    socket.on('close', end)
  })

/** A complete check-in as a guest sends it, alone or with two others. */
export const answers = (more: object = {}) => ({
  selectedLanguage: 'it',
  mainGuestGender: 'UOMO',
  mainGuestName: 'MARIO',
  mainGuestLastName: 'ROSSI',
  mainGuestCitizenship: 'Italia',
  mainGuestBirthCountry: 'Italia',
  mainGuestBirthDate: '1980-05-10',
  mainGuestBirthCity: 'FIRENZE',
  mainGuestResidenceCountry: 'Italia',
  mainGuestResidenceCity: 'BOLOGNA',
  mainGuestResidenceAddress: 'VIA ROMA 1',
  mainGuestFiscalCode: 'RSSMRA80E10D612I',
  mainGuestDocumentType: 'ID',
  mainGuestDocumentNumber: 'CA00000AA',
  mainGuestDocumentIssuePlace: 'BOLOGNA',
  email: 'mario.rossi@example.com',
  phonePrefix: '+39',
  phoneNumber: '3331234567',
  addSecondGuest: 'no',
  addThirdGuest: 'no',
  invoiceType: 'personal',
  arrivalDate: italianDay(),
  numberOfNights: '3',
  departureDate: addDays(italianDay(), 3),
  ...more,
})

/** A complete check-in as the host's form sends it. */
export const byHand = (more: object = {}) =>
  answers({ reservationCode: 'A101', roomDescription: 'Camera Blu', paymentMethod: 'PORTALE', ...more })

/** Secrets of the test house; no response may contain one. */
export const pin = '4271'
export const secrets = {
  stripeSecretKey: 'sk_live_51QsecretA',
  stripeWebhookSecret: 'whsec_9secretB',
  smtp2goPassword: 'mail-secret-C7',
}
export const accessCode = '8305'
export const codes = [
  { id: 'one', code: 'A101', description: 'Camera Blu', showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
  { id: 'two', code: '2020', description: 'Camera Verde', showPaymentPage: false, totalRooms: 1, totalBeds: 2 },
]

let flow: Promise<Serving> | undefined

const frozen = { steps: 'test/fixtures/flow/steps.json', texts: 'src/text' }

/** Reads the frozen flow, or the cached reading of another test of this run. */
const readOnce = cachedReading('package.json', join(process.env.RUN_FOLDER ?? folder(), 'flow.cache'))

/** The frozen flow, read once for all doors of a run and never updated. */
const serveOnce = () =>
  (flow ??= readOnce(frozen).then(({ published }) => ({
    current: () => published!,
    findings: () => [],
    asset: (path) => published!.assets.get(path),
    renew: async () => {},
    prove: (text) => readFlow({ ...frozen, text }),
    sources: frozen,
    stop: () => {},
  })))

const readOwn = cachedReading('package.json', join(folder(), 'flow.cache'))

/** The same flow, updated when the house publishes. */
const serveOwn = (dir: string) => serveFlow({ ...frozen, own: ownFlow(dir) }, () => {}, { begin: readOwn })

/** `home` is an existing data folder, for a door that is opened again. */
type Wanted = {
  trustProxy?: boolean
  disk?: Disk
  settings?: object
  home?: string
  publishes?: boolean
  offices?: OfficePlaces
  /** Timeout of an office in milliseconds: long enough for a busy machine, unless the test is about silence. */
  patience?: number
  /** Milliseconds that a call waits for its work with an office: to its end, unless the test is about waiting. */
  wait?: number
  mail?: MailServer
  /** When its clock begins, in milliseconds: now, unless given. */
  begins?: number
  /** As if the operator allowed private addresses, unless given. */
  outgoing?: OutgoingLimits
}

/** Starts the application in this process on a free port and a real folder, with a clock that the test moves. */
export const openDoor = async ({
  trustProxy = false,
  disk,
  settings = {},
  home,
  publishes,
  offices: at = {},
  mail = mailServer({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' }),
  patience = 5000,
  wait = 60_000,
  begins = Date.now(),
  outgoing = outgoingLimits(true),
}: Wanted = {}) => {
  const clock = { ms: begins }
  const lines: string[] = []
  const now = () => new Date(clock.ms)
  const dir = home ?? folder()
  const store = await openStore({ dir, ...(disk && { disk }), now, backups: 0 })
  await store.saveSettings({ reservationCodes: codes, adminAccessCode: accessCode, ...secrets, ...settings })
  // A seal of the usual power takes 0.1 s of a processor at each comparison. An existing folder may come from a backup,
  // which has no PIN.
  if (!(await store.settings()).adminPin) await store.saveSettings({ adminPin: await sealPin(pin, 1) })
  const told: string[] = []
  await firstSecrets(store, undefined, (line) => told.push(line))
  const first = { recoveryKey: /^Recovery key: (\S+)/m.exec(told.join('\n'))?.[1] }
  await openFlowFolder({ store, dir })
  const serving = publishes ? await serveOwn(dir) : await serveOnce()
  const report = (line: string) => void lines.push(line)
  const letters = lettersOfStays((): MailQueue => mailQueue)
  const bookings = openBookings({
    store: changeFeed(store).store,
    now,
    report,
    limits: outgoing,
    matched: changeFeed(store).touch,
    letters,
  })
  const arrivals = openArrivals({ store, bookings, now })
  const mailQueue = await openMailQueue({
    arrival: arrivalEnvelopes({ arrivals, flow: () => serving.current() }),
    stays: stayEnvelopes({
      bookings,
      sentTo: letters.sentTo,
      flow: () => serving.current(),
      now,
    }),
    store,
    restored: await restoredAt(machineDisk, dir),
    server: mail,
    flow: () => serving.current(),
    log: report,
    now,
  })
  const books = workbooks({ store, dir, report })
  const book = places(
    store,
    () => namedTables({ store, dir, report }),
    () => italianDay(now()),
  )
  const offices = await openOffices({
    store,
    places: book,
    dir,
    now,
    report,
    at,
    patience: { send: patience, other: patience },
    wait,
    server: mail,
  })
  const push = openPush({ store, limits: outgoing, now, report })
  const standing = standings({ store, bookings, offices })
  const webhooks = await openWebhooks({ store, standing, limits: outgoing, now, report })
  webhooks.begin()
  const devices = await deviceBook(store, now, push.gone)
  const removing = await removals({ store: changeFeed(store).store, mailQueue, now, report })
  const services: Services = {
    store,
    offices,
    bookings,
    arrivals,
    serving,
    trials: trials(now),
    links: guestLinks({ store, now }),
    programs: programKeys({ store, now }),
    webhooks,
    removals: removing,
    now,
    mailQueue,
    workbooks: books,
    dir,
    report,
    places: book,
    throttle: throttle(await store.counters(), store.saveCounter),
    invitations: await invitations(store),
    devices,
    push,
    notices: privacyNotices(store, serving.current, now),
    sessions: sessions(await cookieKey(store), () => clock.ms, devices.isKnown),
  }
  const server = guarded(app({ ...services, assets: 'dist/public', trustProxy, log: (line) => lines.push(line) }))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = asker(url)
  return {
    url,
    ask,
    services,
    store,
    clock,
    lines,
    dir,
    first,
    /** Signs in by a one-time link: a PIN takes 0.1 s of a processor. */
    host: async (jar: Jar = {}, headers: Record<string, string> = {}) => {
      const { status } = await ask('POST', '/api/admin/login', {
        body: { key: services.sessions.link() },
        jar,
        headers,
      })
      if (status !== 200) throw new Error(`the host was answered ${status}`)
      return jar
    },
    guest: async (code = 'A101', jar: Jar = {}, headers: Record<string, string> = {}) => {
      const { status, text } = await ask('POST', '/api/reservation-code', { body: { code }, jar, headers })
      if (status !== 200) throw new Error(`the guest was answered ${status}: ${text}`)
      return jar
    },
    close: async () => {
      server.closeAllConnections()
      if (publishes) serving.stop()
      await new Promise((done) => server.close(done))
      removing.stop()
      await webhooks.stop()
      await offices.stop()
      await mailQueue.close()
      await books.stop()
      await store.close()
    },
  }
}

export type Door = Awaited<ReturnType<typeof openDoor>>

/** Runs a test with a door and closes it afterwards. */
export const atTheDoor =
  (work: (door: Door) => Promise<void>, wanted: Wanted = {}) =>
  async () => {
    const door = await openDoor(wanted)
    await work(door).finally(door.close)
  }
