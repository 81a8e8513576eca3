// A thread of its own: does one folding task and ends.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { machineDisk } from '../sealed/disk'
import type { DataKeys } from '../sealed/sealing'
import { imagesInFiles, imagesInMemory } from '../sqlite-file/new-images'
import { type FoldTask, foldFiles } from './fold-files'

// On Linux a priority is the thread's own, elsewhere the whole process's: there it is left alone.
if (process.platform === 'linux') setPriority(10)

const { task, keys } = workerData as { task: FoldTask; keys?: DataKeys }
const disk = { ...machineDisk, keys }
// What is sealed is never on the disk as it is.
const folded = await foldFiles(disk, keys ? imagesInMemory(disk) : imagesInFiles(disk))(task)
parentPort!.postMessage(folded, folded.image ? [folded.image.buffer as ArrayBuffer] : [])
