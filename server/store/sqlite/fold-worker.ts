// A thread that does one folding task and ends.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { machineDisk } from '../sealed/disk'
import type { DataKeys } from '../sealed/sealing'
import { imagesInFiles, imagesInMemory } from '../sqlite-file/new-images'
import { type FoldTask, foldFiles } from './fold-files'

// Only on Linux is the priority the thread's own.
if (process.platform === 'linux') setPriority(10)

const { task, keys } = workerData as { task: FoldTask; keys?: DataKeys }
const disk = { ...machineDisk, keys }
// Sealed data must never be plain on the disk.
const folded = await foldFiles(disk, keys ? imagesInMemory(disk) : imagesInFiles(disk))(task)
parentPort!.postMessage(folded, folded.image ? [folded.image.buffer as ArrayBuffer] : [])
