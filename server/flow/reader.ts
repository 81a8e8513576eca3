import { parentPort, workerData } from 'node:worker_threads'
import { packed } from './packed'
import { readFlow, type Sources } from './read'

// A thread of its own: checking a changed flow must not hold up those who are being served.
parentPort!.postMessage(packed(await readFlow(workerData as Sources)))
