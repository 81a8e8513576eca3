import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { rasterType } from './logo'

/** The folder of a house's pictures inside its data folder. */
const folder = 'pictures'

/** Bytes a picture may have. */
const largest = 2 * 1024 * 1024

/** A name without a folder in it, which begins with no point. */
const picture = /^[\w-][\w.-]{0,79}\.(?:png|jpe?g|gif|webp)$/i

/**
 * Returns a picture of a house's folder and its type, by its first bytes. Undefined where there is none: a name that
 * could lead elsewhere, a link, a folder, a file above 2 MB, or one that is no picture.
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
