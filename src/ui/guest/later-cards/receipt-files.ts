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
export const saveCalendar = (file: string) => void save(new Blob([file], { type: 'text/calendar' }), 'check-in.ics')

/**
 * Pixels: width and margin of the picture, height of its top, of a row (two values of one line each), and of each
 * further line of the house's name and of a value.
 */
const size = { width: 1080, margin: 72, top: 260, row: 170, titleLine: 76, line: 56 }
const font = (weight: number, height: number) => `${weight} ${height}px system-ui, sans-serif`
const fonts = { title: font(700, 64), name: font(400, 32), value: font(600, 46) }

/** Returns a text shortened to a width, with an ellipsis if something is cut. */
const fittingText = (pen: CanvasRenderingContext2D, text: string, width: number) => {
  if (pen.measureText(text.trimEnd()).width <= width) return text
  const letters = [...text]
  while (letters.length && pen.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return `${letters.join('')}…`
}

/** Returns a text in lines of a width, broken at blanks and hyphens. Only a word that is longer than a line is cut. */
const linesOf = (pen: CanvasRenderingContext2D, text: string, width: number, font: string) => {
  pen.font = font
  const lines: string[] = []
  for (const word of text.match(/[^\s-]*(-|\s+|$)/g) ?? []) {
    const longer = (lines.at(-1) ?? '') + word
    if (lines.length && pen.measureText(longer.trimEnd()).width <= width) lines.splice(-1, 1, longer)
    else lines.push(fittingText(pen, word, width))
  }
  return lines.map((line) => line.trimEnd())
}

type Place = { x: number; y: number; font: string; line: number }

const write = (pen: CanvasRenderingContext2D, lines: readonly string[], { x, y, font, line }: Place) => {
  pen.font = font
  lines.forEach((text, i) => void pen.fillText(text, x, y + i * line))
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

const logoHeight = 88
const logoWidthOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
  Math.min(320, (logoHeight * (naturalWidth || logoHeight)) / (naturalHeight || logoHeight))

const drawLogo = (pen: CanvasRenderingContext2D, logo: HTMLImageElement) => {
  const { width, margin } = size
  const logoWidth = logoWidthOf(logo)
  pen.fillRect(width - margin - logoWidth - 32, 56, logoWidth + 32, logoHeight + 32)
  pen.drawImage(logo, width - margin - logoWidth - 16, 72, logoWidth, logoHeight)
}

const drawGround = (pen: CanvasRenderingContext2D, height: number) => {
  const colours = getComputedStyle(document.documentElement)
  const ground = pen.createLinearGradient(0, 0, 0, height)
  ground.addColorStop(0, colours.getPropertyValue('--accent').trim())
  ground.addColorStop(1, colours.getPropertyValue('--accent-dark').trim())
  pen.fillStyle = ground
  pen.fillRect(0, 0, size.width, height)
  pen.fillStyle = '#fff'
}

/** Returns the house's name and the values of a card in lines, each with its place, and the height of the picture. */
const layOut = (pen: CanvasRenderingContext2D, { house, rows }: Pass, beside: number) => {
  const { width, margin, top, row, titleLine, line } = size
  const title = linesOf(pen, house, width - 2 * margin - beside, fonts.title)
  const half = (width - 2 * margin) / 2
  const values = rows.map(([, value]) => linesOf(pen, value, half - 24, fonts.value))
  const texts = [{ lines: title, x: margin, y: 152, font: fonts.title, line: titleLine }]
  let y = top + (title.length - 1) * titleLine
  rows.forEach(([name], i) => {
    const x = margin + (i % 2) * half
    texts.push(
      { lines: [name], x, y, font: fonts.name, line },
      { lines: values[i]!, x, y: y + line, font: fonts.value, line },
    )
    if (i % 2 || i === rows.length - 1)
      y += row + (Math.max(values[i]!.length, i % 2 ? values[i - 1]!.length : 0) - 1) * line
  })
  return { texts, height: y + margin / 2 }
}

/** Draws the card of a stay in the house's colours. Throws if the browser cannot. */
const drawnPass = async (pass: Pass) => {
  const mark = await pictureOf(pass.logo)
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')!
  const { texts, height } = layOut(pen, pass, mark ? logoWidthOf(mark) + 64 : 0)
  Object.assign(canvas, { width: size.width, height })
  drawGround(pen, height)
  if (mark) drawLogo(pen, mark)
  for (const { lines, ...place } of texts) write(pen, lines, place)
  return canvas
}

/** A picture as attributes of an `img`. */
export type SavedPicture = { src: string; width: number; height: number }

/** Saves the card of a stay as a picture and returns it. Throws if the browser cannot make one. */
export const savePicture = async (pass: Pass): Promise<SavedPicture> => {
  const canvas = await drawnPass(pass)
  canvas.toBlob((file) => file && save(file, 'check-in.png'))
  return { src: canvas.toDataURL(), width: canvas.width, height: canvas.height }
}
