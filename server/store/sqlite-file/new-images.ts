import fs from 'node:fs'
import { dirname } from 'node:path'
import { type Disk, readSealed, replaceSealed, unfinishedSuffix } from '../sealed/disk'
import { type Pages, pagesInFile, pagesInMemory } from '../sealed/memory-pages'
import { stampChecksum } from './backup-files'
import type { Sql } from './changes'
import { type Database, openDatabase } from './database'
import { type Mark, origin } from './journal-records'

type NewImage = {
  pages: Pages
  /** Replaces its file, sealed if there are keys, all or nothing. */
  keep: () => Promise<void>
  /** Frees it; to be called in any case. */
  drop: () => Promise<void>
}

/** `copy` begins with the bytes of `like`; `undefined` for none. */
export type NewImages = {
  fresh: (path: string) => Promise<NewImage>
  copy: (path: string, like: string) => Promise<NewImage | undefined>
}

/** Makes images in memory: nothing of them is on the disk before `keep`. */
export const imagesInMemory = (disk: Disk): NewImages => {
  const newImage = (path: string, bytes: Uint8Array): NewImage => {
    const pages = pagesInMemory(bytes)
    return { pages, keep: () => replaceSealed(disk, path, pages), drop: async () => {} }
  }
  return {
    fresh: async (path) => newImage(path, Buffer.alloc(0)),
    copy: async (path, like) => {
      const bytes = await readSealed(disk, like)
      return bytes && newImage(path, bytes)
    },
  }
}

/** Makes images in plain files, which need no memory: for an unsealed folder and a thread nobody waits for. */
export const imagesInFiles = (disk: Disk): NewImages => {
  const newImage = (path: string): NewImage => {
    const name = path + unfinishedSuffix
    const fd = fs.openSync(name, 'r+')
    let isOpen = true
    const close = () => {
      if (isOpen) fs.closeSync(fd)
      isOpen = false
    }
    let isKept = false
    return {
      pages: pagesInFile(fd),
      keep: async () => {
        fs.fsyncSync(fd)
        close()
        await disk.rename(name, path)
        isKept = true
        await disk.syncFolder(dirname(path))
      },
      drop: async () => {
        close()
        if (!isKept) await disk.remove(name)
      },
    }
  }
  return {
    fresh: async (path) => {
      fs.closeSync(fs.openSync(path + unfinishedSuffix, 'w', 0o600))
      return newImage(path)
    },
    copy: async (path, like) => {
      if (!(await disk.stat(like))) return undefined
      await fs.promises.copyFile(like, path + unfinishedSuffix, fs.constants.COPYFILE_FICLONE)
      return newImage(path)
    },
  }
}

/** Documents go as bytes (sql.js copies texts letter by letter); the sequence comes last, because copying moves it. */
const tables = {
  meta: ['name', 'value'],
  checkins: ['id', 'owner', 'draft', 'doc'],
  notes: ['id', 'kind', 'doc'],
  entries: ['kind', 'name', 'value'],
  sqlite_sequence: ['name', 'seq'],
}

const together = 200

const copyTable = (from: Sql, to: Database, table: string, columns: readonly string[]) => {
  const isDoc = columns.at(-1) === 'doc'
  const read = isDoc ? [...columns.slice(0, -1), 'CAST(doc AS BLOB)'] : columns
  const values = columns.map((column) => (column === 'doc' ? 'CAST(? AS TEXT)' : '?'))
  const select = `SELECT rowid, ${read.join()} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${together}`
  const insert = `INSERT INTO ${table} (${columns.join()}) VALUES (${values.join()})`
  to.sql(`DELETE FROM ${table}`)
  for (let after = -1, isLast = false; !isLast; ) {
    const rows = from(select, [after])
    isLast = rows.length < together
    after = (rows.at(-1)?.[0] as number) ?? after
    to.together(() => {
      for (const [, ...row] of rows) to.sql(insert, row)
    })
  }
}

const emptyImage = async () => {
  const db = await openDatabase()
  const image = db.image('snapshot', origin)
  db.close()
  return image
}

/** The image of an empty database, made once: its bytes are always the same. */
let empty: Promise<Uint8Array> | undefined

/** Copies a database into empty pages, which keep no trace of removed text. */
export const rebuilt = async (old: Database, pages: Pages): Promise<Database> => {
  pages.set(await (empty ??= emptyImage()), 0)
  const fresh = await openDatabase(pages)
  for (const [table, columns] of Object.entries(tables)) copyTable(old.sql, fresh, table, columns)
  return fresh
}

/** Stamps an image with kind, mark and checksum, which saves SQLite's test at each start. Throws for damage. */
export const finish = async (db: Database, pages: Pages, as: 'snapshot' | 'backup', mark: Mark) => {
  db.setMark(as, mark)
  const [count, size] = ['page_count', 'page_size'].map((name) => db.sql(`PRAGMA ${name}`)[0]![0] as number)
  const isThere = pages.length === count! * size! && Buffer.from(pages.subarray(0, 1 << 20)).includes(mark.sum)
  if (!isThere) throw new Error('the image was not written where it should be')
  if (db.sql('PRAGMA integrity_check')[0]![0] !== 'ok') throw new Error('the image is damaged as it was made')
  return stampChecksum(pages)
}
