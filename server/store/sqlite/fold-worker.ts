// A thread of its own: does one folding task and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { machineDisk } from '../disk'
import { type FoldTask, foldFiles } from './fold-files'

const folded = await foldFiles(machineDisk)(workerData as FoldTask)
parentPort!.postMessage(folded, folded.image ? [folded.image.buffer as ArrayBuffer] : [])
