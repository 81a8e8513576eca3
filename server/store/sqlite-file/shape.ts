import { migrations, type Sql, schema } from './changes'
import { packedTable } from './packed-files'

/** Returns a statement of the list of tables in one spelling: blanks, quotes and the renaming of `kept` aside. */
const normal = (statement: string) =>
  statement
    .replace(/["\s]+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .replace(/^CREATE TABLE kept(?=\()/, 'CREATE TABLE entries')
    .trim()

/** Every statement a snapshot or a backup may consist of, of this format or of an older one. */
const ours = new Set(
  [schema, ...Object.values(migrations), packedTable, 'CREATE TABLE sqlite_sequence(name,seq)']
    .flatMap((statements) => statements.split(';'))
    .map(normal)
    .filter((statement) => statement.startsWith('CREATE ')),
)

/**
 * Returns whether an image, or one of its tables, consists of our tables and indexes alone. A backup can come from
 * anybody, and its checksum needs no key: a trigger, view, virtual table, check or computed column in it would run
 * within our own statements. Only the list of tables is read, which runs nothing of the image's.
 */
export const hasOurShape = (sql: Sql, table?: 'meta'): boolean =>
  sql('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL').every(
    ([name, statement]) => (table && name !== table) || ours.has(normal(String(statement))),
  )
