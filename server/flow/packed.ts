import { asset, type PublishedFlow } from './assets'
import type { FlowReading } from './read'

type PackedAsset = { name: string; text: string; type: string }

/** A reading as plain data, for a file or another thread. */
export type PackedReading = Omit<FlowReading, 'published'> & {
  published?: Omit<PublishedFlow, 'assets'> & { assets: PackedAsset[] }
}

/** Returns a reading as plain data. */
export const packed = ({ published, ...reading }: FlowReading): PackedReading => {
  if (!published) return reading
  const assets = [...published.assets.values()].map(({ path, body, type }) => ({
    name: path.replace('/assets/', ''),
    text: body.toString(),
    type,
  }))
  return { ...reading, published: { ...published, assets } }
}

/** Returns the reading of plain data. */
export const unpacked = ({ published, ...reading }: PackedReading): FlowReading => {
  if (!published) return reading
  const assets = published.assets.map(({ name, text, type }) => asset(name, text, type))
  return {
    ...reading,
    published: { ...published, assets: new Map(assets.map((file) => [file.path, file])) },
  }
}
