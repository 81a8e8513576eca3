import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { openBrowser } from '../browser/house'

const widths = [360, 390, 768, 1024, 1440]
const schemes = ['light', 'dark'] as const
const sizes = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })))

const fileOf = ({ width, scheme }: (typeof sizes)[number], name: string) => `${width}-${scheme}-${name}`

/** What a set of pictures needs. */
export type Pictures = {
  browser: Browser
  /** Whether the picture of that name is to be taken. */
  wants: (name: string) => boolean
  /** Whether a picture of that screen is to be taken, in some width and scheme. */
  wantsSome: (name: string) => boolean
  /** Writes one picture as the page stands. `path` ends in `.png` or `.jpg`. */
  take: (of: Page | Locator, path: string, how?: { quality?: number; fullPage?: boolean }) => Promise<void>
  /** Writes the pictures of a screen into `dist/screens`, one in each width, light and dark: 360-dark-it-01-language.jpg. */
  takeAll: (page: Page, name: string) => Promise<void>
  /** The pictures written, by path, and their sizes in bytes. */
  taken: ReadonlyMap<string, number>
}

/** Opens a browser that writes with the typeface of most phones, so that lines break where they break there. */
export const openPhotographer = (): Promise<Browser> => {
  const folder = resolve('dist/screens')
  const typeface = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/roboto/package.json'))
  const aliases = ['system-ui', 'sans-serif'].map(
    (name) => `<alias binding="strong"><family>${name}</family><prefer><family>Roboto</family></prefer></alias>`,
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    `${folder}/fonts.conf`,
    `<?xml version="1.0"?><fontconfig>
      <dir>${typeface}</dir>
      <dir>/usr/share/fonts</dir>
      ${aliases.join('')}
      <cachedir>${folder}/fonts</cachedir>
    </fontconfig>`,
  )
  return openBrowser({ FONTCONFIG_FILE: `${folder}/fonts.conf` })
}

/** Returns what the sets of pictures share; `words` are parts of the names wanted, all where there are none. */
export const pictures = (browser: Browser, words: readonly string[]): Pictures => {
  const taken = new Map<string, number>()
  const wants = (name: string) => !words.length || words.some((word) => name.includes(word))
  const take: Pictures['take'] = async (of, path, { quality = 62, fullPage } = {}) => {
    mkdirSync(dirname(path), { recursive: true })
    const format = path.endsWith('.jpg') ? ({ type: 'jpeg', quality } as const) : ({ type: 'png' } as const)
    const { length } = await of.screenshot({ path, ...format, ...(fullPage !== undefined && { fullPage }) })
    taken.set(path, length)
  }
  return {
    browser,
    wants,
    wantsSome: (name) => sizes.some((size) => wants(fileOf(size, name))),
    take,
    takeAll: async (page, name) => {
      const before = page.viewportSize()!
      for (const { width, scheme } of sizes) {
        const file = fileOf({ width, scheme }, name)
        if (!wants(file)) continue
        await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await page.waitForTimeout(100)
        await take(page, `dist/screens/${file}.jpg`)
      }
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.setViewportSize(before)
    },
    taken,
  }
}

/** Writes a contact sheet of each width and scheme, the pictures beside each other: dist/screens/sheet-360-light.jpg. */
export const contactSheets = async ({ browser, taken, take }: Pictures) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  for (const { width, scheme } of sizes) {
    const start = `dist/screens/${width}-${scheme}-`
    const files = [...taken.keys()].filter((path) => path.startsWith(start))
    if (!files.length) continue
    const sheet = resolve(`dist/screens/sheet-${width}-${scheme}.html`)
    const figures = files.map((path) => {
      const name = path.replace(/.*\/\d+-\w+-(.*)\.jpg$/, '$1')
      return `<figure><img src="file://${resolve(path)}"><figcaption>${name}</figcaption></figure>`
    })
    writeFileSync(
      sheet,
      `<style>body{display:grid;grid-template-columns:repeat(${width < 768 ? 8 : 4},1fr);gap:8px;font:12px Roboto;background:#888}
      figure{margin:0}img{width:100%}</style>${figures.join('')}`,
    )
    await page.goto(`file://${sheet}`)
    await take(page, sheet.replace(/.*\/dist/, 'dist').replace('.html', '.jpg'), { fullPage: true })
  }
  await page.close()
}
