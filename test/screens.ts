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
for (const folder of ['dist/screens', 'docs/screens'])
  try {
    for (const file of readdirSync(folder)) if (album.wants(file)) rmSync(`${folder}/${file}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
try {
  for (const set of [cards, forms, consult, manual]) await set(album)
} finally {
  await browser.close()
}
const { count, bytes } = album.sum()
console.log(`${count} pictures, ${(bytes / 1e6).toFixed(2)} MB`)
