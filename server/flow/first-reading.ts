// The build's last step: it reads the program's own flow, so that no start has to.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedReading } from './cache'

const built = dirname(fileURLToPath(import.meta.url))
const root = join(built, '..')
const read = cachedReading(join(built, 'server.mjs'), join(built, 'flow.cache'))
await read({ steps: join(root, 'steps.json'), texts: join(root, 'src/text') })
