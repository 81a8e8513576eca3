import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { rasterType } from './logo'

const folder = 'pictures'

/** Bytes. */
const largest = 2 * 1024 * 1024

/** A plain file name that does not begin with a dot. */
const picture = /^[\w-][\w.-]{0,79}\.(?:png|jpe?g|gif|webp)$/i

/**
 * Returns a picture of the house's folder and its type, by its first bytes. `undefined` for a name that could lead
 * elsewhere, a link, a folder, more than 2 MB, or no picture.
 */
export const pictureFile = async (dir: string, name: string): Promise<{ type: string; body: Buffer } | undefined> => {
  if (!picture.test(name)) return undefined
  const file = await open(join(dir, folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) return undefined
  try {
    const stat = await file.stat()
    if (!stat.isFile() || stat.size > largest) return undefined
    const body = await file.readFile()
    const type = rasterType(body)
    return type ? { type, body } : undefined
  } finally {
    await file.close()
  }
}
