import { readFileSync } from 'node:fs'
import { request as plain, type RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import { rootCertificates } from 'node:tls'
import { say } from '../../shared/messages'
import { child, readXml, type XmlElement } from './xml'

/** The address of a service, and milliseconds for an answer. */
export type Service = {
  url: string
  patience: number
  ca?: readonly string[] | undefined
  headers?: { [name: string]: string }
}

/**
 * How a call ended. `rejected`, `signIn`, `unreached`: not done. `unclear`: perhaps done (time-out, unreadable answer).
 */
export type SoapEnd =
  | { kind: 'answer'; body: XmlElement; date: string | undefined }
  | { kind: 'rejected' | 'fault' | 'signIn' | 'unreached' | 'unclear'; why: string }

const largest = 16 << 20

/** Reads further certificates from a file. Throws a sentence when it cannot. */
export const certificates = (file: string | undefined): string[] | undefined => {
  if (!file) return undefined
  return [...rootCertificates, readFileSync(file, 'utf8')]
}

/** A SOAP 1.1 envelope. */
export const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`

const isCertificate = (code: string) => /CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code)

/** ASP.NET's English words for an unread request. */
const unread = /did not recognize the value of HTTP Header SOAPAction|unable to read request/i

const ended = (status: number, text: string, date: string | undefined): SoapEnd => {
  if (status === 401 || status === 403) return { kind: 'signIn', why: `HTTP ${status}` }
  const body = child(readXml(text), 'Body')
  const first = body?.children.length === 1 ? body.children[0] : undefined
  if (!first) return { kind: 'unclear', why: status === 200 ? 'unreadable' : `HTTP ${status}` }
  if (first.name === 'Fault') {
    const why = child(first, 'faultstring')?.text ?? child(child(first, 'Reason'), 'Text')?.text ?? ''
    return { kind: unread.test(why) ? 'rejected' : 'fault', why: why.trim().slice(0, 300) }
  }
  return status === 200 ? { kind: 'answer', body: first, date } : { kind: 'unclear', why: `HTTP ${status}` }
}

/** Posts an envelope; never throws. Follows no redirect; an unverified certificate ends the call first. */
export const post = ({ url, patience, ca, headers = {} }: Service, action: string, body: string): Promise<SoapEnd> =>
  new Promise((done) => {
    const content = Buffer.from(envelope(body), 'utf8')
    const options: RequestOptions & { ca?: string[] } = {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${action}"`,
        'content-length': content.length,
        ...headers,
      },
      ...(ca && { ca: [...ca] }),
    }
    let isConnected = false
    let given: string | undefined
    const giveUp = (why: string) => {
      given = why
      request.destroy(new Error(why))
    }
    const end = (how: SoapEnd) => {
      clearTimeout(timer)
      done(how)
    }
    const request = (url.startsWith('https:') ? secure : plain)(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > largest) return giveUp('tooLarge')
        chunks.push(chunk)
      })
      response.on('end', () =>
        end(ended(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'), response.headers.date)),
      )
      response.on('error', () => end({ kind: 'unclear', why: given ?? 'cut' }))
    })
    const timer = setTimeout(() => giveUp('timeout'), patience)
    request.on('socket', (socket) => {
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => (isConnected = true))
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? ''
      const why = given ?? (isCertificate(code) ? 'certificate' : code || 'cut')
      end({ kind: isConnected ? 'unclear' : 'unreached', why })
    })
    request.end(content)
  })

/** The first match counts; includes older spellings. */
const whys: readonly (readonly [RegExp, Parameters<typeof say>[0]])[] = [
  [/^(?:fault)?$/, 'offices.why.silent'],
  [/^certificate$/, 'offices.why.certificate'],
  [/^timeout$/, 'offices.why.timeout'],
  [/^unreadable$/, 'offices.why.unreadable'],
  [/^count$/, 'offices.why.count'],
  [/^crash$/, 'offices.why.crash'],
  [/^too ?large$/i, 'offices.why.tooLarge'],
  [/^(?:cut|aborted)$/, 'offices.why.cut'],
  [/^secrets$/, 'offices.why.secrets'],
  [/^HTTP (40[13])$/, 'offices.why.access'],
  [/^HTTP (\d{3})$/, 'offices.why.status'],
  [/^((?!ERRORE)E[A-Z_]{4,}|(?:UND|HPE|ERR)_[A-Z0-9_]+)$/, 'offices.why.line'],
  [/^([^]*)$/, 'offices.why.said'],
]

/** Returns why a call failed, in Italian; an office's own sentence is quoted. */
export const spoken = (why: string): string => {
  const text = why.trim()
  const [pattern, key] = whys.find(([fits]) => fits.test(text))!
  return say(key, { what: pattern.exec(text)?.[1] ?? '' })
}
