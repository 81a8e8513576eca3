import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The environment variables that have a value: an empty one counts as absent. */
export const environment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([, value]) => value !== ''),
)

/** Returns whether an environment variable is on. Throws a sentence unless it is empty, 0, 1, false or true. */
export const isSet = (name: string, value = ''): boolean => {
  if (!['', '0', '1', 'false', 'true'].includes(value)) throw new Error(`${name} must be 1 or 0`)
  return value === '1' || value === 'true'
}

/** Returns the number of an environment variable. Throws a sentence unless it is a whole number from 0 to `most`. */
export const countOf = (name: string, value: string, most = 9_999): number => {
  if (!/^\d{1,5}$/.test(value) || Number(value) > most) throw new Error(`${name} must be a number up to ${most}`)
  return Number(value)
}

/** Returns the text of the file that an environment variable names. Throws a sentence if it cannot be read. */
export const textNamedBy = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${name} names a file that cannot be read (${(error as Error).message})`)
  }
}

declare const builtFiles: Record<string, string> | undefined

/** What a running server loads later, by the name that it has for those who run from the sources. */
type Later = 'workbook-worker.mjs' | 'fold-worker.mjs' | 'flow-reader.mjs' | 'grammar.cjs'

/**
 * Returns the name of a file in `dist/`. The build gives it a name of its content and leaves that of the build before,
 * so that an update does not change what a running server loads.
 */
export const builtFile = (name: Later): string =>
  (typeof builtFiles === 'undefined' ? undefined : builtFiles[name]) ?? name

const here = dirname(fileURLToPath(import.meta.url))

/** Returns a file of the build: beside the server, or in `dist/` for those who run from the sources. */
export const builtPath = (file: string): string => {
  const path = [join(here, file), resolve('dist', file)].find(existsSync)
  if (!path) throw new Error(`${file} is missing: run \`node build.mjs\``)
  return path
}
