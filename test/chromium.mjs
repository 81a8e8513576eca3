// The browser of the tests.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')

/** Unpacks the npm package's Chromium into a folder, by making it the one of temporary files. @param {string} folder */
const unpack = async (folder) => {
  const { default: packed } = await import(entry)
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  await packed.executablePath().finally(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
}

/**
 * The path of the Chromium that `CHROME_PATH` names, or else of the npm package's, unpacked once a machine: two hundred
 * megabytes, which get their name when they are whole, because many tests may begin at once and one may be killed.
 * @returns {Promise<string>}
 */
export const chromiumPath = async () => {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../../package.json'), 'utf8'))
  const folder = join(tmpdir(), `benvenuto-chromium-${version}`)
  if (!existsSync(folder)) {
    const own = `${folder}-${process.pid}`
    mkdirSync(own)
    await unpack(own)
    try {
      renameSync(own, folder)
    } catch (error) {
      // Somebody else was faster.
      if (!existsSync(folder)) throw error
      rmSync(own, { recursive: true })
    }
  }
  return join(folder, 'chromium')
}
