import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { StoreRefused } from '../store'
import { type DataKeys, dataKey } from './sealing'

type KeyPlaces = { DATA_KEY?: string | undefined; DATA_KEY_FILE?: string | undefined }

const forms: [RegExp, BufferEncoding][] = [
  [/^[0-9a-f]{64}$/i, 'hex'],
  [/^[A-Za-z0-9+/]{43}=?$/, 'base64'],
]

const masterOf = (text: string, where: string): Uint8Array => {
  const form = forms.find(([looks]) => looks.test(text))
  if (!form)
    throw new StoreRefused(
      `${where} holds no key: 32 random bytes are wanted, as 64 hexadecimal digits or in base64 (\`openssl rand -hex 32\`).`,
    )
  return Buffer.from(text, form[1])
}

const textOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StoreRefused(
      `The key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): put it back, or correct DATA_KEY_FILE. Nothing was changed. If it is lost, nobody can read what it sealed, we neither.`,
    )
  }
}

/** The keys in a text, newest first, separated by lines or commas. */
export const mastersIn = (text: string, where: string) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => masterOf(one, where))

/** Returns the keys of DATA_KEY_FILE or DATA_KEY. Throws StoreRefused for a key file missing or in a data folder. */
export const dataKeys = (
  { DATA_KEY, DATA_KEY_FILE }: KeyPlaces,
  folders: readonly string[] = [],
): DataKeys | undefined => {
  if (!DATA_KEY && !DATA_KEY_FILE) return undefined
  if (DATA_KEY && DATA_KEY_FILE) throw new StoreRefused('DATA_KEY and DATA_KEY_FILE are both set: take one away.')
  for (const folder of DATA_KEY_FILE ? folders : [])
    if (!relative(resolve(folder), resolve(DATA_KEY_FILE!)).startsWith('..'))
      throw new StoreRefused(
        `DATA_KEY_FILE lies in the folder ${folder}, which it seals: whoever takes the folder would have the key. Put it elsewhere.`,
      )
  const where = DATA_KEY_FILE || 'DATA_KEY'
  const masters = mastersIn(DATA_KEY || textOf(DATA_KEY_FILE!), where)
  if (!masters.length) masterOf('', where)
  return { all: masters.map(dataKey) }
}
