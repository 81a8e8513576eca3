import { join } from 'node:path'
import { type Disk, replaceSealed } from '../store/sealed/disk'
import { isBackup, openBackup } from '../store/sealed/sealed-backup'
import { openFile } from '../store/sealed/sealing'
import { lockFolder } from '../store/sqlite/lock'
import { inspectImage } from '../store/sqlite-file/database'
import { StoreRefused } from '../store/store'

type Restoring = { bytes: Buffer; dir: string; disk: Disk; ask: () => Promise<string> }

/** Restores a backup into a folder without a store. Returns a sentence; throws StoreRefused and changes nothing. */
export const restore = async ({ bytes, dir, disk, ask }: Restoring): Promise<string> => {
  await disk.makeFolder(dir)
  const unlock = await lockFolder(dir)
  try {
    for (const name of ['checkin.sqlite', 'checkin.journal', 'checkin.mark'])
      if (await disk.stat(join(dir, name)))
        throw new StoreRefused(`${join(dir, name)} is there: move it out of the folder first. Nothing was changed.`)
    const keys = { all: disk.keys?.all ?? [], takesPlain: true }
    const image = isBackup(bytes) ? await openBackup(bytes, await ask()) : await openFile(keys, bytes, 'The backup')
    const copy = Buffer.from(image)
    const found = await inspectImage(copy)
    found?.db.close()
    if (!found?.intact || !found.mark.alone) throw new StoreRefused('The file is no whole backup. Nothing was changed.')
    await replaceSealed(disk, join(dir, 'checkin.sqlite'), image)
    return `Restored: ${found.checkins} check-ins. Start the server.`
  } finally {
    await unlock()
  }
}
