import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Settings } from '../../schema/settings'
import { headerLine, type Letter, type LetterStyle } from '../../src/core/mail/letters'
import { canSend } from '../settings/switches'
import { textNamedBy } from '../shared/environment'
import { say } from '../shared/messages'
import { type Envelope, houseEnvelope, type Logo, logoId } from './envelope'

/** Milliseconds for connection, greeting, each answer, and closing before the handover. */
type Patience = { connect: number; greeting: number; answer: number; settle: number }

/** `secure` is TLS from the first byte; otherwise STARTTLS is required. */
export type MailServer = { host: string; port: number; secure: boolean; ca?: string; patience: Patience }

/** Reads SMTP_HOST, SMTP_PORT and SMTP_CA; SMTP2GO by default. Throws a sentence. */
export const mailServer = ({ SMTP_HOST, SMTP_PORT = '465', SMTP_CA }: NodeJS.ProcessEnv): MailServer => {
  const port = Number(SMTP_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('SMTP_PORT must be a port number: 465 for TLS at once, 587 or 2525 for STARTTLS')
  return {
    host: SMTP_HOST || 'mail.smtp2go.com',
    port,
    secure: port === 465,
    patience: { connect: 20_000, greeting: 20_000, answer: 120_000, settle: 500 },
    ...(SMTP_CA && { ca: textNamedBy('SMTP_CA', SMTP_CA) }),
  }
}

// Nodemailer is loaded with the first letter: it would take an eighth of the start.
const written = async ({ letter, from, to, replyTo, language, id, logo }: Envelope) => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    from: { name: headerLine(from.name), address: headerLine(from.address) },
    to: { name: '', address: headerLine(to) },
    replyTo: { name: '', address: headerLine(replyTo) },
    subject: headerLine(letter.subject),
    text: letter.text,
    html: letter.html,
    ...(id && { messageId: `<${id}@${headerLine(from.address).split('@').at(-1)}>` }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': language },
    attachments: logo ? [{ ...logo.file, cid: logoId, contentDisposition: 'inline' }] : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

export type DeliveryFault = { sentence: string; mark: string; permanent: boolean; everyone: boolean }

export type Failed = Error & { code?: string; originalCode?: string; responseCode?: number; command?: string }

const isTls = ({ code, originalCode = '', message }: Failed) =>
  code === 'ETLS' ||
  /CERT|SSL|TLS|SIGNATURE|ISSUER|EPROTO/.test(originalCode) ||
  /certificate|ssl routines/i.test(message)

/** Sentences by Nodemailer's error code, when the server has not answered. */
const silent: Record<string, string> = {
  EDNS: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  ECONNECTION: 'dropped',
  EAUTH: 'auth',
  ENOAUTH: 'auth',
}

/**
 * Returns the fault of a failed sending. A wrong password or sender can be corrected, and a silent server may recover,
 * so they are retried; a refused address or letter is `permanent`.
 */
export const deliveryFault = (error: Failed, host: string, begun: boolean): DeliveryFault => {
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
  if (command.startsWith('RCPT')) return fault('recipient', true)
  return command.startsWith('DATA') ? fault('refused', true) : fault('later')
}

/** Whether the server accepted the letter; `unclear` if its answer is missing. */
export type Ending = { taken: true } | { taken: false | 'unclear'; fault: DeliveryFault }

const minVersion = 'TLSv1.2'
const contexts = new Map<string, SecureContext>()

/** Returns what a server's certificate is checked with: parsing all roots takes longer than a short letter. */
const contextOf = (ca: string) => {
  const context = contexts.get(ca) ?? createSecureContext({ minVersion, ca: [...rootCertificates, ca] })
  contexts.set(ca, context)
  return context
}

/** Runs one SMTP session and closes it. Rejects with its error. */
const converse = async (
  { host, port, secure, ca, patience }: MailServer,
  settings: Settings,
  { from, to }: Envelope,
  body: Readable,
  signal?: AbortSignal,
) => {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: !secure,
    tls: { minVersion, ...(ca && { secureContext: contextOf(ca) }) },
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

/** Sends a letter. The final dot is written after `handover` resolves: before it, no server accepts the letter. */
export const sendMail = async (
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
    // A rejection of `handing` is the error handled here.
    await handing?.catch(() => {})
    const answered = Boolean((error as Failed).responseCode)
    return { taken: over && !answered ? 'unclear' : false, fault: deliveryFault(error as Failed, server.host, begun) }
  }
}

/** Sends a letter to the house. */
export const sendToHouse = async (
  server: MailServer,
  settings: Settings,
  letterOf: (style: LetterStyle) => Letter,
  logo?: Logo,
  signal?: AbortSignal,
): Promise<Ending> => sendMail(server, settings, await houseEnvelope(settings, letterOf, logo), undefined, signal)

/** Sends a letter to the house; resolves with whether the mail server took it, `false` without a mailbox. */
export const tellHouse = async (server: MailServer, settings: Settings, letterOf: (style: LetterStyle) => Letter) =>
  canSend(settings) && (await sendToHouse(server, settings, letterOf)).taken === true
