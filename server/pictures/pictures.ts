import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../shared/digests'

const folder = 'pictures'

const largestPictureBytes = 2 * 1024 * 1024

const picture = /^[\w-][\w.-]{0,79}\.(?:png|jpe?g|gif|webp)$/i

/** Returns a picture of the house's folder by its first bytes; `undefined` for a link, over 2 MB, or no picture. */
export const pictureFile = async (dir: string, name: string): Promise<{ type: string; body: Buffer } | undefined> => {
  if (!picture.test(name)) return undefined
  // A missing file or a link is no picture.
  const file = await open(join(dir, folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) return undefined
  try {
    const stat = await file.stat()
    if (!stat.isFile() || stat.size > largestPictureBytes) return undefined
    const body = await file.readFile()
    const type = rasterType(body)
    return type ? { type, body } : undefined
  } finally {
    await file.close()
  }
}

/** The types of a logo, by its first bytes. */
const kinds: { type: string; is: (bytes: Buffer) => boolean }[] = [
  {
    type: 'image/png',
    is: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  { type: 'image/jpeg', is: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { type: 'image/gif', is: (bytes) => /^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1')) },
  { type: 'image/webp', is: (bytes) => /^RIFF.{4}WEBP/s.test(bytes.subarray(0, 12).toString('latin1')) },
  {
    type: 'image/svg+xml',
    is: (bytes) => cleanSvg(bytes.toString()) !== undefined,
  },
]

/** Returns whether a file is markup, which a browser could show as a page. */
const isPage = (bytes: Buffer) =>
  /<(?:script|html|svg|iframe|object|embed|body|!doctype)[\s/>]/i.test(bytes.toString('latin1'))

const rasterType = (bytes: Buffer): string | undefined =>
  isPage(bytes) ? undefined : kinds.find(({ type, is }) => type !== 'image/svg+xml' && is(bytes))?.type

const largestLogoBytes = 256 * 1024

const dataUrl = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/]+={0,2})$/

type LogoFile = { path: string; type: string; body: Buffer }

/** Cached: every page needs the logo, and it rarely changes. */
const logoFiles = new Map<string, LogoFile | undefined>()

/** Returns the logo as a file whose name changes with its content. An SVG is rewritten. */
export const logoFile = (url: string): LogoFile | undefined => {
  if (logoFiles.size > 100) logoFiles.clear()
  if (!logoFiles.has(url)) logoFiles.set(url, fileOf(url))
  return logoFiles.get(url)
}

const fileOf = (url: string): LogoFile | undefined => {
  const [, type, data] = dataUrl.exec(url) ?? []
  if (!type || !data) return undefined
  const bytes = Buffer.from(data, 'base64')
  const drawing = type === 'image/svg+xml' ? cleanSvg(bytes.toString()) : undefined
  if (type === 'image/svg+xml' && drawing === undefined) return undefined
  const body = drawing === undefined ? bytes : Buffer.from(drawing)
  return { path: `/assets/logo-${sha256(body).slice(0, 12)}`, type, body }
}

/** Returns whether a text is empty or a small picture as a data URL. */
export const isLogo = (text: string) => {
  if (text === '') return true
  const [, type, data] = dataUrl.exec(text) ?? []
  if (!type || !data) return false
  const bytes = Buffer.from(data, 'base64')
  return (
    bytes.length <= largestLogoBytes &&
    kinds.some((kind) => kind.type === type && kind.is(bytes)) &&
    (type === 'image/svg+xml' || !isPage(bytes))
  )
}

/** The allowed elements; none runs a script or loads a file. */
const elements = new Set(
  `svg g defs symbol use title desc style switch a path rect circle ellipse line polyline polygon text tspan textPath
  image linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)

const namespaces = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

const isInside = (link: string) =>
  /^\s*(?:#[^\s'"()]*|data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]*)['"]?\s*$/.test(link)

/** Backslashes could write any word of a style in another way. */
const isInward = (text: string) =>
  !/\\|javascript:|image-set|\b(?:image|src|cross-fade|element|expression)\s*\(/i.test(text) &&
  [...text.matchAll(/url\s*\(\s*(['"]?)([^)]*)/gi)].every(([, , link = '']) => isInside(link))

const isStyleInward = (text: string) => !/@|\/\*/.test(text) && isInward(text)

const links = new Set(['href', 'xlink:href'])

/** Returns whether an attribute may stay: no handler, no external link. */
const mayStand = (name: string, value: string) =>
  !/^on/i.test(name) &&
  (links.has(name.toLowerCase()) ? isInside(value) : name === 'style' ? isStyleInward(value) : isInward(value))

const named: { [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text with its entities resolved. Throws for custom entities and illegal characters. */
const read = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));|&/gi, (_, decimal?: string, hex?: string, name = '') => {
    const sign = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    const said = sign === undefined ? named[name] : String.fromCodePoint(sign)
    if (said === undefined) throw new SyntaxError('an unknown reference')
    return said
  })

const written = (text: string) =>
  text.replace(/(?![\t\n\r])\p{Cc}/gu, '').replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const tokens =
  /<!--(?:(?!--)[^])*-->|<\?(?:(?!\?>)[^])*\?>|<!\[CDATA\[((?:(?!\]\]>)[^])*)\]\]>|<!DOCTYPE[^[\]<>]*>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy
const attribute = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Returns the attributes without those of an editor. Throws for a forbidden one. */
const attributesOf = (text: string) => {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (attributes.has(name)) throw new SyntaxError('an attribute twice')
    const value = read(double ?? single ?? '')
    if (name.startsWith('xmlns') || (name.includes(':') && name !== 'xlink:href' && name !== 'xml:space')) continue
    if (!mayStand(name, value)) throw new SyntaxError('an attribute that leads elsewhere')
    attributes.set(name, value)
  }
  return [...attributes].map(([name, value]) => ` ${name}="${written(value)}"`).join('')
}

/** Rewrites an SVG so that it runs and loads nothing; `undefined` if malformed or with a forbidden part. */
const cleanSvg = (text: string): string | undefined => {
  try {
    return rewritten(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const refuse = (why: string): never => {
  throw new SyntaxError(why)
}

/** Returns whether an element is an editor's own. Throws for one that runs a script under any prefix. */
const isLeftOut = (name: string) => {
  const local = name.split(':').at(-1)!
  if (!elements.has(local) && /^(?:script|foreignobject|iframe|object|embed)$/i.test(local)) refuse('it would run')
  if (name.includes(':') || name === 'metadata') return true
  return elements.has(name) ? false : refuse('an element that must not stand')
}

const writer = () => {
  const open: { name: string; isOut: boolean; style: string }[] = []
  let [out, isOver] = ['', false]
  const close = (name: string) => {
    const last = open.pop()
    if (last?.name !== name) return refuse('not well-formed')
    if (!isStyleInward(last.style)) refuse('a style that leads elsewhere')
    if (!last.isOut) out += `</${name}>`
    isOver = !open.length
  }
  return {
    text: (words: string) => {
      const inside = open.at(-1)
      if (!inside) return words.trim() ? refuse('text outside the drawing') : undefined
      if (inside.name === 'style') inside.style += words
      if (!inside.isOut) out += written(words)
    },
    open: (name: string, attributes: string) => {
      if (isOver || open.at(-1)?.name === 'style' || (!open.length && name !== 'svg')) refuse('no drawing')
      const isOut = isLeftOut(name) || open.at(-1)?.isOut === true
      const own = `${open.length ? '' : namespaces}${attributesOf(attributes)}`
      if (!isOut) out += `<${name}${own}>`
      open.push({ name, isOut, style: '' })
    },
    close,
    whole: () => (isOver ? out : refuse('not well-formed')),
  }
}

const rewritten = (text: string): string => {
  const { open, close, text: say, whole } = writer()
  let end = 0
  for (const [token, cdata, closing, name, attributes = '', empty, plain] of text.matchAll(tokens)) {
    end += token.length
    if (cdata !== undefined) say(cdata)
    else if (plain !== undefined) say(read(plain))
    else if (name !== undefined) {
      if (!closing) open(name, attributes)
      if (closing || empty) close(name)
    }
  }
  return end === text.length ? whole() : refuse('not well-formed')
}
