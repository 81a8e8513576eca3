import type { GreyPicture } from '../../../core/fiscal-code/code39'

/** Returns a picture in grey, at most `longest` pixels wide or high, in memory only. Rejects an unreadable file. */
export const greyPicture = async (file: Blob, longest: number): Promise<GreyPicture & { pixels: Uint8Array }> => {
  // Browsers that know the option never hold a picture of sixty megapixels.
  const bitmap = await createImageBitmap(file, { resizeWidth: longest, resizeQuality: 'medium' })
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  const pixels = new Uint8Array(width * height)
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = 0.299 * data[i * 4]! + 0.587 * data[i * 4 + 1]! + 0.114 * data[i * 4 + 2]!
  return { width, height, pixels }
}
