import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackedReading, packed, unpacked } from './packed'
import { type Reading, readFlow, type Sources, stepsFile } from './read'

type Cached = { key: string; reading: PackedReading }

/** What a reading comes of: the program, and every file it looks at. */
const keyOf = (program: string, sources: Sources) => {
  const { texts } = sources
  const { mtimeMs, size } = statSync(program)
  const hash = createHash('sha256').update(JSON.stringify([mtimeMs, size, process.version]))
  for (const file of [
    stepsFile(sources),
    ...readdirSync(texts)
      .sort()
      .map((name) => join(texts, name)),
  ])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/**
 * Reads a flow, or takes what was read last time out of `file` while neither the program nor any file it read has
 * changed: checking a flow, walking its journeys and compiling its schema is most of a start. A file that is missing,
 * broken or cannot be written costs time and nothing else.
 */
export const cachedReading =
  (program: string, file: string) =>
  async (sources: Sources): Promise<Reading> => {
    const key = keyOf(program, sources)
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
