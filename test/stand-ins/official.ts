import { readFileSync } from 'node:fs'

/** The official tables a stand-in judges by, read from the authority's own files and by nothing of the product. */
export type OfficialTables = {
  /** Province by code of a comune, ceased ones too. */
  comuni: ReadonlyMap<string, string>
  /** States by code, with whether they are in force. */
  states: ReadonlyMap<string, boolean>
  documents: ReadonlySet<string>
  rows: { comuni: string[][]; states: string[][]; documents: string[][]; guests: string[][] }
}

const rowsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split(','))

/** Reads the four tables from a folder that has them under the portal's names. Throws when one is missing. */
export const officialTables = (folder = 'test/fixtures/official/alloggiati'): OfficialTables => {
  const comuni = rowsOf(`${folder}/comuni_completa_2025-04-18.csv`)
  const states = rowsOf(`${folder}/stati.csv`)
  const documents = rowsOf(`${folder}/documenti.csv`)
  const guests = rowsOf(`${folder}/tipo_alloggiato.csv`)
  return {
    comuni: new Map(comuni.map(([code, , province]) => [code!, province!])),
    states: new Map(states.map(([code, , , until]) => [code!, !until])),
    documents: new Set(documents.map(([code]) => code!)),
    rows: { comuni, states, documents, guests },
  }
}
