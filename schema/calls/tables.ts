import { callOfHost } from './call'

/** A place of the official tables: nine digits and name, a comune's province, and the last day of an abolished one. */
export type Place = { code: string; name: string; province?: string; until?: string }
export type PlaceKind = 'country' | 'city' | 'place'

export type TableKind = 'comuni' | 'stati'

/** A row of the portal's tables; a state has the province `ES`, a row in force has no `until`. */
export type OfficialRow = { code: string; name: string; province: string; until: string }
type TableRows<Row> = { count: number; first: Row[] }

/** The official table in use: its rows in force, the imported file and its day; `unread` is an unusable file. */
export type TableInUse = { rows: number; path: string; at?: string; unread?: true }

export type TableChanges = {
  added: TableRows<OfficialRow>
  removed: TableRows<OfficialRow>
  changed: TableRows<OfficialRow & { before: OfficialRow }>
}

/** A code the host typed for a name; `kind` is the look-up. A town's has a province if the tables lack the code. */
export type TypedCode = { kind: PlaceKind; name: string; code: string; province?: string }

export type TypedPlace = TypedCode & { key: string; official: Place | undefined }

/** The calls about the official tables, and about the codes that the host types. */
export const placeTableCalls = {
  'GET /api/tables': callOfHost<{ data: Record<TableKind, TableInUse> & { states: readonly string[] } }>('none'),
  'POST /api/tables': callOfHost<{ body: { kind: TableKind; csv: string; take: boolean }; data: TableChanges }>(
    'none',
    {
      limit: 3_000_000,
    },
  ),
  'GET /api/istat-codes': callOfHost<{ data: TypedPlace[] }>('none'),
  'DELETE /api/istat-codes/:name': callOfHost('none'),
  'GET /api/istat-search': callOfHost<{
    query: { [by in 'code' | 'name' | 'city' | 'country']?: string }
    whole:
      | { success: true; code: string; type: 'comune' | 'stato'; name: string; province?: string }
      | { success: false; message: string; candidates?: readonly Place[] }
  }>('none'),
  'POST /api/istat-code': callOfHost<{
    body: TypedCode & { checkin: number; field: string; sure: boolean }
  }>('none'),
} as const
