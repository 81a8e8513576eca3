import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// By default the heap grows to four times its content. V8 takes no code that was compiled under other flags.
setFlagsFromString('--heap-growing-percent=30')

// From Node 22 on the compiled code is kept for the next start; Node 20 cannot.
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
enableCompileCache?.(join(dirname(fileURLToPath(import.meta.url)), 'compiled'))

await import('./main')
