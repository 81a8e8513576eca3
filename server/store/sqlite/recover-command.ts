// The operator's command: node dist/recover.mjs [folder] [--from checkin-2025-08-01.sqlite]
import { parseArgs } from 'node:util'
import { recover } from './recovery'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })

try {
  const said = await recover({
    dir: positionals[0] ?? process.env.DATA_DIR ?? './data',
    from: values.from,
    now: new Date(),
  })
  console.log(said.join('\n'))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
