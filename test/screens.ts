import { readdirSync, rmSync } from 'node:fs'
import { arrivals } from './screens/arrivals'
import { cards } from './screens/cards'
import { consult } from './screens/consult'
import { forms } from './screens/forms'
import { look } from './screens/look'
import { manual } from './screens/manual'
import { contactSheets, openPhotographer, pictures } from './screens/pictures'

/**
 * Pictures of every screen into `dist/screens`, at five widths, light and dark, with a contact sheet of each; and those
 * of README and host's manual into `docs/screens`. Words choose pictures by their names. With `--brief` each screen is
 * reached once, and one picture written.
 */
const words = process.argv.slice(2).filter((word) => word !== '--brief')
const browser = await openPhotographer()
const album = pictures(browser, words, process.argv.includes('--brief'))
try {
  for (const set of [cards, forms, consult, arrivals, manual, look]) await set(album)
  await contactSheets(album)
} finally {
  await browser.close()
}
const { taken, isBrief, wants } = album
/** Returns the pictures of before whose screens are no more. */
const outdated = () =>
  ['dist/screens', 'docs/screens'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /\.(jpg|png)$/.test(file) && wants(file))
      .map((file) => `${folder}/${file}`)
      .filter((path) => !taken.has(path)),
  )
if (!isBrief) for (const path of outdated()) rmSync(path)
const bytes = [...taken.values()].reduce((sum, size) => sum + size, 0)
console.log(`${taken.size} pictures, ${(bytes / 1e6).toFixed(2)} MB`)
