/** ISO 3166-1 codes of two and three letters, for every state in the portal's table and common territories. */
const rows =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO ARARG ASASM ATAUT AUAUS AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR ' +
  'BHBHR BIBDI BJBEN BMBMU BNBRN BOBOL BRBRA BSBHS BTBTN BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV ' +
  'CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY ' +
  'EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GLGRL GMGMB ' +
  'GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD ' +
  'IQIRQ IRIRN ISISL ITITA JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO ' +
  'LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MGMDG MHMHL MKMKD MLMLI MMMMR ' +
  'MNMNG MOMAC MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD ' +
  'NONOR NPNPL NRNRU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY ' +
  'QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SKSVK SLSLE SMSMR SNSEN SOSOM ' +
  'SRSUR SSSSD STSTP SVSLV SYSYR SZSWZ TCTCA TDTCD TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV ' +
  'TWTWN TZTZA UAUKR UGUGA USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ' +
  'ZMZMB ZWZWE'

/**
 * Codes of passports besides ISO (ICAO Doc 9303-3, section 5): Germany's single letter, kinds of British nationality,
 * Kosovo, and the stateless (empty).
 */
const special = { D: 'DE', GBD: 'GB', GBN: 'GB', GBO: 'GB', GBP: 'GB', GBS: 'GB', RKS: 'XK', XKX: 'XK', XXA: '' }

const byCode: { readonly [code: string]: string } = {
  ...special,
  ...Object.fromEntries(rows.split(' ').map((row) => [row.slice(2), row.slice(0, 2)])),
}

/** Organisations that issue travel documents (ICAO Doc 9303-3, section 5). */
const organisations = new Set(['EUE', 'UNO', 'UNA', 'UNK', 'XOM', 'XPO'])

/** Returns the two-letter ISO code of a zone's state code, with or without fillers; empty for the stateless. */
export const stateOf = (code: string): string | undefined => byCode[code.replace(/<+$/, '')]

/** Returns whether three letters name an issuer: a state or an organisation. */
const isIssuer = (code: string): boolean => stateOf(code) !== undefined || organisations.has(code)

/** Returns all state codes as in a zone, filled to three letters. */
export const stateCodes = (): string[] => Object.keys(byCode).map((code) => code.padEnd(3, '<'))

/** Returns a letter's value: 0 to 9, A to Z as 10 to 35, the filler 0. */
const worthOf = (letter: string) => (letter === '<' ? 0 : Number.parseInt(letter, 36))

/** Returns the check digit of a text: weights 7, 3, 1, modulo 10 (ICAO Doc 9303-3, section 4.9). */
export const checkDigit = (text: string): string => {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += worthOf(text[i]!) * [7, 3, 1][i % 3]!
  return String(sum % 10)
}

/** A field of a zone: its line, its places, and whether a text is valid there. */
export type Part = {
  line: number
  from: number
  to: number
  holds: (text: string) => boolean
}

/** A kind of machine-readable zone: the letters allowed at each place, the fields, and the composite check digit. */
export type Kind = {
  /**
   * One text for each line: `a` letter or filler, `l` letter, `9` digit, `0` digit or filler, `x` sex, `t` A, C or I,
   * `*` any; other letters are literal.
   */
  places: readonly string[]
  parts: readonly Part[]
  /** Whether all fields and the composite check digit are valid. */
  holds: (lines: readonly string[]) => boolean
}

/** Returns whether the last letter is the check digit of the others; an empty field may have a filler. */
const checked = (text: string) => {
  const digit = text.at(-1)!
  return digit === checkDigit(text.slice(0, -1)) || (digit === '<' && /^<+$/.test(text))
}

/** Returns whether `YYMMDD` can be a day. */
const isDay = (text: string) => /^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.test(text)
const checkedDay = (text: string) => isDay(text) && checked(text)

/** A number longer than nine letters continues in the optional data, up to its check digit (Doc 9303-5, note j). */
const longNumber = /^(.{9})<([A-Z0-9]+)(?:<.*)?$/

/** Returns the document number in the letters from its first place to the end of the optional data. */
export const numberIn = (text: string): string | undefined => {
  const short = text.slice(0, 10)
  if (short[9] !== '<') return checked(short) ? short.slice(0, 9).replace(/<+$/, '') : undefined
  const [, head = '', tail = ''] = longNumber.exec(text) ?? []
  return tail && checked(head + tail) ? (head + tail).slice(0, -1) : undefined
}
const hasNumber = (text: string) => !!numberIn(text) && /^[A-Z0-9]/.test(text) && !/<[A-Z0-9]/.test(text.slice(0, 9))

/** Surname, two fillers, given names, fillers to the end; one of the names may be missing. */
const isNames = (text: string) => /^[A-Z]+(<[A-Z]+)*(<<[A-Z]+(<[A-Z]+)*)?<*$/.test(text)
const isSurname = (text: string) => /^[A-Z]+(<[A-Z]+)*<*$/.test(text)
const isGiven = (text: string) => /^[A-Z]+(<{1,2}[A-Z]+)*<*$/.test(text)
const isSex = (text: string) => /^[MF<]$/.test(text)
const isState = (text: string) => stateOf(text) !== undefined
const hasIssuer = (text: string) => isIssuer(text.slice(2))
const isFree = () => true

const allHold = (parts: readonly Part[]) => (lines: readonly string[]) =>
  parts.every(({ line, from, to, holds }) => holds(lines[line]!.slice(from, to)))

const part = (line: number, from: number, to: number, holds: Part['holds']): Part => ({ line, from, to, holds })

const kind = (places: readonly string[], parts: readonly Part[], holds: Kind['holds']): Kind => {
  const partsHold = allHold(parts)
  return { places, parts, holds: (lines) => partsHold(lines) && holds(lines) }
}

/** The kinds of zone (ICAO Doc 9303-4, -5 and -6) and the French card issued until 2021. */
export const kinds = {
  TD1: kind(
    [`taaaa${'*'.repeat(9)}0${'*'.repeat(15)}`, `9999999x9999999aaa${'*'.repeat(11)}9`, 'a'.repeat(30)],
    [
      part(0, 0, 5, hasIssuer),
      part(0, 5, 30, hasNumber),
      part(1, 0, 7, checkedDay),
      part(1, 7, 8, isSex),
      part(1, 8, 15, checkedDay),
      part(1, 15, 18, isState),
      part(1, 18, 30, isFree),
      part(2, 0, 30, isNames),
    ],
    ([one, two]) => two![29] === checkDigit(one!.slice(5) + two!.slice(0, 7) + two!.slice(8, 15) + two!.slice(18, 29)),
  ),
  TD2: kind(
    [`taaaa${'a'.repeat(31)}`, `*********0aaa9999999x9999999${'*'.repeat(7)}9`],
    [
      part(0, 0, 5, hasIssuer),
      part(0, 5, 36, isNames),
      part(1, 0, 10, hasNumber),
      part(1, 10, 13, isState),
      part(1, 13, 20, checkedDay),
      part(1, 20, 21, isSex),
      part(1, 21, 28, checkedDay),
      part(1, 28, 36, isFree),
    ],
    ([, two]) => two![35] === checkDigit(two!.slice(0, 10) + two!.slice(13, 20) + two!.slice(21, 35)),
  ),
  TD3: kind(
    [`Paaaa${'a'.repeat(39)}`, `*********0aaa9999999x9999999${'*'.repeat(14)}09`],
    [
      part(0, 0, 5, hasIssuer),
      part(0, 5, 44, isNames),
      part(1, 0, 10, hasNumber),
      part(1, 10, 13, isState),
      part(1, 13, 20, checkedDay),
      part(1, 20, 21, isSex),
      part(1, 21, 28, checkedDay),
      part(1, 28, 43, checked),
      part(1, 43, 44, isFree),
    ],
    ([, two]) => two![43] === checkDigit(two!.slice(0, 10) + two!.slice(13, 20) + two!.slice(21, 43)),
  ),
  FRA: kind(
    [`IDFRA${'a'.repeat(25)}***000`, `9999***999999${'a'.repeat(14)}9999999x9`],
    [
      part(0, 0, 5, hasIssuer),
      part(0, 5, 30, isSurname),
      part(0, 30, 36, isFree),
      part(1, 0, 13, checked),
      part(1, 13, 27, isGiven),
      part(1, 27, 34, checkedDay),
      part(1, 34, 35, isSex),
      part(1, 35, 36, isFree),
    ],
    ([one, two]) => two![35] === checkDigit(one! + two!.slice(0, 35)),
  ),
} as const satisfies { [name: string]: Kind }
export type KindName = keyof typeof kinds

/** Returns the kind whose check digits are all correct for the lines. */
export const kindOf = (lines: readonly string[]): KindName | undefined =>
  (Object.keys(kinds) as KindName[]).find(
    (name) =>
      kinds[name].places.length === lines.length &&
      kinds[name].places.every((places, i) => places.length === lines[i]!.length) &&
      kinds[name].holds(lines),
  )
