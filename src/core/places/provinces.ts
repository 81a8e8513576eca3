import type { Place } from '../../../schema/calls/tables'

/**
 * The provinces of Sardinia, of all times: the portal's table knows the four of 1974-2005 alone, guests write any of
 * them.
 */
const sardinia: ReadonlySet<string> = new Set(['CA', 'NU', 'OR', 'SS', 'CI', 'MD', 'OG', 'OT', 'SU', 'VS'])

/**
 * The comuni that went from Pesaro e Urbino to Rimini: seven of the Alta Valmarecchia (law 117 of 2009), Montecopiolo
 * and Sassofeltrio (law 84 of 2021).
 */
const toRimini = [
  '408099021',
  '408099022',
  '408099023',
  '408099024',
  '408099025',
  '408099026',
  '408099027',
  '411099030',
  '411099031',
]

/**
 * What became of a province: the provinces made of its comuni or, where only some left it, the codes of those. Each
 * pair is one that the portal's own table shows (Alloggiati Web, Tabelle, COMUNI of 18/04/2025): a row ceased in the
 * first, in force in the second.
 */
const successors: { readonly [sigla: string]: readonly string[] } = {
  AP: ['FM'],
  BA: ['BT'],
  BG: ['403097013', '403097014', '403097034', '403097052', '403097086'], // Lecco, 1992
  BL: ['405030189'], // Sappada, law 182 of 2017
  CB: ['IS'],
  CO: ['LC'],
  CZ: ['KR', 'VV'],
  FG: ['416110005', '416110007', '416110010'], // Barletta-Andria-Trani, 2009
  FI: ['PO'],
  FO: ['FC', 'RN'],
  LC: ['403016215'], // Torre de' Busi, 2018
  MI: ['LO', 'MB'],
  NO: ['VB'],
  PS: ['PU', ...toRimini],
  PU: toRimini,
  UD: ['PN'],
  VC: ['BI'],
}

/** Provinces that are no more, and nothing followed: Fiume, Pola, Zara (peace treaty of 1947). */
const lost = ['FU', 'PL', 'ZA']

/** Siglas that the rows of the table may not show, of provinces there were or will be. */
export const otherSigle: ReadonlySet<string> = new Set([...sardinia, ...Object.keys(successors), ...lost])

/** Whether a comune is, or was, of the province a guest wrote: its own, one it left, or one it is coming to. */
export const isOf = (sigla: string, { code, province = '' }: Place): boolean =>
  sigla === province ||
  (sardinia.has(sigla) && sardinia.has(province)) ||
  Boolean(successors[sigla]?.some((one) => one === province || one === code))
