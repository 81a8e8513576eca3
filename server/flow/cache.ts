import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackedReading, packed, unpacked } from './packed'
import { type FlowReading, readFlow, type Sources, stepsFile } from './read'

/** How many flows a process remembers: houses that serve the same one share what was made of it. */
const most = 8

const remembered = new Map<string, Promise<FlowReading>>()

/** A reading by its key, made once while it is remembered. */
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
 * What a reading comes of: the program, which names its parts by their content, and every file it looks at. Times of
 * files are not asked for: an image of a container changes them.
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

/** Takes a reading out of `file` where it was made with this key, or makes it and keeps it there. */
const kept = async (key: string, file: string, sources: Sources): Promise<FlowReading> => {
  try {
    const cached = JSON.parse(readFileSync(file, 'utf8')) as Cached
    if (cached.key === key) return unpacked(cached.reading)
  } catch {
    // Nothing cached, or nothing of use.
  }
  const reading = await readFlow(sources)
  if (!reading.published) return reading
  try {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify({ key, reading: packed(reading) } satisfies Cached))
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // A folder that is read-only.
  }
  return reading
}

/**
 * Reads a flow, or takes what was read last time out of `file` while neither the program nor any file it read has
 * changed: checking a flow, walking its journeys and compiling its schema is most of a start. A file that is missing,
 * broken or cannot be written costs time and nothing else.
 */
export const cachedReading =
  (program: string, file: string) =>
  (sources: Sources): Promise<FlowReading> => {
    const key = keyOf(program, sources)
    return once(key, () => kept(key, file, sources))
  }
