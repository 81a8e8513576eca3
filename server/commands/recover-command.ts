// node dist/recover.mjs [folder] [--from checkin-2025-08-01.sqlite]
import { parseArgs } from 'node:util'
import { environment } from '../shared/environment'
import { machineDisk } from '../store/sealed/disk'
import { dataKeys } from '../store/sealed/sealing'
import { recover } from '../store/sqlite/recovery'
import { runCommand } from './run-command'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })

await runCommand(async () => {
  const dir = positionals[0] ?? environment.DATA_DIR ?? './data'
  const disk = { ...machineDisk, keys: dataKeys(environment, [dir]) }
  return recover({ dir, disk, from: values.from, now: new Date() })
})
