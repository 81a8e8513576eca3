import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Settings } from '../../schema/settings'
import { headerLine, type Letter, type Picture, testLetter } from '../../src/core/mail/letters'
import { speaker } from '../../src/core/text/speaker'
import words from '../../src/text/letter.it.json'
import { mostADay, type UsedUp } from './allowance'

/** Milliseconds to wait: for the connection, for the server's greeting, for each later answer, and for a server to hang up before a letter is handed over. */
export type Patience = { connect: number; greeting: number; answer: number; settle: number }

/** The mail server letters are given to. `secure` is TLS from the first byte; without it STARTTLS is required. Never is anything sent in the clear. */
export type MailServer = { host: string; port: number; secure: boolean; ca?: string; patience: Patience }

/** What went wrong with a letter: a sentence for the host, a mark for the log, and whether another try can help. */
export type DeliveryFault = { sentence: string; mark: string; permanent: boolean; everyone: boolean }

/** A letter with its addresses. `id` is the same for every try, so that a mailbox can tell a second copy. */
export type Envelope = {
  letter: Letter
  from: { name: string; address: string }
  to: string
  replyTo: string
  language: string
  id?: string
  logo?: Logo | undefined
}

const { say } = speaker(words)

/** The mail server the environment names (SMTP_HOST, SMTP_PORT, SMTP_CA), SMTP2GO's until then. Throws a sentence for the operator. */
export const mailServer = ({ SMTP_HOST, SMTP_PORT = '465', SMTP_CA }: NodeJS.ProcessEnv): MailServer => {
  const port = Number(SMTP_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('SMTP_PORT must be a port number: 465 for TLS at once, 587 or 2525 for STARTTLS')
  const base = {
    host: SMTP_HOST || 'mail.smtp2go.com',
    port,
    secure: port === 465,
    patience: { connect: 20_000, greeting: 20_000, answer: 120_000, settle: 500 },
  }
  try {
    return { ...base, ...(SMTP_CA && { ca: readFileSync(SMTP_CA, 'utf8') }) }
  } catch (error) {
    throw new Error(`SMTP_CA names a file that cannot be read (${(error as Error).message})`)
  }
}

/** Whether letters can leave: switched on, with a user, a password and a sender. */
export const canSend = ({ enableSMTP2GO, smtp2goUsername, smtp2goPassword, emailSender }: Settings) =>
  enableSMTP2GO && Boolean(smtp2goUsername && smtp2goPassword && emailSender)

/** A logo as a letter carries it: its bytes go along, and the page says how large it is drawn. */
export type Logo = { content: Buffer; contentType: string; filename: string; picture: Picture }

const cid = 'logo@benvenuto'

/** Where each kind of picture keeps its width and height; WebP has several ways and is drawn at a fixed height. */
const sizes: Record<string, (bytes: Buffer) => [number, number] | undefined> = {
  png: (bytes) => (bytes.length > 24 ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined),
  gif: (bytes) => (bytes.length > 10 ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : undefined),
  jpeg: (bytes) => {
    for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
      const kind = bytes[at + 1]!
      if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
        return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    }
    return undefined
  },
  webp: () => undefined,
}

/**
 * The host's logo for a letter, within the 200 by 80 pixels the settings recommend. An SVG is left out: Gmail and Outlook draw none,
 * and filters take its markup for active content.
 */
export const logoOf = (dataUrl: string): Logo | undefined => {
  const [, kind, data] = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl) ?? []
  if (!kind || !data) return undefined
  const content = Buffer.from(data, 'base64')
  const [width = 0, height = 0] = sizes[kind]!(content) ?? []
  const scale = width && height ? Math.min(1, 200 / width, 80 / height) : 0
  const size = scale
    ? { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    : { height: 56 }
  return { content, contentType: `image/${kind}`, filename: `logo.${kind}`, picture: { source: `cid:${cid}`, ...size } }
}

const written = ({ letter, from, to, replyTo, language, id, logo }: Envelope) =>
  new MailComposer({
    from: { name: headerLine(from.name), address: headerLine(from.address) },
    to: { name: '', address: headerLine(to) },
    replyTo: { name: '', address: headerLine(replyTo) },
    subject: headerLine(letter.subject),
    text: letter.text,
    html: letter.html,
    ...(id && { messageId: `<${id}@${headerLine(from.address).split('@').at(-1)}>` }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': language },
    attachments: logo
      ? [
          {
            content: logo.content,
            contentType: logo.contentType,
            filename: logo.filename,
            cid,
            contentDisposition: 'inline',
          },
        ]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()

type Failed = Error & { code?: string; originalCode?: string; responseCode?: number; command?: string }

const isTls = ({ code, originalCode = '', message }: Failed) =>
  code === 'ETLS' ||
  /CERT|SSL|TLS|SIGNATURE|ISSUER|EPROTO/.test(originalCode) ||
  /certificate|ssl routines/i.test(message)

/** The sentences of failures by the library's code, for those the server gave no answer to. */
const silent: Record<string, string> = {
  EDNS: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  ECONNECTION: 'dropped',
  EAUTH: 'auth',
  ENOAUTH: 'auth',
}

/** What a failure means for the host. A wrong password or sender can be put right, so it is tried again; an address that is refused cannot. */
const faultOf = (error: Failed, host: string, begun: boolean): DeliveryFault => {
  const { code = '', responseCode: answer, command = '' } = error
  const fault = (key: string, permanent = false): DeliveryFault => ({
    sentence: say(`fault.${key}`, { host, code: answer }),
    mark: [code, answer].filter(Boolean).join(' ') || error.name,
    permanent,
    everyone: !begun && !/^(RCPT|DATA)/.test(command),
  })
  if (isTls(error)) return fault('tls')
  if (!answer) return fault(silent[code] ?? 'other')
  if (answer < 500 || answer === 503) return fault('later')
  if (code === 'EAUTH') return fault('auth')
  if (command.startsWith('MAIL')) return fault('sender')
  return command.startsWith('RCPT') ? fault('recipient', true) : fault('refused', true)
}

/** How a letter ended: taken, certainly not taken, or nobody can say. */
export type Ending = { taken: true } | { taken: false | 'unclear'; fault: DeliveryFault }

const limits = { address: mostADay.address, house: mostADay.house }

/** What stands in the way before a server is even asked. */
export const hindrance = (key: 'off' | 'address' | 'unclear' | 'other' | `held.${UsedUp}`): DeliveryFault => ({
  sentence: say(`fault.${key}`, limits),
  mark: key,
  permanent: key === 'address' || key === 'unclear',
  everyone: key === 'off',
})

/** One conversation with the server: hello, TLS, who we are, the letter. Rejects with what stopped it; at the end nothing stays open. */
const converse = (
  { host, port, secure, ca, patience }: MailServer,
  settings: Settings,
  { from, to }: Envelope,
  body: Readable,
  signal?: AbortSignal,
) => {
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: !secure,
    tls: { minVersion: 'TLSv1.2', ...(ca && { ca: [...rootCertificates, ca] }) },
    connectionTimeout: patience.connect,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.answer,
    dnsTimeout: patience.connect,
  })
  let giveUp = () => {}
  const talk = new Promise<void>((done, fail) => {
    const next = (go: () => void) => (error?: Error | null) => (error ? fail(error) : go())
    giveUp = () => fail(Object.assign(new Error('given up'), { code: 'EABORT' }))
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    connection.on('error', fail)
    connection.connect(
      next(() =>
        connection.login(
          { user: settings.smtp2goUsername, pass: settings.smtp2goPassword },
          next(() => connection.send({ from: from.address, to: [to] }, body, next(done))),
        ),
      ),
    )
  })
  return talk
    .then(
      () => connection.quit(),
      (error) => {
        connection.close()
        throw error
      },
    )
    .finally(() => signal?.removeEventListener('abort', giveUp))
}

/**
 * Give a letter to the server. The end of it, the lone dot with which the server takes it over, is held back until `handover` has
 * resolved: before that, whatever happens, the letter has not been taken; after it only the server's answer can say.
 */
export const send = async (
  server: MailServer,
  settings: Settings,
  envelope: Envelope,
  handover = async () => {},
  signal?: AbortSignal,
): Promise<Ending> => {
  let begun = false
  let over = false
  let dead = false
  let handing: Promise<void> | undefined
  const body = async function* () {
    begun = true
    yield await written(envelope)
    await pause(server.patience.settle)
    if (!dead) await (handing = handover())
    if (dead) throw new Error('the connection is gone')
    over = true
  }
  try {
    await converse(server, settings, envelope, Readable.from(body()), signal)
    return { taken: true }
  } catch (error) {
    dead = true
    await handing?.catch(() => {})
    const answered = Boolean((error as Failed).responseCode)
    return { taken: over && !answered ? 'unclear' : false, fault: faultOf(error as Failed, server.host, begun) }
  }
}

/** Where the house itself gets letters. */
export const houseOf = ({ emailReplyTo, emailSender }: Settings) => emailReplyTo || emailSender

/** Send a letter to the house itself, within half a minute, and say in Italian how it went. */
export const tryOut = async (
  server: MailServer,
  settings: Settings,
): Promise<{ success: boolean; message: string }> => {
  if (!canSend(settings)) return { success: false, message: hindrance('off').sentence }
  const logo = logoOf(settings.logoUrl)
  const { connect, greeting, answer } = server.patience
  const patience = {
    connect: Math.min(connect, 10_000),
    greeting: Math.min(greeting, 10_000),
    answer: Math.min(answer, 15_000),
    settle: 0,
  }
  const house = houseOf(settings)
  const envelope = {
    from: { name: settings.companyName, address: settings.emailSender },
    to: house,
    replyTo: house,
    language: 'it',
    logo,
    letter: testLetter(settings, words, logo?.picture),
  }
  const end = await send({ ...server, patience }, settings, envelope, undefined, AbortSignal.timeout(25_000))
  return end.taken === true
    ? { success: true, message: say('test.sent') }
    : { success: false, message: end.fault.sentence }
}
