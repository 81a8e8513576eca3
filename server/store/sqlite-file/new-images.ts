import fs from 'node:fs'
import { dirname } from 'node:path'
import { type Disk, readSealed, replaceSealed, unfinishedSuffix } from '../sealed/disk'
import { type Pages, pagesInFile, pagesInMemory } from '../sealed/memory-pages'

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

/** Makes images in memory. */
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
