import type { IncomingMessage, ServerResponse } from 'node:http'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Fault } from './faults'

/** One element as read: its name without prefix, its text untrimmed, its children in order. */
export type Element = { name: string; text: string; children: Element[] }

type Raw = { [name: string]: Raw[] } & { '#text'?: string }

const parser = new XMLParser({
  preserveOrder: true,
  removeNSPrefix: true,
  trimValues: false,
  parseTagValue: false,
  ignoreAttributes: true,
  ignoreDeclaration: true,
})

const elementsOf = (raw: Raw[]): Element[] =>
  raw.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text')
    if (!name) return []
    const children = node[name] as unknown as Raw[]
    return [{ name, text: children.map((child) => child['#text'] ?? '').join(''), children: elementsOf(children) }]
  })

/** The root of an XML text, or nothing when it is not well formed. */
export const readXml = (text: string): Element | undefined =>
  XMLValidator.validate(text) === true ? elementsOf(parser.parse(text) as Raw[])[0] : undefined

export const child = (element: Element | undefined, name: string) => element?.children.find((one) => one.name === name)
export const textOf = (element: Element | undefined, name: string) => child(element, name)?.text ?? ''

/** Text made safe inside an element. */
export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An element written out; one without content as `<name/>`, as the services write them. */
export const written = (name: string, content: string) => (content ? `<${name}>${content}</${name}>` : `<${name}/>`)

export type Version = '1.1' | '1.2'

const namespaces = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
}

/** An envelope around a body, under a prefix. */
export const envelope = (body: string, version: Version = '1.1', prefix = 'soap') =>
  `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${namespaces[version]}"><${prefix}:Body>${body}</${prefix}:Body></${prefix}:Envelope>`

/** A SOAP fault as each version writes it. */
export const faultEnvelope = (reason: string, version: Version = '1.1', code = 'Client') =>
  envelope(
    version === '1.1'
      ? `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${escaped(reason)}</faultstring><detail/></soap:Fault>`
      : `<soap:Fault><soap:Code><soap:Value>soap:${code === 'Client' ? 'Sender' : 'Receiver'}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${escaped(reason)}</soap:Text></soap:Reason><soap:Detail/></soap:Fault>`,
    version,
  )

/** The whole body of a request as text; beyond 4 MB, the usual limit of such services, nothing. */
export const bodyOf = async (req: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= 4 << 20) chunks.push(chunk)
  }
  return size <= 4 << 20 ? Buffer.concat(chunks).toString('utf8') : undefined
}

const indented = (xml: string) => xml.replaceAll(/></g, '>\r\n  <')

const page =
  '<!DOCTYPE html><html><head><title>Runtime Error</title></head><body>Server Error in Application.</body></html>'

/** Answers an envelope, or what a fault makes of it. `silence` leaves the line open for the other side to give up. */
export const answer = (
  res: ServerResponse,
  xml: string,
  { fault, type = 'text/xml', status = 200 }: { fault?: Fault | undefined; type?: string; status?: number } = {},
) => {
  if (fault === 'silence') return
  if (fault === 'dropAfter' || fault === 'dropBefore') return void res.socket?.destroy()
  if (fault === 'signedOut') return void res.writeHead(401).end()
  if (fault === 'page' || fault === 'busy') {
    res.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
    return void res.end(page)
  }
  if (fault === 'fault') {
    res.writeHead(500, { 'content-type': 'text/xml; charset=utf-8' })
    return void res.end(faultEnvelope('Server was unable to process request. ---> Timeout expired.', '1.1', 'Server'))
  }
  const prefixed =
    fault === 'prefixes'
      ? xml.replaceAll('<soap:', '<s:').replaceAll('</soap:', '</s:').replaceAll('xmlns:soap=', 'xmlns:s=')
      : xml
  const body = fault === 'bom' ? `\ufeff${prefixed}` : fault === 'indented' ? indented(prefixed) : prefixed
  res.writeHead(status, { 'content-type': `${type}; charset=utf-8` })
  res.end(body)
}
