export type XmlElement = { name: string; text: string; children: XmlElement[] }

const token =
  /<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y

const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Character data; nothing for an unknown entity. */
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

/** The only child of that name. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined => {
  const found = element?.children.filter((one) => one.name === name) ?? []
  return found.length === 1 ? found[0] : undefined
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((one) => one.name === name) ?? []

/** Escapes a text; characters outside XML 1.0 are left out. */
export const xmlText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot hold.
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
