import type { Checkin } from '../../schema/checkin'
import { type HostLanguage, type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import { cinOf } from '../../src/core/checkin/code-entry'
import type { Words } from '../../src/core/lint/findings'
import { lettersOf, ownAnswers } from '../../src/core/mail/letter-words'
import {
  guestLetter,
  hostLetter,
  type Letter,
  type LetterStyle,
  type LetterWords,
  type Picture,
} from '../../src/core/mail/letters'
import { hostWords, loadHostWords } from '../shared/messages'
import type { LetterNote } from '../store/notes'

type HouseWords = { language: HostLanguage; words: LetterWords }

/** Returns the words of letters to the house; those of the flow, which the host may edit, take precedence. */
const houseWords = async ({ letterLanguage: language }: Settings, flowWords?: Words): Promise<HouseWords> => {
  await loadHostWords(language)
  return { language, words: { ...hostWords(language).letters, ...(flowWords && lettersOf(flowWords[language])) } }
}

export type Logo = { file: { content: Buffer; contentType: string; filename: string }; picture: Picture }

/** The logo's Content-ID. */
export const logoId = 'logo@benvenuto'

/** Reads width and height. WebP has several header formats, so it is drawn at a fixed height. */
const sizes: Record<string, (bytes: Buffer) => [number, number] | undefined> = {
  png: (bytes) => (bytes.length > 24 ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined),
  gif: (bytes) => (bytes.length > 10 ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : undefined),
  jpeg: (bytes) => {
    for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
      const kind = bytes[at + 1]!
      if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
        return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    }
    return undefined
  },
  webp: () => undefined,
}

/** Returns a letter's logo, at most 200 × 80 pixels; undefined for SVG, which mail programs do not show. */
export const logoOf = (dataUrl: string): Logo | undefined => {
  const [, kind, data] = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl) ?? []
  if (!kind || !data) return undefined
  const content = Buffer.from(data, 'base64')
  const [width = 0, height = 0] = sizes[kind]!(content) ?? []
  const scale = width && height ? Math.min(1, 200 / width, 80 / height) : 0
  const size = scale
    ? { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    : { height: 56 }
  return {
    file: { content, contentType: `image/${kind}`, filename: `logo.${kind}` },
    picture: { source: `cid:${logoId}`, ...size },
  }
}

/** `id` is the same for every try, so that a mailbox can recognise a copy. */
export type Envelope = {
  letter: Letter
  from: { name: string; address: string }
  to: string
  replyTo: string
  language: string
  id?: string
  logo?: Logo | undefined
}

/** Returns the house's own address. */
export const houseOf = ({ emailReplyTo, emailSender }: Settings) => emailReplyTo || emailSender

export type LetterFlow = { flow: Pick<Flow, 'fields'>; words: Words }

const senderOf = ({ companyName, emailSender }: Settings) => ({ name: companyName, address: emailSender })

type Addressed = { id: string; to: string | undefined; language: Language; reservationCode: string | undefined }

/** Returns a letter to a guest of a room, in the house's style. */
export const guestEnvelope = (
  { words }: Pick<LetterFlow, 'words'>,
  settings: Settings,
  { id, to = '', language, reservationCode = '' }: Addressed,
  letterOf: (style: LetterStyle) => Letter,
): Envelope => {
  const logo = logoOf(settings.logoUrl)
  const cin = cinOf(settings, { reservationCode })
  const style = { settings, words: lettersOf(words[language]), language, picture: logo?.picture, cin }
  return { id, logo, from: senderOf(settings), to, replyTo: houseOf(settings), language, letter: letterOf(style) }
}

/** Returns a letter to the house. */
export const houseEnvelope = async (
  settings: Settings,
  letterOf: (style: LetterStyle & HouseWords) => Letter,
  logo: Logo | undefined,
  flowWords?: Words,
): Promise<Envelope> => {
  const house = houseOf(settings)
  const ours = await houseWords(settings, flowWords)
  const letter = letterOf({ settings, ...ours, picture: logo?.picture })
  return { logo, from: senderOf(settings), to: house, replyTo: house, language: ours.language, letter }
}

/** Returns the letter to the guest, in their language, or to the house. */
export const envelopeOf = async (
  { flow, words }: LetterFlow,
  addressee: LetterNote['addressee'],
  record: Checkin,
  settings: Settings,
  id: string,
  receipt?: string,
): Promise<Envelope> => {
  const { email, reservationCode, selectedLanguage } = record
  const own = (language: Language) => ownAnswers(flow, record, words[language], addressee)
  if (addressee === 'guest') {
    const language = languages.find((one) => one === selectedLanguage) ?? 'it'
    const guest = { id, to: email, language, reservationCode }
    return guestEnvelope({ words }, settings, guest, (style) => guestLetter(style, record, own(language), receipt))
  }
  const letterOf = (style: LetterStyle & HouseWords) => hostLetter(style, record, own(style.language))
  const envelope = await houseEnvelope(settings, letterOf, logoOf(settings.logoUrl), words)
  return { ...envelope, id, replyTo: email || envelope.replyTo }
}
