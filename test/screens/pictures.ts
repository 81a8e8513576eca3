import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'

/** What a set of pictures needs. */
export type Pictures = {
  browser: Browser
  /** One language and one width: every step is still taken once, which shows that the command works. */
  isBrief: boolean
  /** Whether the picture of that name is to be taken. */
  wants: (name: string) => boolean
  /** Writes a picture. `file` is its path; its ending says whether it is a PNG or a JPEG. */
  take: (of: Page | Locator, file: string, how?: { quality?: number; fullPage?: boolean }) => Promise<void>
  /** The pictures written, by path, and their sizes in bytes. */
  taken: ReadonlyMap<string, number>
}

/** Returns what the sets of pictures share; `words` are parts of the names wanted, all where there are none. */
export const pictures = (browser: Browser, words: readonly string[], isBrief: boolean): Pictures => {
  const taken = new Map<string, number>()
  return {
    browser,
    isBrief,
    wants: (name) => !words.length || words.some((word) => name.includes(word)),
    take: async (of, path, { quality = 62, fullPage } = {}) => {
      mkdirSync(dirname(path), { recursive: true })
      const format = path.endsWith('.jpg') ? ({ type: 'jpeg', quality } as const) : ({ type: 'png' } as const)
      const { length } = await of.screenshot({ path, ...format, ...(fullPage !== undefined && { fullPage }) })
      taken.set(path, length)
    },
    taken,
  }
}
