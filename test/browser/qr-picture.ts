import type { Locator } from 'playwright-core'
import { readQr } from '../fixtures/qr-reader'

/** Returns the text of a QR code, read from its screenshot; its margin is two modules wide. */
export const textInQr = async (picture: Locator): Promise<string> =>
  readQr(
    await picture.evaluate(async (svg) => {
      const side = 12 * Number(svg.getAttribute('viewBox')!.split(' ')[2])
      svg.setAttribute('width', `${side}`)
      svg.setAttribute('height', `${side}`)
      const image = new Image()
      image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const pen = canvas.getContext('2d')!
      pen.drawImage(image, 0, 0)
      const dark = (x: number, y: number) => pen.getImageData(x * 12 + 6, y * 12 + 6, 1, 1).data[0]! < 128
      const margin = 2
      const size = side / 12 - 2 * margin
      return Array.from({ length: size }, (_, y) =>
        Array.from({ length: size }, (_, x) => dark(x + margin, y + margin)),
      )
    }),
  )
