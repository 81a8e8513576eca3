import { join } from 'node:path'
import { type Disk, machineDisk, replaceFile } from '../store/sealed/disk'
import type { Store } from '../store/store'

/** The folder of the flow the house publishes, in the data folder. */
const folderIn = (dir: string) => join(dir, 'flow')

/** The file of the flow the house has published; none is there while it serves the program's own. */
export const ownFlow = (dir: string): string => join(folderIn(dir), 'steps.json')

/** The file of the draft. */
export const draftFile = (dir: string): string => join(folderIn(dir), 'draft.json')

/** The name of a draft set aside: when, to the second. */
export const asideName = (at: Date): string => `draft-unread-${at.toISOString().slice(0, 19).replace(/\D/g, '')}.json`

/** The file of a draft that could not be read. */
export const asideFile = (dir: string, name: string): string => join(folderIn(dir), name)

/**
 * Makes the folder of the flow ready before it is read. A house whose store comes out of a backup gets back the flow it
 * had published last, which stands in the store with its history.
 */
export const openFlowFolder = async (
  { store, dir }: { store: Pick<Store, 'notes'>; dir: string },
  disk: Disk = machineDisk,
): Promise<void> => {
  await disk.makeFolder(folderIn(dir))
  const published = (await store.notes('flow')).at(-1)
  if (published && (await disk.read(ownFlow(dir))) === undefined)
    await replaceFile(disk, ownFlow(dir), Buffer.from(published.text))
}
