import type { Grey } from '../../../../core/reader/raster'

/** Pixels: if a passport fills the picture, a cell is some 35 pixels wide. */
const width = 1_800

const canvasOf = (wide: number, high: number) =>
  typeof OffscreenCanvas === 'undefined'
    ? Object.assign(document.createElement('canvas'), { width: wide, height: high })
    : new OffscreenCanvas(wide, high)

/** Returns a picture in grey, reduced while decoding. Rejects an unreadable file. */
export const greyOf = async (picture: Blob | ImageBitmap): Promise<Grey> => {
  const bitmap =
    picture instanceof Blob
      ? await createImageBitmap(picture, { resizeWidth: width, resizeQuality: 'medium' })
      : picture
  const { width: wide, height: high } = bitmap
  const context = canvasOf(wide, high).getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { data: colours } = context.getImageData(0, 0, wide, high)
  const data = new Uint8Array(wide * high)
  for (let i = 0, from = 0; i < data.length; i++, from += 4)
    data[i] = (colours[from]! * 77 + colours[from + 1]! * 150 + colours[from + 2]! * 29) >> 8
  return { data, width: wide, height: high }
}
