import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asset, type Published } from './assets'
import { instantiate } from './compile'
import { type Reading, readFlow, type Sources } from './read'

type Text = { name: string; text: string; type: string }
type Cached = {
  key: string
  reading: Omit<Reading, 'published' | 'flow' | 'words'>
  published: Omit<Published, 'validate' | 'assets'>
  assets: Text[]
}

/** What a reading comes of: the program, and every file it looks at. */
const keyOf = (program: string, { steps, texts }: Sources) => {
  const { mtimeMs, size } = statSync(program)
  const hash = createHash('sha256').update(JSON.stringify([mtimeMs, size, process.version]))
  for (const file of [
    steps,
    ...readdirSync(texts)
      .sort()
      .map((name) => join(texts, name)),
  ])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const revived = async ({ reading, published, assets }: Cached): Promise<Reading> => {
  const files = assets.map(({ name, text, type }) => asset(name, text, type))
  const whole = {
    ...published,
    validate: await instantiate(published.validator),
    assets: new Map(files.map((file) => [file.path, file])),
  }
  return { ...reading, flow: published.flow, words: published.words, published: whole }
}

/**
 * Reads a flow, or takes what was read last time out of `file` while neither the program nor any file it read has changed: checking a
 * flow, walking its journeys and compiling its schema is most of a start. A file that is missing, broken or cannot be written costs
 * time and nothing else.
 */
export const cachedReading =
  (program: string, file: string) =>
  async (sources: Sources): Promise<Reading> => {
    const key = keyOf(program, sources)
    try {
      const cached = JSON.parse(readFileSync(file, 'utf8')) as Cached
      if (cached.key === key) return await revived(cached)
    } catch {
      // Nothing cached, or nothing of use.
    }
    const { published, flow: _, words: __, ...reading } = await readFlow(sources)
    if (!published) return { ...reading }
    const { validate: ___, assets, ...rest } = published
    const texts = [...assets.values()].map(({ path, body, type }) => ({
      name: path.replace('/assets/', ''),
      text: body.toString(),
      type,
    }))
    try {
      writeFileSync(
        `${file}.${process.pid}`,
        JSON.stringify({ key, reading, published: rest, assets: texts } satisfies Cached),
      )
      renameSync(`${file}.${process.pid}`, file)
    } catch {
      // A folder that is read-only.
    }
    return { ...reading, flow: published.flow, words: published.words, published }
  }
