import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Grey } from '../../src/core/reader/raster'
import { readZone } from '../../src/core/reader/reader'
import { chromiumPath } from '../chromium.mjs'

/** Makes a file grey in a browser page, as the guest's phone does: the page has no network. */
const decode = async (bytes: string): Promise<{ width: number; height: number; grey: string } | undefined> => {
  const file = await (await fetch(`data:application/octet-stream;base64,${bytes}`)).blob()
  const bitmap = await createImageBitmap(file, { resizeWidth: 1_800, resizeQuality: 'medium' }).catch(() => undefined)
  if (!bitmap) return
  const { width, height } = bitmap
  const pen = new OffscreenCanvas(width, height).getContext('2d')!
  pen.drawImage(bitmap, 0, 0)
  const { data } = pen.getImageData(0, 0, width, height)
  let grey = ''
  for (let i = 0; i < data.length; i += 4)
    grey += String.fromCharCode((data[i]! * 77 + data[i + 1]! * 150 + data[i + 2]! * 29) >> 8)
  return { width, height, grey: btoa(grey) }
}

const said = (weights: Float32Array, picture: Grey | undefined, expected: string | undefined) => {
  if (!picture) return 'no picture'
  const began = performance.now()
  const reading = readZone(weights, picture)
  const time = `${Math.round(performance.now() - began)} ms`
  if (!('belief' in reading)) return `silent (${reading.seen ? 'a zone, not clear' : 'no zone'}), ${time}`
  const { kind, lines } = reading.belief
  if (!expected) return `read: ${kind}, ${time}`
  return `${lines.join('\n') === expected ? 'exact' : 'WRONG'}: ${kind}, ${time}`
}

/**
 * Reads every picture of a folder and prints how each went; nothing leaves the machine and no letter of a document is
 * printed. What stands in `NAME.txt` beside `NAME.jpg`, line by line, is compared.
 */
export const judgeFolder = async (folder: string, weights: Float32Array): Promise<void> => {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await (await browser.newContext({ offline: true })).newPage()
  for (const name of readdirSync(folder).filter((one) => /\.(jpe?g|png|webp|avif)$/i.test(one))) {
    const made = await page.evaluate(decode, readFileSync(join(folder, name)).toString('base64'))
    const grey = made && { ...made, data: new Uint8Array(Buffer.from(made.grey, 'base64')) }
    const text = join(folder, name.replace(/\.\w+$/, '.txt'))
    const expected = existsSync(text) ? readFileSync(text, 'utf8').trim().replace(/\r/g, '') : undefined
    console.log(`${name}: ${said(weights, grey, expected)}`)
  }
  await browser.close()
}
