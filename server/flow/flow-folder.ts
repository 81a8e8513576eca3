import { join } from 'node:path'
import { type Disk, machineDisk, replaceFile } from '../store/sealed/disk'
import type { Store } from '../store/store'

const folderIn = (dir: string) => join(dir, 'flow')

/** Returns the file of the flow the house published; there is none while it serves the program's own. */
export const ownFlow = (dir: string): string => join(folderIn(dir), 'steps.json')

/** Returns the file of the draft. */
export const draftFile = (dir: string): string => join(folderIn(dir), 'draft.json')

/** Returns the name of a draft set aside at a time, to the second. */
export const asideName = (at: Date): string => `draft-unread-${at.toISOString().slice(0, 19).replace(/\D/g, '')}.json`

/** Returns the file of an unreadable draft. */
export const asideFile = (dir: string, name: string): string => join(folderIn(dir), name)

/** Prepares the flow's folder. A restored backup has the last published flow in its store: writes its file again. */
export const openFlowFolder = async (
  { store, dir }: { store: Pick<Store, 'notes'>; dir: string },
  disk: Disk = machineDisk,
): Promise<void> => {
  await disk.makeFolder(folderIn(dir))
  const published = (await store.notes('flow')).at(-1)
  if (published && (await disk.read(ownFlow(dir))) === undefined)
    await replaceFile(disk, ownFlow(dir), Buffer.from(published.text))
}
