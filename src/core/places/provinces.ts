import type { Place } from '../../../schema/calls/tables'

/** The portal's table has only the provinces of 1974-2005; guests write any of them. */
const sardinia: ReadonlySet<string> = new Set(['CA', 'NU', 'OR', 'SS', 'CI', 'MD', 'OG', 'OT', 'SU', 'VS'])

/** The comuni that moved to Rimini: laws 117 of 2009 and 84 of 2021. */
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

/** The successors of a province, or the comuni that left it (Alloggiati Web, Tabelle, COMUNI of 18/04/2025). */
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

/** Lost provinces: Fiume, Pola, Zara (peace treaty of 1947). */
const lost = ['FU', 'PL', 'ZA']

/** Abbreviations of provinces that the table may lack. */
export const otherSigle: ReadonlySet<string> = new Set([...sardinia, ...Object.keys(successors), ...lost])

/** Returns whether a comune belongs, belonged or will belong to the province a guest wrote. */
export const isOf = (sigla: string, { code, province = '' }: Place): boolean =>
  sigla === province ||
  (sardinia.has(sigla) && sardinia.has(province)) ||
  Boolean(successors[sigla]?.some((one) => one === province || one === code))
