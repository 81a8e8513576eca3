import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

/** Returns every file of a folder and its subfolders: relative path and bytes. */
export const filesIn = (dir: string): [string, Buffer][] => {
  try {
    return readdirSync(dir, { recursive: true })
      .map(String)
      .sort()
      .filter((name) => statSync(join(dir, name)).isFile())
      .map((name) => [name, readFileSync(join(dir, name))])
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    // A running house has renamed a file meanwhile.
    if (code === 'ENOENT' && path !== dir) return filesIn(dir)
    throw error
  }
}

const zip = { local: 0x04034b50, central: 0x02014b50 }

/** Returns the inflated parts of a workbook (a ZIP archive, PKWARE APPNOTE 4.3); none for another file. */
const partsOf = (bytes: Buffer): Buffer[] => {
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== zip.local) return []
  const parts: Buffer[] = []
  for (let at = 0; at + 46 <= bytes.length; at++) {
    if (bytes.readUInt32LE(at) !== zip.central) continue
    const [method, size, place] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ]
    const start = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28)
    const packed = bytes.subarray(start, start + size)
    parts.push(method ? inflateRawSync(packed) : packed)
  }
  return parts
}

const escaped = (text: string) =>
  [...text].map((sign) => (sign < '\x80' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')

/** Returns a text in every encoding that the program could write. */
const spellings = (text: string): Buffer[] => [
  Buffer.from(text),
  Buffer.from(text, 'utf16le'),
  Buffer.from(text, 'latin1'),
  Buffer.from(escaped(text)),
  Buffer.from(JSON.stringify(text).slice(1, -1)),
  // Base64 has three offsets; the first and last signs depend on the neighbouring bytes.
  ...[0, 1, 2].map((shift) =>
    Buffer.from(
      Buffer.from(`${'x'.repeat(shift)}${text}`)
        .toString('base64')
        .replace(/=+$/, '')
        .slice(4, -2),
    ),
  ),
]

/**
 * Returns where the texts occur in a folder, in every encoding and inside workbooks, as `file: text`. Texts need eight
 * signs or more.
 */
export const standsIn = (dir: string, texts: readonly string[]): string[] =>
  filesIn(dir).flatMap(([name, bytes]) => {
    const all = [bytes, ...partsOf(bytes)]
    return texts
      .filter((text) => spellings(text).some((spelt) => all.some((part) => part.includes(spelt))))
      .map((text) => `${name}: ${text}`)
  })
