import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackedReading, packed, unpacked } from './packed'
import { type FlowReading, readFlow, type Sources, stepsFile } from './read'

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

type Cached = { key: string; reading: PackedReading }

/**
 * Identifies a reading by the program's files and each file read. File times are ignored: container images change them.
 */
const keyOf = (program: string, sources: Sources) => {
  const { texts } = sources
  const hash = createHash('sha256').update(process.version).update(readFileSync(program)).update('\0')
  for (const file of [
    stepsFile(sources),
    ...readdirSync(texts)
      .sort()
      .map((name) => join(texts, name)),
  ])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Returns the reading stored in `file` under this key, or makes and stores it. */
const kept = async (key: string, file: string, sources: Sources): Promise<FlowReading> => {
  try {
    const cached = JSON.parse(readFileSync(file, 'utf8')) as Cached
    if (cached.key === key) return unpacked(cached.reading)
  } catch {
    // Nothing cached, or unreadable.
  }
  const reading = await readFlow(sources)
  if (!reading.published) return reading
  try {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify({ key, reading: packed(reading) } satisfies Cached))
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // The folder is read-only.
  }
  return reading
}

/** Reads a flow, or returns the reading in `file` if neither program nor flow changed: checking is most of a start. */
export const cachedReading =
  (program: string, file: string) =>
  (sources: Sources): Promise<FlowReading> => {
    const key = keyOf(program, sources)
    return once(key, () => kept(key, file, sources))
  }
