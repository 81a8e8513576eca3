/** A place of the official tables: nine digits and name, a comune's province, and the last day of an abolished one. */
export type Place = { code: string; name: string; province?: string; until?: string }
export type PlaceKind = 'country' | 'city' | 'place'

export type TableKind = 'comuni' | 'stati'
type TableRow = { code: string; name: string; province: string; until: string }
type TableRows<Row> = { count: number; first: Row[] }

/** The official table in use: its rows in force, the imported file and its day; `unread` is an unusable file. */
export type TableInUse = { rows: number; path: string; at?: string; unread?: true }

/** What an uploaded table would change. */
export type TableChanges = {
  added: TableRows<TableRow>
  removed: TableRows<TableRow>
  changed: TableRows<TableRow & { before: TableRow }>
}

/** A code the host typed for a place, and what the official tables say now. */
export type TypedPlace = {
  key: string
  kind: PlaceKind
  name: string
  code: string
  province?: string
  official: Place | undefined
}
