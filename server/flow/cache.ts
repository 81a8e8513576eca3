import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Asset, type PublishedFlow, withBrotli } from './assets'
import { type FlowReading, readFlow, type Sources, stepsFile } from './read'

type PackedAsset = Pick<Asset, 'path' | 'type'> & { size: number }

/** A reading for a file or thread: plain data, and the assets' bytes in a row, which a start need not parse. */
type PackedReading = {
  data: Omit<FlowReading, 'published'> & { published?: Omit<PublishedFlow, 'assets'> & { assets: PackedAsset[] } }
  bytes: Uint8Array
}

/** Packs a reading for a file or thread. */
export const packed = ({ published, ...reading }: FlowReading): PackedReading => {
  if (!published) return { data: reading, bytes: Buffer.alloc(0) }
  // The published flow and words are the reading's own.
  const { flow: _, words: __, ...data } = reading
  const files = [...published.assets.values()]
  const assets = files.map(({ path, type, body }) => ({ path, type, size: body.length }))
  return { data: { ...data, published: { ...published, assets } }, bytes: Buffer.concat(files.map(({ body }) => body)) }
}

/** Unpacks a reading; its assets stay in the same memory. */
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

/** Houses that serve the same flow share its reading; a process remembers this many. */
const most = 8

const remembered = new Map<string, Promise<FlowReading>>()

const once = (key: string, read: () => Promise<FlowReading>): Promise<FlowReading> => {
  const reading = remembered.get(key) ?? read()
  remembered.delete(key)
  remembered.set(key, reading)
  if (remembered.size > most) remembered.delete(remembered.keys().next().value!)
  reading.catch(() => remembered.delete(key))
  return reading
}

/** The first line of the file; the bytes of the assets follow. */
type Cached = Pick<PackedReading, 'data'> & { key: string }

const programs = new Map<string, Buffer>()

/** Identifies a reading by the program and each file read; not by file times, which container images change. */
const keyOf = (program: string, steps: string, { texts, text }: Sources & { text: string }) => {
  // An update may replace the file under the running program.
  const own = programs.get(program) ?? readFileSync(program)
  programs.set(program, own)
  const hash = createHash('sha256').update(process.version).update(own).update('\0')
  // A published text is read before its file is written.
  hash.update(basename(steps)).update('\0').update(text).update('\0')
  for (const file of readdirSync(texts).sort())
    hash
      .update(join(texts, file))
      .update('\0')
      .update(readFileSync(join(texts, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Returns a function that reads each flow once: a text is proved, then read from its file twice. */
const remembering =
  (program: string, read: (sources: Sources, key: string) => Promise<FlowReading>) =>
  (sources: Sources): Promise<FlowReading> => {
    try {
      const file = stepsFile(sources)
      const given = { ...sources, text: sources.text ?? readFileSync(file, 'utf8') }
      const key = keyOf(program, file, given)
      return once(key, () => read(given, key))
    } catch {
      // A file cannot be read: the findings name it.
      return readFlow(sources)
    }
  }

/** Returns the reading stored in `file` under this key, or makes and stores it. */
const kept = async (key: string, file: string, sources: Sources): Promise<FlowReading> => {
  try {
    const bytes = readFileSync(file)
    const end = bytes.indexOf('\n')
    const cached = JSON.parse(bytes.toString('utf8', 0, end)) as Cached
    if (cached.key === key) return unpacked({ data: cached.data, bytes: bytes.subarray(end + 1) })
  } catch {
    // Nothing cached, or unreadable.
  }
  const reading = await readFlow(sources)
  if (!reading.published) return reading
  try {
    const { data, bytes } = packed(reading)
    const line = `${JSON.stringify({ key, data } satisfies Cached)}\n`
    writeFileSync(`${file}.${process.pid}`, Buffer.concat([Buffer.from(line), bytes]))
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // The folder is read-only.
  }
  return reading
}

/** Reads a flow, or returns the reading in `file` if neither program nor flow changed: checking is most of a start. */
export const cachedReading = (program: string, file: string) =>
  remembering(program, (sources, key) => kept(key, file, sources))

/** Returns a function that reads a flow in a worker running `program`. It rejects when the worker fails. */
export const readInWorker = (program: string) =>
  remembering(
    program,
    (sources) =>
      new Promise((done, fail) => {
        const thread = new Worker(program, { workerData: sources })
        thread.once('message', (reading: PackedReading) => {
          done(unpacked(reading))
          void thread.terminate()
        })
        thread.once('error', fail)
        thread.once('exit', (code) => fail(new Error(`the flow's reader ended with ${code}`)))
      }),
  )
