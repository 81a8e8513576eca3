import { Worker } from 'node:worker_threads'
import { type PackedReading, unpacked } from './packed'
import type { FlowReading, Sources } from './read'

/** Returns a function that reads a flow in a worker running `program`. It rejects when the worker fails. */
export const readInWorker =
  (program: URL) =>
  (sources: Sources): Promise<FlowReading> =>
    new Promise((done, fail) => {
      const thread = new Worker(program, { workerData: sources })
      thread.once('message', (reading: PackedReading) => {
        done(unpacked(reading))
        void thread.terminate()
      })
      thread.once('error', fail)
      thread.once('exit', (code) => fail(new Error(`the flow's reader ended with ${code}`)))
    })
