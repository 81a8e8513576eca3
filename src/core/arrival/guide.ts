import {
  type ArrivalGuide,
  guideFieldNames,
  houseGuide,
  type ShownGuide,
  type SpokenField,
  type StayGuide,
  spokenFields,
} from '../../../schema/code'
import { type Language, languages } from '../../../schema/languages'
import type { Settings } from '../../../schema/settings'

const isSpoken = (field: string): field is SpokenField => (spokenFields as readonly string[]).includes(field)

/** Returns a text in the guest's language, else in the first language that has one. */
const inLanguage = (words: { [language: string]: string | undefined } = {}, language: Language): string =>
  [language, ...languages].map((one) => words[one]?.trim()).find(Boolean) ?? ''

const fieldIn = (guide: StayGuide, field: keyof StayGuide, language: Language): string =>
  isSpoken(field) ? inLanguage(guide[field], language) : (guide[field]?.trim() ?? '')

/** Returns the instructions of a reservation code's room, then those of the house. */
export const guidesOf = (
  { arrivalGuides, reservationCodes }: Pick<Settings, 'arrivalGuides' | 'reservationCodes'>,
  code = '',
): StayGuide[] => {
  const room = reservationCodes.find((one) => one.code === code.toUpperCase())?.id
  const named = (id: string | undefined) => arrivalGuides.filter((guide: ArrivalGuide) => guide.id === id)
  return [...(room ? named(room) : []), ...named(houseGuide)].map(({ id: _, ...guide }) => guide)
}

/** Returns a guest's instructions: each field from the first guide that has it, the Wi-Fi password from its name's. */
export const shownGuide = (guides: readonly StayGuide[], language: Language): ShownGuide => {
  const wifi = guides.find(({ wifiName }) => wifiName?.trim())
  const sourceOf = (field: keyof StayGuide) => (field === 'wifiPassword' ? (wifi ? [wifi] : []) : guides)
  const found = guideFieldNames.flatMap((field) => {
    const text = sourceOf(field)
      .map((guide) => fieldIn(guide, field, language))
      .find(Boolean)
    return text ? [[field, text]] : []
  })
  return Object.fromEntries(found) as ShownGuide
}

/** Returns the text of a QR code for a Wi-Fi network: WPA, or open without a password. */
export const wifiCode = ({ wifiName = '', wifiPassword = '' }: ShownGuide): string => {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, '\\$&')
  const secret = wifiPassword
    ? `T:WPA;S:${escaped(wifiName)};P:${escaped(wifiPassword)}`
    : `T:nopass;S:${escaped(wifiName)}`
  return `WIFI:${secret};;`
}

/** A picture, or a paragraph split at its web addresses, which are at the odd places. */
export type TextPart = { picture: string; description: string } | { paragraph: string[] }

const picture = /^!\[([^\]]*)\]\(([\w-][\w.-]*\.(?:png|jpe?g|gif|webp))\)$/i
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

const addressesIn = (guide: object): string[] => {
  const texts = Object.values(guide).flatMap((text) => (text instanceof Object ? Object.values(text) : text))
  return texts.flatMap((text) =>
    String(text)
      .split(address)
      .filter((_, at) => at % 2),
  )
}

/** Returns whether a guide leads its readers to a web address that it did not name before. */
export const leadsElsewhere = (before: object, after: object): boolean => {
  const known = addressesIn(before)
  return addressesIn(after).some((one) => !known.includes(one))
}

/** Returns the parts of a house's text. An empty line begins a paragraph; `![description](name.jpg)` is a picture. */
export const textParts = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length) parts.push({ paragraph: lines.join('\n').split(address) })
    lines = []
  }
  for (const line of text.split(/\r?\n/).map((line) => line.trim())) {
    const [, description = '', name] = picture.exec(line) ?? []
    if (name || !line) endParagraph()
    if (name) parts.push({ picture: name, description })
    else if (line) lines.push(line)
  }
  endParagraph()
  return parts
}
