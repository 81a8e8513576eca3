import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DataKeys } from '../sealed/sealing'
import type { Fold, Folded } from './fold-files'

/** Megabytes; a thread's young generation would grow far beyond the need. */
const young = 8

/** Folds on another thread; `script` is the built fold-worker. Rejects with the thread's error. */
export const foldAside =
  (script: string, keys?: DataKeys): Fold =>
  (task) =>
    new Promise<Folded>((done, fail) => {
      const thread = new Worker(resolve(script), {
        workerData: { task, keys },
        execArgv: [],
        resourceLimits: { maxYoungGenerationSizeMb: young },
      })
      thread.once('message', done)
      thread.once('error', fail)
      thread.once('exit', (status) => fail(new Error(`the folding ended with status ${status}`)))
    })
