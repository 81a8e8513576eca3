import type { Payment } from '../../../schema/calls/payments'
import type { Checkin } from '../../../schema/checkin'
import { standardRoom } from '../../../schema/code'
import { localeOf } from '../../../schema/languages'
import { defaults, type Settings } from '../../../schema/settings'
import { displayId } from '../checkin/checkin-states'
import { moneyIn, requestedPayment } from '../checkin/money'
import { fullName, party } from '../checkin/party'
import { type Speaker, speaker } from '../flow/speaker'
import { addDays } from '../text/dates'
import { escapeMarkup } from '../text/escape'
import { longDate, shortDate } from '../text/written-dates'
import type { OwnAnswer } from './letter-words'

/** The picture of a letter: its source (`cid:…`) and size; the width may be unknown. */
export type Picture = { source: string; width?: number; height: number }

export type Letter = { subject: string; text: string; html: string }

/** The words of the letters in one language; Italian includes the host's. */
export type LetterWords = { readonly [key: string]: string }

/** The house's settings, the words and their language, the logo, and the room's national code. */
export type LetterStyle = {
  settings: Pick<Settings, 'companyName' | 'emailSubject'>
  words: LetterWords
  language?: string
  picture?: Picture | undefined
  cin?: string
}

type Detail = [label: string, value: string | string[]]
type Parts = {
  language: string
  title: string
  house: string
  picture?: Picture | undefined
  greeting?: string
  lead: string
  /** A link as a button, with its address below for clients that show no button. */
  link?: { text: string; address: string }
  rows: Detail[]
  say: Speaker['say']
  heading?: string
  points: string[]
  foot: string[]
}

/** Returns text as one header line without control and bidirectional characters. */
export const headerLine = (text: string | undefined) =>
  (text ?? '')
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Returns a name in capitals as it is written in a letter: `MARIA D'ANGELO` is `Maria D'Angelo`. */
export const nameCase = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFC')
    .replace(/(^|[\s'’-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

const namesOf = (record: Checkin) =>
  party(record)
    .map((who) => headerLine(fullName(record, who)))
    .filter(Boolean)

/** Returns the rows of a stay. No letter has a document, a fiscal code or a birth date. */
const stayRows = (record: Checkin, { say, has, plural }: Speaker, language: string, names: string[]): Detail[] => {
  const { arrivalDate = '', numberOfNights: nights = '', arrivalTimeSlot: slot = '' } = record
  const departure = record.departureDate ?? (nights ? addDays(arrivalDate, Number(nights)) : '')
  const rows: Detail[] = [
    [say('reference'), displayId(record)],
    [say('room'), record.roomDescription === standardRoom ? say('standardRoom') : headerLine(record.roomDescription)],
    [say('arrival'), arrivalDate && longDate(headerLine(arrivalDate), language)],
    [
      say('slot'),
      slot === 'unknown' ? '' : has(`slot.${slot}`) ? say(`slot.${slot}`) : headerLine(slot).replace('-', '–'),
    ],
    [say('departure'), departure && longDate(headerLine(departure), language)],
    [say('stay'), nights && plural('nights', Number(nights))],
    [say(names.length > 1 ? 'guests' : 'guest'), names],
  ]
  return rows.filter(([, value]) => value.length)
}

const paymentWords = ({ amount, at }: Payment, state: string, language: string) => {
  const form = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Rome' } as const
  const moment = at && new Intl.DateTimeFormat(localeOf(language), form).format(new Date(at))
  return [state, amount && moneyIn(localeOf(language), amount), moment].filter(Boolean).join(', ')
}

/** Returns the row of a payment; none if the booking platform takes it. */
const paymentRows = (record: Checkin, { say }: Speaker, language: string): Detail[] => {
  const payment = requestedPayment(record)
  if (!payment || payment.state === 'portal') return []
  return [[say('payment'), paymentWords(payment, say(`payment.${payment.state}`), language)]]
}

const asRow = ([label, value]: OwnAnswer): Detail => [headerLine(label), headerLine(value)]

const style = {
  font: "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  label:
    'padding:10px 16px 10px 0;border-bottom:1px solid #dbe4e8;color:#4a5b64;font-size:14px;line-height:20px;font-weight:normal;text-align:left;vertical-align:top;width:36%',
  value:
    'padding:10px 0;border-bottom:1px solid #dbe4e8;color:#14232b;font-size:16px;line-height:22px;font-weight:600;text-align:left;vertical-align:top',
  body: 'margin:0 0 12px;color:#14232b;font-size:16px;line-height:24px',
  foot: 'margin:0 0 4px;color:#4a5b64;font-size:13px;line-height:19px',
}

/** Dark colours for clients that support them; the light ones stay readable in clients that darken letters. */
const darkness = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.ground{background:#0b141a!important}.paper{background:#14212a!important;border-color:#2a3c45!important}.ink{color:#e8f0f3!important}.soft{color:#a9bac2!important}.hair{border-color:#2a3c45!important}}`

const pictureRow = ({ source, width, height }: Picture, house: string) =>
  `<tr><td align="center" bgcolor="#ffffff" style="padding:20px 24px;background:#ffffff;border-radius:12px 12px 0 0;${style.font};font-size:20px;font-weight:bold;color:#155e75">` +
  `<img src="${escapeMarkup(source)}" alt="${escapeMarkup(house)}"${width ? ` width="${width}"` : ''} height="${height}" style="display:inline-block;border:0;max-width:100%"></td></tr>\n`

const button = ({ text, address }: { text: string; address: string }) =>
  `<p style="margin:16px 0"><a href="${escapeMarkup(address)}" style="display:inline-block;padding:12px 24px;background:#0e7490;border-radius:8px;color:#ffffff;font-size:16px;line-height:24px;font-weight:bold;text-decoration:none">${escapeMarkup(text)}</a></p>
<p class="soft" style="${style.foot};word-break:break-all">${escapeMarkup(address)}</p>
`

const rowsOf = (rows: Detail[]) =>
  rows
    .map(
      ([label, value]) =>
        `<tr><th scope="row" class="soft hair" style="${style.label}">${escapeMarkup(label)}</th><td class="ink hair" style="${style.value}">${[value].flat().map(escapeMarkup).join('<br>')}</td></tr>\n`,
    )
    .join('')

/** Nested tables are the one layout that all clients, Outlook's Word among them, draw alike. */
const htmlPart = ({ language, title, house, picture, greeting, lead, link, rows, heading, points, foot }: Parts) => {
  const paragraph = (text: string) => `<p class="ink" style="${style.body}">${escapeMarkup(text)}</p>\n`
  const preview = [lead, ...rows.slice(0, 4).map(([, value]) => [value].flat().join(', '))].join(' · ')
  return `<!DOCTYPE html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeMarkup(title)}</title>
<style>${darkness}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#eef3f5;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all" aria-hidden="true">${escapeMarkup(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#eef3f5" style="background:#eef3f5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="paper" width="560" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%;max-width:560px;background:#ffffff;border:1px solid #dbe4e8;border-radius:12px;border-collapse:separate;${style.font}">
${picture ? pictureRow(picture, house) : ''}<tr><td bgcolor="#0e7490" style="padding:18px 24px;background:#0e7490;border-radius:${picture ? '0' : '12px 12px 0 0'};color:#ffffff">
${house && !picture ? `<p style="margin:0 0 2px;font-size:14px;line-height:20px;color:#ffffff">${escapeMarkup(house)}</p>\n` : ''}<h1 style="margin:0;font-size:22px;line-height:28px;font-weight:bold;color:#ffffff">${escapeMarkup(title)}</h1>
</td></tr>
<tr><td style="padding:24px 24px 12px">
${greeting ? paragraph(greeting) : ''}${paragraph(lead)}${link ? button(link) : ''}</td></tr>
${rows.length ? `<tr><td style="padding:0 24px 20px">\n<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;${style.font}">\n${rowsOf(rows)}</table>\n</td></tr>\n` : ''}${
  points.length
    ? `<tr><td style="padding:0 24px 12px">
${heading ? `<h2 class="ink" style="margin:0 0 8px;font-size:17px;line-height:24px;font-weight:bold;color:#14232b">${escapeMarkup(heading)}</h2>\n` : ''}<ul class="ink" style="margin:0;padding:0 0 0 20px;color:#14232b;font-size:16px;line-height:24px">
${points.map((point) => `<li style="margin:0 0 8px">${escapeMarkup(point)}</li>\n`).join('')}</ul>
</td></tr>\n`
    : ''
}<tr><td class="hair" style="padding:16px 24px 20px;border-top:1px solid #dbe4e8">
${house ? `<p class="ink" style="margin:0 0 6px;color:#14232b;font-size:15px;line-height:22px;font-weight:bold">${escapeMarkup(house)}</p>\n` : ''}${foot.map((text) => `<p class="soft" style="${style.foot}">${escapeMarkup(text)}</p>\n`).join('')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const textPart = ({ title, house, greeting, lead, link, rows, say, heading, points, foot }: Parts) =>
  [
    title,
    '='.repeat([...title].length),
    '',
    ...(greeting ? [greeting, ''] : []),
    lead,
    '',
    ...(link ? [say('row', { label: link.text, value: '' }).trimEnd(), link.address, ''] : []),
    ...rows.map(([label, value]) => say('row', { label, value: [value].flat().join(', ') })),
    ...(rows.length ? [''] : []),
    ...(heading ? [heading] : []),
    ...points.map((point) => `- ${point}`),
    ...(points.length ? [''] : []),
    ...(house ? [house] : []),
    ...foot,
    '',
  ].join('\n')

/** Returns a letter as text and as HTML; the foot begins with the national code. */
export const letterFrom = (
  { settings, words, language = 'it', picture, cin }: LetterStyle,
  subject: string,
  { foot, ...said }: Omit<Parts, 'language' | 'house' | 'picture' | 'say'>,
): Letter => {
  const { say } = speaker(words, language)
  const code = headerLine(cin)
  const whole = { language, say, house: headerLine(settings.companyName), picture, ...said }
  const parts: Parts = { ...whole, foot: [...(code ? [say('foot.cin', { cin: code })] : []), ...foot] }
  return { subject: headerLine(subject), text: textPart(parts), html: htmlPart(parts) }
}

/** Returns the guest's confirmation in the language of the words; `receipt` is the address of the receipt. */
export const guestLetter = (
  style: LetterStyle,
  record: Checkin,
  own: readonly OwnAnswer[] = [],
  receipt?: string,
): Letter => {
  const { settings, words, language = 'it' } = style
  const { emailSubject } = settings
  const speech = speaker(words, language)
  const { say } = speech
  const names = namesOf(record).map(nameCase)
  const [first] = names
  return letterFrom(
    style,
    headerLine(emailSubject) && emailSubject !== defaults.emailSubject ? emailSubject : say('subject'),
    {
      title: say('title'),
      greeting: first ? say('greeting', { name: first }) : say('greeting.nobody'),
      lead: say('lead'),
      ...(receipt && { link: { text: say('receipt'), address: receipt } }),
      rows: [...stayRows(record, speech, language, names), ...paymentRows(record, speech, language), ...own.map(asRow)],
      heading: say('next'),
      points: [
        say('next.received'),
        say(names.length > 1 ? 'next.documents.all' : 'next.documents'),
        ...(record.paymentMethod === 'CONTANTI' ? [say('next.cash')] : []),
        say('next.change'),
      ],
      foot: [say('foot.why'), say('foot.private')],
    },
  )
}

const languageName = (code: string, language: string) => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
  return name[0]!.toUpperCase() + name.slice(1)
}

/** Returns the notification to the host, in the house's language. */
export const hostLetter = (style: LetterStyle, record: Checkin, own: readonly OwnAnswer[] = []): Letter => {
  const { words, language = 'it' } = style
  const speech = speaker(words, language)
  const { say } = speech
  const names = namesOf(record)
  const [first] = names
  const payment = requestedPayment(record)
  const { selectedLanguage = 'it', reservationCode, specialRequests, invoiceType, email, arrivalDate = '' } = record
  const more: Detail[] = [
    [say('host.code'), headerLine(reservationCode)],
    [
      say('host.payment'),
      payment
        ? paymentWords(payment, say(`host.payment.${payment.state}${payment.inCash ? 'InCash' : ''}`), language)
        : '',
    ],
    [say('host.language'), languageName(selectedLanguage, language)],
  ]
  return letterFrom(
    style,
    [say('host.subject'), [first, shortDate(headerLine(arrivalDate), language)].filter(Boolean).join(', ')]
      .filter(Boolean)
      .join(': '),
    {
      title: say('host.title'),
      lead: first ? say('host.lead', { name: first }) : say('host.lead.nobody'),
      rows: [...stayRows(record, speech, language, names), ...more.filter(([, value]) => value), ...own.map(asRow)],
      heading: say('host.next'),
      points: [
        say('host.next.look'),
        ...(specialRequests ? [say('host.next.note')] : []),
        ...(invoiceType === 'business' ? [say('host.next.invoice')] : []),
        say('host.next.documents'),
        ...(email ? [say('host.next.reply')] : []),
      ],
      foot: [say('host.foot')],
    },
  )
}

type HouseLetter = { lead: string; points?: readonly string[]; foot?: string[] }

/** Returns a letter of the program to the house; its title is the subject. */
export const houseLetter = (
  style: LetterStyle,
  subject: string,
  parts: (say: Speaker['say'], language: string) => HouseLetter,
): Letter => {
  const { words, language = 'it' } = style
  const { say } = speaker(words, language)
  const { lead, points = [], foot = [] } = parts(say, language)
  return letterFrom(style, say(subject), { title: say(subject), lead, rows: [], points: [...points], foot })
}

/** Returns the letter that tests the mail settings. */
export const testLetter = (style: LetterStyle): Letter =>
  houseLetter(style, 'test.subject', (say) => ({ lead: say('test.lead'), foot: [say('host.foot')] }))

/** Returns a moment in Italy as a letter writes it. */
export const momentOf = (at: Date, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'Europe/Rome',
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(at)

/** Returns the letter about a sign-in from a new device. */
export const deviceLetter = (style: LetterStyle, name: string, at: Date): Letter =>
  houseLetter(style, 'device.subject', (say, language) => ({
    lead: say('device.lead', { name: name || say('device.unnamed'), at: momentOf(at, language) }),
    points: [say('device.out'), say('device.pin')],
  }))

/** Returns the letter about `changed` guarded settings, a line each. */
export const changeLetter = (style: LetterStyle, changed: readonly string[], at: Date): Letter =>
  houseLetter(style, 'change.subject', (say, language) => ({
    lead: say('change.lead', { at: momentOf(at, language) }),
    points: [...changed.map(headerLine), say('device.out'), say('change.pin')],
  }))

/** Returns the reminder of tasks for the police and the region; it names no guest. */
export const reminderLetter = (style: LetterStyle, points: readonly string[]): Letter =>
  houseLetter(style, 'reminder.subject', (say) => ({
    lead: say('reminder.lead'),
    points,
    foot: [say('reminder.foot')],
  }))
