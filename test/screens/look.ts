import { resolve } from 'node:path'
import type { Pictures } from './pictures'

/** The picture of all parts of the look: docs/screens/look.jpg. */
export const look = async ({ browser, wants, take }: Pictures) => {
  const path = 'docs/screens/look.jpg'
  if (!wants(path)) return
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`file://${resolve('dist/look.html')}`)
  await take(page, path, { fullPage: true })
  await page.close()
}
