import { type Asset, type PublishedFlow, withBrotli } from './assets'
import type { FlowReading } from './read'

type PackedAsset = Pick<Asset, 'path' | 'type'> & { size: number }

/**
 * A reading for a file or another thread: plain data, and the bytes of the assets one after the other. A start need not
 * parse them.
 */
export type PackedReading = {
  data: Omit<FlowReading, 'published'> & { published?: Omit<PublishedFlow, 'assets'> & { assets: PackedAsset[] } }
  bytes: Uint8Array
}

/** Returns a reading packed. */
export const packed = ({ published, ...reading }: FlowReading): PackedReading => {
  if (!published) return { data: reading, bytes: Buffer.alloc(0) }
  // The published flow and words are the reading's own.
  const { flow: _, words: __, ...data } = reading
  const files = [...published.assets.values()]
  const assets = files.map(({ path, type, body }) => ({ path, type, size: body.length }))
  return { data: { ...data, published: { ...published, assets } }, bytes: Buffer.concat(files.map(({ body }) => body)) }
}

/** Returns the reading of a packed one; its assets stay in the same memory. */
export const unpacked = ({ data: { published, ...data }, bytes }: PackedReading): FlowReading => {
  if (!published) return data
  const { flow, words } = published
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let end = 0
  const assets = published.assets.map(({ path, type, size }) => {
    const body = all.subarray(end, (end += size))
    return [path, withBrotli({ path, type, body })] as const
  })
  return { ...data, flow, words, published: { ...published, assets: new Map(assets) } }
}
