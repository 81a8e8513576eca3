import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DataKeys } from '../sealed/sealing'
import type { Fold, Folded } from './fold-files'

/** Megabytes for what has just been made: by itself a thread lets that grow far beyond what the tables need. */
const young = 8

/**
 * Folds on a thread of its own, so that nobody waits for it; `script` is the built fold-worker, `keys` what the files
 * are sealed with. Rejects with what the thread threw.
 */
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
