import { call } from './call'

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

/** The calls about the official tables, and about the codes that the host types. */
export const placeTableCalls = {
  'GET /api/tables': call<{ data: Record<TableKind, TableInUse> & { states: readonly string[] } }>()({
    who: 'host',
    log: 'none',
  }),
  'POST /api/tables': call<{ body: { kind: TableKind; csv: string; take: boolean }; data: TableChanges }>()({
    who: 'host',
    log: 'none',
    limit: 3_000_000,
  }),
  'GET /api/istat-codes': call<{ data: TypedPlace[] }>()({ who: 'host', log: 'none' }),
  'DELETE /api/istat-codes/:name': call()({ who: 'host', log: 'none' }),
  'GET /api/istat-search': call<{
    query: { [by in 'code' | 'name' | 'city' | 'country']?: string }
    whole:
      | { success: true; code: string; type: 'comune' | 'stato'; name: string; province?: string }
      | { success: false; message: string; candidates?: readonly Place[] }
  }>()({ who: 'host', log: 'none' }),
  'POST /api/istat-code': call<{
    body: {
      name: string
      code: string
      kind: PlaceKind
      checkin: number
      field: string
      sure: boolean
      province?: string
    }
  }>()({ who: 'host', log: 'none' }),
} as const
