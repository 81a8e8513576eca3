// npm run houses -- make rosa.example.it
import { parseArgs } from 'node:util'
import { environment } from '../shared/environment'
import { machineDisk } from '../store/sealed/disk'
import { dataKeys } from '../store/sealed/sealing'
import { databaseEngine, folderEngine, houseCommands } from './house-commands'
import { runCommand } from './run-command'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } })
const [what = '', ...names] = positionals
const { HOUSES: root, DATABASE_URL } = environment

await runCommand(async () => {
  if (!root) throw new Error('Say in HOUSES which folder the houses are in.')
  await machineDisk.makeFolder(root)
  const disk = { ...machineDisk, keys: dataKeys(environment, [root]) }
  const engine = DATABASE_URL ? await databaseEngine(root, disk, DATABASE_URL) : folderEngine(root, disk)
  const commands = houseCommands(root, engine, { sure: values.yes === true })
  try {
    const command = new Map(Object.entries(commands)).get(what)
    if (!command) throw new Error(`Say what to do: ${Object.keys(commands).join(', ')}.`)
    return await command(...names)
  } finally {
    await engine.close()
  }
})
