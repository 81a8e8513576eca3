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

/** Whether an attribute may stay: no handler, no external link. */
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
export const cleanSvg = (text: string): string | undefined => {
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
