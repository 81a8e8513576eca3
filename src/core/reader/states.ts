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
export const isIssuer = (code: string): boolean => stateOf(code) !== undefined || organisations.has(code)

/** Returns all state codes as in a zone, filled to three letters. */
export const stateCodes = (): string[] => Object.keys(byCode).map((code) => code.padEnd(3, '<'))
