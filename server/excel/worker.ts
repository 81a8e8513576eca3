import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

const { resolve } = createRequire(import.meta.url)

/** Work for another thread: it is sent there as its own text, so it may name nothing but what it is given and the library. */
// biome-ignore lint/suspicious/noExplicitAny: a library as it is loaded on the other thread
export type Work<Given, Made> = (given: Given, library: any) => Promise<Made>

/** The most a thread may take: milliseconds, and megabytes, beyond which it ends and the server goes on. */
const most = { time: 120_000, memory: 1024 }

/** Does work with a library on a thread of its own, so that guests are answered meanwhile. Rejects with what it threw, or when it took too much. */
export const inWorker = <Given, Made>(work: Work<Given, Made>, given: Given, library: string): Promise<Made> =>
  new Promise((done, fail) => {
    // On Linux a priority is the thread's own, elsewhere the whole process's: there it is left alone.
    const text = `const { parentPort, workerData } = require('node:worker_threads')
      if (process.platform === 'linux') require('node:os').setPriority(10)
      Promise.resolve().then(() => (${work})(workerData.given, require(workerData.library)))
        .then((made) => parentPort.postMessage({ made }), (error) => parentPort.postMessage({ error: String(error && error.message || error) }))`
    const thread = new Worker(text, {
      eval: true,
      execArgv: [],
      workerData: { given, library: resolve(library) },
      resourceLimits: { maxOldGenerationSizeMb: most.memory },
    })
    const timer = setTimeout(() => end(() => fail(new Error('it took too long'))), most.time)
    const end = (answer: () => void) => {
      clearTimeout(timer)
      void thread.terminate()
      answer()
    }
    thread.once('message', ({ made, error }: { made: Made; error?: string }) =>
      end(() => (error === undefined ? done(made) : fail(new Error(error)))),
    )
    thread.once('error', (error) => end(() => fail(error)))
    thread.once('exit', () => end(() => fail(new Error('the thread ended'))))
  })
