// node dist/recover.mjs [folder] [--from checkin-2025-08-01.sqlite]
import { parseArgs } from 'node:util'
import { environment } from '../shared/environment'
import { machineDisk } from '../store/sealed/disk'
import { dataKeys } from '../store/sealed/sealing'
import { recover } from '../store/sqlite/recovery'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })

try {
  const dir = positionals[0] ?? environment.DATA_DIR ?? './data'
  const said = await recover({
    dir,
    disk: { ...machineDisk, keys: dataKeys(environment, [dir]) },
    from: values.from,
    now: new Date(),
  })
  console.log(said.join('\n'))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
