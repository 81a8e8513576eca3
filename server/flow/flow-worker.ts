import { parentPort, workerData } from 'node:worker_threads'
import { packed } from './cache'
import { readFlow, type Sources } from './read'

// In a worker, so that checking a changed flow does not delay guests.
parentPort!.postMessage(packed(await readFlow(workerData as Sources)))
