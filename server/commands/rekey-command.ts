// DATA_KEY_FILE=… node dist/rekey.mjs [--plain]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { houseFolders } from '../houses/folders'
import { environment } from '../shared/environment'
import { machineDisk } from '../store/sealed/disk'
import { rekey } from './rekey'
import { runCommand } from './run-command'

const { values } = parseArgs({ options: { plain: { type: 'boolean' } } })
const { DATA_KEY, DATA_KEY_FILE, DATA_DIR = './data', HOUSES } = environment

const foldersOf = async (root: string) => {
  const houses = houseFolders(root)
  return (await houses.list()).map((name) => houses.dirOf(name))
}

await runCommand(async () => {
  if (!DATA_KEY && !DATA_KEY_FILE)
    throw new Error(
      `Say in DATA_KEY_FILE which file holds the key, outside of the data folder (${join(HOUSES ?? DATA_DIR)}); where there is none, one is made.`,
    )
  return rekey({
    folders: HOUSES ? await foldersOf(HOUSES) : [DATA_DIR],
    disk: machineDisk,
    ...(DATA_KEY_FILE ? { file: DATA_KEY_FILE } : { text: DATA_KEY }),
    toPlain: values.plain === true,
  })
})
