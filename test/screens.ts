import { readdirSync, rmSync } from 'node:fs'
import { openBrowser } from './browser/house'
import { cards } from './screens/cards'
import { consult } from './screens/consult'
import { forms } from './screens/forms'
import { manual } from './screens/manual'
import { pictures } from './screens/pictures'

/**
 * Pictures of every screen into `dist/screens`, and those of README and host's manual into `docs/screens`: with words,
 * those alone that have one of them in their name; with `--brief`, each in one language and one width.
 */
const words = process.argv.slice(2).filter((word) => word !== '--brief')
const browser = await openBrowser()
const album = pictures(browser, words, process.argv.includes('--brief'))
try {
  for (const set of [cards, forms, consult, manual]) await set(album)
} finally {
  await browser.close()
}
const { taken, isBrief, wants } = album
/** The pictures of before whose screens are no more. */
const old = ['dist/screens', 'docs/screens'].flatMap((folder) =>
  readdirSync(folder)
    .filter(wants)
    .map((file) => `${folder}/${file}`)
    .filter((path) => !taken.has(path)),
)
if (!isBrief) for (const path of old) rmSync(path)
const bytes = [...taken.values()].reduce((sum, size) => sum + size, 0)
console.log(`${taken.size} pictures, ${(bytes / 1e6).toFixed(2)} MB`)
