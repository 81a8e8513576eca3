import { asset, type Published } from './assets'
import type { Reading } from './read'

type PackedAsset = { name: string; text: string; type: string }

/** A reading as plain data, for a file or another thread. */
export type PackedReading = Omit<Reading, 'published'> & {
  published?: Omit<Published, 'assets'> & { assets: PackedAsset[] }
}

/** A reading as plain data. */
export const packed = ({ published, ...reading }: Reading): PackedReading => {
  if (!published) return reading
  const assets = [...published.assets.values()].map(({ path, body, type }) => ({
    name: path.replace('/assets/', ''),
    text: body.toString(),
    type,
  }))
  return { ...reading, published: { ...published, assets } }
}

/** A reading from its plain data. */
export const unpacked = ({ published, ...reading }: PackedReading): Reading => {
  if (!published) return reading
  const assets = published.assets.map(({ name, text, type }) => asset(name, text, type))
  return {
    ...reading,
    published: { ...published, assets: new Map(assets.map((file) => [file.path, file])) },
  }
}
