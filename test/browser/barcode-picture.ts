import type { Page } from 'playwright-core'
import { code39 } from '../../src/core/fiscal-code/code39'

/** Returns a JPEG of a health card's back: its bar code, turned by some degrees, on an uneven ground. */
export const barcodePicture = async (page: Page, text: string, degrees: number): Promise<Buffer> => {
  const address = await page.evaluate(
    ([widths, degrees]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 1600, height: 1200 })
      const context = canvas.getContext('2d')!
      const light = context.createLinearGradient(0, 0, 1600, 1200)
      light.addColorStop(0, '#eef')
      light.addColorStop(1, '#99a')
      context.fillStyle = light
      context.fillRect(0, 0, 1600, 1200)
      context.translate(800, 600)
      context.rotate((degrees * Math.PI) / 180)
      const module = 4
      let at = -(widths.reduce((sum, width) => sum + width, 0) * module) / 2
      context.fillStyle = '#223'
      for (const [i, width] of widths.entries()) {
        if (i % 2 === 0) context.fillRect(at, -60, width * module, 120)
        at += width * module
      }
      return canvas.toDataURL('image/jpeg', 0.7)
    },
    [code39(text), degrees] as const,
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
