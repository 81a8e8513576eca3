/** The four accent colours of a page, each `#rrggbb`. */
type Accent = {
  /** Title bar, OK, and the edge of chosen options; their words are white. */
  accent: string
  /** OK while it is pressed. */
  dark: string
  /** Links and words on the card. */
  text: string
  /** The background of chosen options and headings. */
  pale: string
}

type Colour = readonly [red: number, green: number, blue: number]

const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]

const colourOf = (part: (index: 0 | 1 | 2) => number): Colour => [part(0), part(1), part(2)]

const rgb = (text: string) => colourOf((i) => parseInt(text.slice(1 + 2 * i, 3 + 2 * i), 16))
const hexOf = (colour: Colour) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, 0 to 1 (WCAG 2.2, definition). */
const luminance = (colour: Colour) => {
  const light = (index: 0 | 1 | 2) => {
    const part = Math.round(colour[index]) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * light(0) + 0.7152 * light(1) + 0.0722 * light(2)
}

const contrast = (one: Colour, other: Colour) => {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05)
  return Math.max(ratio, 1 / ratio)
}

const mixed = (one: Colour, other: Colour, share: number): Colour =>
  colourOf((i) => one[i] + (other[i] - one[i]) * share)

/** Returns the first colour between `colour` and `end` that `isGood` accepts, else `end`. */
const towards = (colour: Colour, end: Colour, isGood: (colour: Colour) => boolean) => {
  for (let step = 0; step < 200; step++) {
    const next = mixed(colour, end, step / 200)
    if (isGood(next)) return next
  }
  return end
}

/** The colours of each scheme in `tokens.css`. Soft words and edges are drawn on the pale accent too. */
const schemes = {
  light: { paper: '#ffffff', ink: '#0f1f26', soft: '#51636b', line: '#7a8b94', away: black, share: 0.07 },
  dark: { paper: '#14212a', ink: '#e8f0f3', soft: '#a9bac2', line: '#6f828b', away: white, share: 0.2 },
} as const

/** Returns the readable accents nearest to the chosen colour: words 4.5 to 1, edges 3 to 1 (WCAG 1.4.3, 1.4.11). */
export const accentOf = (chosen: string): { light: Accent; dark: Accent } => {
  const base = rgb(chosen)
  const accentIn = ({ paper, ink, soft, line, away, share }: (typeof schemes)['light' | 'dark']): Accent => {
    const ground = rgb(paper)
    const readable = towards(base, black, (colour) => contrast(colour, white) >= 4.5)
    const accent = towards(readable, white, (colour) => contrast(colour, ground) >= 3)
    const pale = towards(
      mixed(ground, base, share),
      ground,
      (colour) =>
        contrast(colour, rgb(ink)) >= 7 && contrast(colour, rgb(soft)) >= 4.5 && contrast(colour, rgb(line)) >= 3,
    )
    const text = towards(base, away, (colour) => contrast(colour, ground) >= 4.5 && contrast(colour, pale) >= 4.5)
    return { accent: hexOf(accent), dark: hexOf(mixed(accent, black, 0.2)), text: hexOf(text), pale: hexOf(pale) }
  }
  return { light: accentIn(schemes.light), dark: accentIn(schemes.dark) }
}

const rule = ({ accent, dark, text, pale }: Accent) =>
  `:root{--accent:${accent};--accent-dark:${dark};--accent-text:${text};--accent-pale:${pale}}`

/** Returns the style of a house with its own colour; empty without. */
export const accentStyle = (chosen: string) => {
  if (!/^#[0-9a-f]{6}$/i.test(chosen)) return ''
  const { light, dark } = accentOf(chosen)
  return `${rule(light)}@media screen and (prefers-color-scheme:dark){${rule(dark)}}`
}
