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

/** Returns a text in the guest's language, else in the first language the host wrote it in. */
const inLanguage = (words: { [language: string]: string | undefined } = {}, language: Language): string =>
  [language, ...languages].map((one) => words[one]?.trim()).find(Boolean) ?? ''

const fieldIn = (guide: StayGuide, field: keyof StayGuide, language: Language): string =>
  isSpoken(field) ? inLanguage(guide[field], language) : (guide[field]?.trim() ?? '')

/** Returns the instructions of the room of a code, by the code's id, and of the house: the narrower first. */
export const guidesOf = (
  { arrivalGuides, reservationCodes }: Pick<Settings, 'arrivalGuides' | 'reservationCodes'>,
  code = '',
): StayGuide[] => {
  const room = reservationCodes.find((one) => one.code === code.toUpperCase())?.id
  const named = (id: string | undefined) => arrivalGuides.filter((guide: ArrivalGuide) => guide.id === id)
  return [...(room ? named(room) : []), ...named(houseGuide)].map(({ id: _, ...guide }) => guide)
}

/**
 * Returns what a guest reads of instructions, the narrower first: of each field the first that says something. A
 * Wi-Fi's password belongs to its name.
 */
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

/** Returns the text of a QR code that joins a Wi-Fi network (WPA; without a password an open one). */
export const wifiCode = ({ wifiName = '', wifiPassword = '' }: ShownGuide): string => {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, '\\$&')
  const secret = wifiPassword
    ? `T:WPA;S:${escaped(wifiName)};P:${escaped(wifiPassword)}`
    : `T:nopass;S:${escaped(wifiName)}`
  return `WIFI:${secret};;`
}
