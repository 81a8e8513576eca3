/** The elements a drawing may have; none of them runs anything or loads a file of its own accord. */
const elements = new Set(
  `svg g defs symbol use title desc style switch a path rect circle ellipse line polyline polygon text tspan textPath
  image linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)

const namespaces = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

/** A link inside the drawing, or a picture that is written out in it. */
const isInside = (link: string) =>
  /^\s*(?:#[^\s'"()]*|data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]*)['"]?\s*$/.test(link)

/** Whether a value names nothing outside the drawing; a backslash could write any word of a style another way. */
const isInward = (text: string) =>
  !/\\|javascript:|image-set|\b(?:image|src|cross-fade|element|expression)\s*\(/i.test(text) &&
  [...text.matchAll(/url\s*\(\s*(['"]?)([^)]*)/gi)].every(([, , link = '']) => isInside(link))

/** The same of a style's whole text, which no rule may make larger from elsewhere. */
const isStyleInward = (text: string) => !/@|\/\*/.test(text) && isInward(text)

const links = new Set(['href', 'xlink:href'])

/** Whether an attribute of the drawing's own may stand: no handler, and no way out of the drawing. */
const mayStand = (name: string, value: string) =>
  !/^on/i.test(name) &&
  (links.has(name.toLowerCase()) ? isInside(value) : name === 'style' ? isStyleInward(value) : isInward(value))

const named: { [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text with its references read. Throws for an entity of the file's own, and for signs XML does not have. */
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

/** The attributes that are kept, as they are written. Throws for one that must not stand; an editor's own go. */
const attributesOf = (text: string) => {
  const kept = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (kept.has(name)) throw new SyntaxError('an attribute twice')
    const value = read(double ?? single ?? '')
    if (name.startsWith('xmlns') || (name.includes(':') && name !== 'xlink:href' && name !== 'xml:space')) continue
    if (!mayStand(name, value)) throw new SyntaxError('an attribute that leads elsewhere')
    kept.set(name, value)
  }
  return [...kept].map(([name, value]) => ` ${name}="${written(value)}"`).join('')
}

/**
 * A drawing read as XML and written anew with what a picture needs, so that what a browser is given holds nothing that
 * runs or leads elsewhere, whatever the file held. An editor's own elements, comments and instructions are left out.
 * Undefined for what is no drawing, is not well-formed or holds an element, handler or link that must not stand.
 */
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

/** An editor's own element: it and what is in it are left out. Throws for one that runs under whatever prefix. */
const isLeftOut = (name: string) => {
  const local = name.split(':').at(-1)!
  if (!elements.has(local) && /^(?:script|foreignobject|iframe|object|embed)$/i.test(local)) refuse('it would run')
  if (name.includes(':') || name === 'metadata') return true
  return elements.has(name) ? false : refuse('an element that must not stand')
}

/** What is written while a drawing is read, tag by tag. */
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
  // What is no token ends the reading before the end of the text.
  return end === text.length ? whole() : refuse('not well-formed')
}
