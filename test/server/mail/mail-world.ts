import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Settings } from '../../../schema/settings'
import type { MailServer } from '../../../server/mail/smtp'
import type { Timer } from '../../../server/shared/clock'
import { certificate, key } from '../../fixtures/certificate'
import { until } from '../../until'

/**
 * Behaviour of the mail server; a test can change it at any time. `data` can drop the connection during the letter, or
 * accept the letter without a response.
 */
export type Manners = {
  password?: string
  greet?: false | number
  sender?: number
  recipient?: number | ((address: string) => number | undefined)
  data?: 'drop' | 'mute' | number
}

/** A received letter: envelope, headers by lower-case name, decoded parts, and the raw text. */
export type Received = {
  from: string
  to: string[]
  user: string
  headers: Record<string, string>
  parts: { type: string; id: string; body: Buffer }[]
  raw: string
}

const refusal = (responseCode: number) => Object.assign(new Error('no, thank you'), { responseCode })

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

const decoded = (body: string, encoding = '') => {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  return Buffer.from(
    body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  )
}

const partsOf = (text: string): Received['parts'] => {
  const [head, ...rest] = text.split('\r\n\r\n')
  const headers = headersOf(head!.trim())
  const body = rest.join('\r\n\r\n')
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.trimStart()))
  return [
    {
      type: (headers['content-type'] ?? '').split(';')[0]!,
      id: headers['content-id'] ?? '',
      body: decoded(body, headers['content-transfer-encoding']),
    },
  ]
}

/** Decodes the encoded words of a header. */
export const readable = (header = '') =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      (way.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : decoded(text.replaceAll('_', ' '), 'quoted-printable')
      ).toString('utf8'),
    )

/** Returns the body of the first part of this type. */
export const partOf = ({ parts }: Received, type: string) =>
  parts.find((part) => part.type === type)?.body.toString('utf8') ?? ''

/** A real SMTP server with authentication on a free port: STARTTLS, or TLS at once if `secure`. */
export const postOffice = async (manners: Manners = {}, more: SMTPServerOptions = {}) => {
  const letters: Received[] = []
  const seen = { connections: 0, logins: 0, data: 0 }
  const drop = ({ id }: SMTPServerSession) => {
    for (const connection of smtp.connections)
      if ((connection as unknown as { id: string }).id === id)
        (connection as unknown as { _socket: { destroy: () => void } })._socket.destroy()
  }
  const smtp: SMTPServer = new SMTPServer({
    key,
    cert: certificate,
    closeTimeout: 10,
    logger: false,
    ...more,
    onConnect: (_session, done) => {
      seen.connections++
      if (manners.greet !== false) done(manners.greet ? refusal(manners.greet) : undefined)
    },
    onAuth: ({ username, password }, _session, done) => {
      seen.logins++
      if (password !== (manners.password ?? 'segreta')) return done(refusal(535))
      done(null, { user: username })
    },
    onMailFrom: (_address, _session, done) => done(manners.sender ? refusal(manners.sender) : undefined),
    onRcptTo: ({ address }, _session, done) => {
      const code = typeof manners.recipient === 'function' ? manners.recipient(address) : manners.recipient
      done(code ? refusal(code) : undefined)
    },
    onData: (stream, session, done) => {
      seen.data++
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (manners.data === 'drop') drop(session)
      })
      stream.on('end', () => {
        if (manners.data === 'drop') return
        if (typeof manners.data === 'number') return done(refusal(manners.data))
        const raw = Buffer.concat(chunks).toString('latin1')
        const { mailFrom, rcptTo } = session.envelope
        letters.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: String(session.user),
          headers: headersOf(raw.split('\r\n\r\n')[0]!),
          parts: partsOf(raw),
          raw,
        })
        if (manners.data !== 'mute') done()
      })
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  const { port } = smtp.server.address() as AddressInfo
  const server: MailServer = {
    host: '127.0.0.1',
    port,
    secure: Boolean(more.secure),
    ca: certificate,
    patience: { connect: 3000, greeting: 3000, answer: 3000, settle: 60 },
  }
  const open = (count: number) => until(`${count} connections open`, () => smtp.connections.size === count)
  const hangUp = () => [...smtp.connections].forEach((one) => drop(one as unknown as SMTPServerSession))
  return {
    letters,
    seen,
    manners,
    server,
    port,
    open,
    hangUp,
    close: () => new Promise<void>((done) => smtp.close(done)),
  }
}

/** Runs a test with a mail server without delays, and always closes it. */
export const atTheOffice =
  (work: (office: Awaited<ReturnType<typeof postOffice>>) => Promise<void>, manners: Manners = {}) =>
  async () => {
    const office = await postOffice(manners)
    office.server.patience.settle = 0
    await work(office).finally(office.close)
  }

/** Returns a port without a server. */
export const closedPort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

/** A clock that stands still until a test moves it, with the timers set on it. */
export const world = (start = '2025-06-13T10:00:00.000Z') => {
  let time = Date.parse(start)
  let timers: { at: number; run: () => void }[] = []
  const timer: Timer = (run, milliseconds) => {
    const one = { at: time + milliseconds, run }
    timers.push(one)
    return () => void (timers = timers.filter((other) => other !== one))
  }
  const pass = (minutes: number) => {
    time += minutes * 60_000
    const due = timers.filter(({ at }) => at <= time)
    timers = timers.filter(({ at }) => at > time)
    for (const { run } of due) run()
  }
  return { now: () => new Date(time), timer, pass }
}

export const withMail: Partial<Settings> = {
  enableSMTP2GO: true,
  smtp2goUsername: 'casa',
  smtp2goPassword: 'segreta',
  emailSender: 'checkin@bellavista.example',
  emailReplyTo: 'info@bellavista.example',
  companyName: 'Hotel Bellavista',
}

/** A party of two with every value that a letter must not contain. */
export const party = {
  selectedLanguage: 'de' as const,
  mainGuestName: 'JÖRG',
  mainGuestLastName: "D'ANGELO",
  addSecondGuest: 'yes' as const,
  secondGuestName: 'MARIA',
  secondGuestLastName: 'ROSSI',
  email: 'jorg@example.org',
  roomDescription: 'Camera Vista Mare',
  mainGuestBirthDate: '1980-05-17',
  mainGuestBirthCity: 'KÖLN',
  mainGuestFiscalCode: 'DNGJRG80E17Z112X',
  mainGuestDocumentNumber: 'CA12345AA',
  secondGuestBirthDate: '1982-02-03',
  secondGuestDocumentNumber: 'YB7654321',
}

/** The smallest PNG: one transparent pixel. */
export const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
