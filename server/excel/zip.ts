import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { path: string; parts: Iterable<string> | AsyncIterable<string> }

/** 1 January 1980: workbooks carry no date. */
const date = 0x21

const packed = async ({ path, parts }: ZipEntry) => {
  const chunks: Buffer[] = []
  let [sum, size] = [0, 0]
  const counted = async function* () {
    for await (const part of parts) {
      const bytes = Buffer.from(part)
      sum = crc32(bytes, sum)
      size += bytes.length
      yield bytes
    }
  }
  await pipeline(Readable.from(counted()), createDeflateRaw({ level: constants.Z_BEST_SPEED }), async (out) => {
    for await (const chunk of out) chunks.push(chunk as Buffer)
  })
  const length = chunks.reduce((total, chunk) => total + chunk.length, 0)
  return { name: Buffer.from(path), chunks, length, size, sum }
}

type Packed = Awaited<ReturnType<typeof packed>>

/** The common fields of local header and directory: version 2.0, UTF-8 names, deflated. */
const described = ({ name, length, size, sum }: Packed) => {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(20, 0)
  bytes.writeUInt16LE(0x800, 2)
  bytes.writeUInt16LE(8, 4)
  bytes.writeUInt16LE(date, 8)
  bytes.writeUInt32LE(sum, 10)
  bytes.writeUInt32LE(length, 14)
  bytes.writeUInt32LE(size, 18)
  bytes.writeUInt16LE(name.length, 22)
  return bytes
}

const signed = (signature: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32LE(signature, 0)
  return bytes
}

const inDirectory = (file: Packed, at: number) => {
  const begin = signed(0x02014b50, 6)
  begin.writeUInt16LE(20, 4)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(at, 10)
  return [begin, described(file), rest, file.name]
}

const endOf = (count: number, length: number, at: number) => {
  const bytes = signed(0x06054b50, 22)
  bytes.writeUInt16LE(count, 8)
  bytes.writeUInt16LE(count, 10)
  bytes.writeUInt32LE(length, 12)
  bytes.writeUInt32LE(at, 16)
  return bytes
}

/** Writes a ZIP archive (APPNOTE.TXT 6.3.3, no ZIP64), compressing files as they are made, under 4 GB. */
export const zip = async (entries: readonly ZipEntry[]): Promise<Uint8Array> => {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const entry of entries) {
    const file = await packed(entry)
    const local = [signed(0x04034b50, 4), described(file), file.name, ...file.chunks]
    directory.push(...inDirectory(file, at))
    files.push(...local)
    at += 30 + file.name.length + file.length
  }
  const length = directory.reduce((total, part) => total + part.length, 0)
  const all = [...files, ...directory, endOf(entries.length, length, at)]
  // Not in Node's pool: it may be transferred to another thread.
  const archive = new Uint8Array(all.reduce((total, part) => total + part.length, 0))
  let end = 0
  for (const part of all) {
    archive.set(part, end)
    end += part.length
  }
  return archive
}
