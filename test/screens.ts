import { readdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { arrivals } from './screens/arrivals'
import { cards } from './screens/cards'
import { consult } from './screens/consult'
import { forms } from './screens/forms'
import { look } from './screens/look'
import { manual } from './screens/manual'
import { contactSheets, openPhotographer, pictures } from './screens/pictures'

/**
 * Pictures of every screen into `dist/screens`, at five widths, light and dark, with a contact sheet of each; and those
 * of README and host's manual into `docs/screens`. Words choose pictures by
 * their names, `--set cards` chooses a set.
 */
const sets = { cards, forms, consult, arrivals, manual, look }
const { values, positionals: words } = parseArgs({ allowPositionals: true, options: { set: { type: 'string' } } })
const browser = await openPhotographer()
const album = pictures(browser, words)
try {
  for (const [name, set] of Object.entries(sets)) if (!values.set || values.set === name) await set(album)
  await contactSheets(album)
} finally {
  await browser.close()
}
const { taken, wants } = album
/** Returns the pictures of before whose screens are no more. */
const outdated = () =>
  ['dist/screens', 'docs/screens'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /\.(jpg|png)$/.test(file) && wants(file))
      .map((file) => `${folder}/${file}`)
      .filter((path) => !taken.has(path)),
  )
if (!values.set) for (const path of outdated()) rmSync(path)
const bytes = [...taken.values()].reduce((sum, size) => sum + size, 0)
console.log(`${taken.size} pictures, ${(bytes / 1e6).toFixed(2)} MB`)
