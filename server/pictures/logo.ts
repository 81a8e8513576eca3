import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanSvg } from './safe-svg'

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

const written = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/]+={0,2})$/

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
  const [, type, data] = written.exec(url) ?? []
  if (!type || !data) return undefined
  const bytes = Buffer.from(data, 'base64')
  const drawing = type === 'image/svg+xml' ? cleanSvg(bytes.toString()) : undefined
  if (type === 'image/svg+xml' && drawing === undefined) return undefined
  const body = drawing === undefined ? bytes : Buffer.from(drawing)
  return { path: `/assets/logo-${createHash('sha256').update(body).digest('hex').slice(0, 12)}`, type, body }
}

/** Whether a text is empty or a small picture as a data URL. */
export const isLogo = (text: string) => {
  if (text === '') return true
  const [, type, data] = written.exec(text) ?? []
  if (!type || !data) return false
  const bytes = Buffer.from(data, 'base64')
  return (
    bytes.length <= largestLogoBytes &&
    kinds.some((kind) => kind.type === type && kind.is(bytes)) &&
    (type === 'image/svg+xml' || !isPage(bytes))
  )
}
