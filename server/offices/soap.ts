import { request as plain, type RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import { rootCertificates } from 'node:tls'
import { escapeText } from '../../src/core/text/escape'
import { textNamedBy } from '../shared/environment'
import { say } from '../shared/messages'

export type XmlElement = { name: string; text: string; children: XmlElement[] }

const token =
  /<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y

const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns character data; undefined for an unknown entity. */
const decoded = (text: string): string | undefined => {
  let good = true
  const out = text.replace(/&(#\d+|#x[\da-fA-F]+|\w+)?;?/g, (all, name: string | undefined) => {
    if (!name || !all.endsWith(';')) good = false
    if (name?.startsWith('#')) {
      const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      if (code > 0x10ffff) good = false
      return good ? String.fromCodePoint(code) : ''
    }
    if (!name || !Object.hasOwn(entities, name)) good = false
    return entities[name ?? ''] ?? ''
  })
  return good ? out : undefined
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads well-formed XML without document type; undefined otherwise. Drops prefixes and attributes. */
export const readXml = (source: string): XmlElement | undefined => {
  const text = source.replace(/^\ufeff/, '')
  const open: (XmlElement & { tag: string })[] = []
  let root: XmlElement | undefined
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const found = token.exec(text)
    if (!found) return undefined
    const [, cdata, closed, opened, , empty, characters] = found
    const parent = open.at(-1)
    if (opened) {
      if (!parent && root) return undefined
      const element = { name: local(opened), text: '', children: [], tag: opened }
      parent?.children.push(element)
      root ??= element
      if (!empty) open.push(element)
    } else if (closed) {
      if (open.pop()?.tag !== closed) return undefined
    } else if (cdata !== undefined || characters !== undefined) {
      const data = cdata ?? decoded(characters!)
      if (data === undefined || (!parent && data.trim())) return undefined
      if (parent) parent.text += data
    }
  }
  return open.length ? undefined : root
}

/** Returns the only child with a name. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined => {
  const found = element?.children.filter((one) => one.name === name) ?? []
  return found.length === 1 ? found[0] : undefined
}

/** Returns the children with a name. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((one) => one.name === name) ?? []

/** Escapes a text; characters outside XML 1.0 are left out. */
export const xmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot hold.
  escapeText(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''))

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
  | { kind: 'answer'; body: XmlElement }
  | { kind: 'rejected' | 'fault' | 'signIn' | 'unreached' | 'unclear'; why: string }

const largest = 16 << 20

/** Returns the usual certificates and those of a file. Throws a sentence when it cannot be read. */
export const certificates = (file: string | undefined): string[] | undefined =>
  file ? [...rootCertificates, textNamedBy('OFFICES_CA', file)] : undefined

/** Returns a SOAP 1.1 envelope. */
export const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`

const isCertificate = (code: string) => /CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code)

/** ASP.NET's English words for an unread request. */
const unread = /did not recognize the value of HTTP Header SOAPAction|unable to read request/i

const ended = (status: number, text: string): SoapEnd => {
  if (status === 401 || status === 403) return { kind: 'signIn', why: `HTTP ${status}` }
  const body = child(readXml(text), 'Body')
  const first = body?.children.length === 1 ? body.children[0] : undefined
  if (!first) return { kind: 'unclear', why: status === 200 ? 'unreadable' : `HTTP ${status}` }
  if (first.name === 'Fault') {
    const why = child(first, 'faultstring')?.text ?? child(child(first, 'Reason'), 'Text')?.text ?? ''
    return { kind: unread.test(why) ? 'rejected' : 'fault', why: why.trim().slice(0, 300) }
  }
  return status === 200 ? { kind: 'answer', body: first } : { kind: 'unclear', why: `HTTP ${status}` }
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
      response.on('end', () => end(ended(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'))))
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

type Word = Parameters<typeof say>[0]

/** The first match counts; includes older spellings. `true`: what was sent may have arrived all the same. */
const whys: readonly (readonly [RegExp, Word, boolean?])[] = [
  [/^(?:fault)?$/, 'offices.why.silent', true],
  [/^certificate$/, 'offices.why.certificate'],
  [/^timeout$/, 'offices.why.timeout', true],
  [/^unreadable$/, 'offices.why.unreadable', true],
  [/^count$/, 'offices.why.count', true],
  [/^crash$/, 'offices.why.crash', true],
  [/^too ?large$/i, 'offices.why.tooLarge', true],
  [/^(?:cut|aborted)$/, 'offices.why.cut', true],
  [/^secrets$/, 'offices.why.secrets'],
  [/^HTTP (40[13])$/, 'offices.why.access'],
  [/^HTTP (\d{3})$/, 'offices.why.status', true],
  [/^((?!ERRORE)E[A-Z_]{4,}|(?:UND|HPE|ERR)_[A-Z0-9_]+)$/, 'offices.why.line', true],
  [/^([^]*)$/, 'offices.why.said'],
]

/** Returns why a call that sent nothing failed; an office's own sentence is quoted. */
export const unsentSentence = (why: string): string => {
  const text = why.trim()
  const [pattern, key] = whys.find(([fits]) => fits.test(text))!
  return say(key, { what: pattern.exec(text)?.[1] ?? '' })
}

/** Returns why a call failed, and that the host must look at the portal if what was sent may have arrived. */
export const failureSentence = (why: string): string => {
  const [, , mayHaveArrived] = whys.find(([fits]) => fits.test(why.trim()))!
  return mayHaveArrived ? `${unsentSentence(why)}: ${say('offices.look')}` : unsentSentence(why)
}
