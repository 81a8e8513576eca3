import { migrations, type Sql, schema } from './changes'
import { packedTable } from './packed-files'

/** Normalises a statement: blanks, quotes, and the renaming of `kept`. */
const normal = (statement: string) =>
  statement
    .replace(/["\s]+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .replace(/^CREATE TABLE kept(?=\()/, 'CREATE TABLE entries')
    .trim()

/** Every statement an image may hold, of any format. */
const ours = new Set(
  [schema, ...Object.values(migrations), packedTable, 'CREATE TABLE sqlite_sequence(name,seq)']
    .flatMap((statements) => statements.split(';'))
    .map(normal)
    .filter((statement) => statement.startsWith('CREATE ')),
)

/**
 * Whether an image, or one of its tables, holds only our tables and indexes. Backups can come from anybody, and their
 * checksum needs no key: a trigger, view, virtual table, check or computed column would run within our statements.
 * Reading the list of tables runs nothing.
 */
export const hasOurShape = (sql: Sql, table?: 'meta'): boolean =>
  sql('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL').every(
    ([name, statement]) => (table && name !== table) || ours.has(normal(String(statement))),
  )
