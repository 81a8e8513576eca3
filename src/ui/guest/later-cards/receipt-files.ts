export { calendar } from '../../../core/exports/ics'

/** The card of a stay: the house, its logo if any, and rows of name and value. */
export type Pass = { house: string; logo: string; rows: readonly (readonly [name: string, value: string])[] }

const save = (content: Blob, download: string) => {
  const href = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href, download }).click()
  // The browser may still read it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/** Saves a calendar file. */
export const saveCalendar = (file: string) => save(new Blob([file], { type: 'text/calendar' }), 'soggiorno.ics')

/** The width of the picture, its margin, and the height of its top and of a row of two values, in pixels. */
const size = { width: 1080, margin: 72, top: 260, row: 170 }
const font = (weight: number, height: number) => `${weight} ${height}px system-ui, sans-serif`

/** Returns a text shortened to a width, with an ellipsis if something is cut. */
const fittingText = (pen: CanvasRenderingContext2D, text: string, width: number) => {
  if (pen.measureText(text).width <= width) return text
  const letters = [...text]
  while (letters.length && pen.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return `${letters.join('')}…`
}

const write = (
  pen: CanvasRenderingContext2D,
  text: string,
  { x, y, width, font }: { x: number; y: number; width: number; font: string },
) => {
  pen.font = font
  pen.fillText(fittingText(pen, text, width), x, y)
}

const pictureOf = async (address: string) => {
  if (!address) return undefined
  const picture = new Image()
  picture.src = address
  // A logo that cannot be read is left out.
  return picture.decode().then(
    () => picture,
    () => undefined,
  )
}

const drawLogo = (pen: CanvasRenderingContext2D, logo: HTMLImageElement) => {
  const { width, margin } = size
  const height = 88
  const logoWidth = Math.min(320, (height * (logo.naturalWidth || height)) / (logo.naturalHeight || height))
  pen.fillRect(width - margin - logoWidth - 32, 56, logoWidth + 32, height + 32)
  pen.drawImage(logo, width - margin - logoWidth - 16, 72, logoWidth, height)
  return logoWidth + 64
}

/** Returns the card of a stay as a picture, in the house's colours. Throws if the browser cannot make one. */
export const passPicture = async ({ house, logo, rows }: Pass): Promise<Blob> => {
  const { width, margin, top, row } = size
  const mark = await pictureOf(logo)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height: top + Math.ceil(rows.length / 2) * row + margin / 2 })
  const pen = canvas.getContext('2d')!
  const colours = getComputedStyle(document.documentElement)
  const ground = pen.createLinearGradient(0, 0, 0, canvas.height)
  ground.addColorStop(0, colours.getPropertyValue('--accent').trim())
  ground.addColorStop(1, colours.getPropertyValue('--accent-dark').trim())
  pen.fillStyle = ground
  pen.fillRect(0, 0, width, canvas.height)
  pen.fillStyle = '#fff'
  const beside = mark ? drawLogo(pen, mark) : 0
  write(pen, house, { x: margin, y: 152, width: width - 2 * margin - beside, font: font(700, 64) })
  const half = (width - 2 * margin) / 2
  rows.forEach(([name, value], i) => {
    const place = { x: margin + (i % 2) * half, width: half - 24 }
    const y = top + Math.floor(i / 2) * row
    write(pen, name, { ...place, y, font: font(400, 32) })
    write(pen, value, { ...place, y: y + 56, font: font(600, 46) })
  })
  return new Promise((done, fail) =>
    canvas.toBlob((picture) => (picture ? done(picture) : fail(new Error('no picture'))), 'image/png'),
  )
}

/** Saves the card of a stay as a picture. */
export const savePicture = async (pass: Pass) => save(await passPicture(pass), 'check-in.png')
