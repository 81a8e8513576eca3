// node dist/restore.mjs backup-file [folder]
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { environment } from '../shared/environment'
import { machineDisk } from '../store/sealed/disk'
import { dataKeys } from '../store/sealed/sealing'
import { restore } from '../store/sqlite/recovery'
import { runCommand } from './run-command'

const [file, dir = environment.DATA_DIR ?? './data'] = process.argv.slice(2)

const ask = async () => {
  if (process.env.BACKUP_PASSPHRASE) return process.env.BACKUP_PASSPHRASE
  process.stderr.write('Passphrase of the backup: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  return line.question('').finally(() => {
    line.close()
    process.stderr.write('\n')
  })
}

await runCommand(async () => {
  if (!file) throw new Error('Name the file of the backup.')
  const keys = dataKeys(environment, [dir])
  return [await restore({ bytes: await readFile(file), dir, disk: { ...machineDisk, keys }, ask })]
})
