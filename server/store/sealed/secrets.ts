import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type SettingName, type Settings, secretParts, secretSettings } from '../../../schema/settings'
import { randomKey } from '../../shared/digests'
import type { Store } from '../store'
import { type Disk, readSealed, replaceSealed } from './disk'
import { type DataKeys, dataKey, isSealedLine, mastersIn, openLine, sealLine } from './sealing'

/** Resolves with a random key of 256 bits, made when first asked for; it is in no downloaded backup. */
export const storedKey = (store: Pick<Store, 'secret'>, name: string): Promise<string> => store.secret(name, randomKey)

/** Seals texts with one of the store's secrets, in no downloaded backup. Each text is bound to what it is about. */
export const secretSealing = (store: Pick<Store, 'secret'>, name: string) => {
  const keys = async (): Promise<DataKeys> => {
    const master = await storedKey(store, name)
    return { all: [dataKey(Buffer.from(master, 'base64url'))] }
  }
  return {
    seal: async (text: string, about: string | number) => sealLine(await keys(), text, about),
    /** Undefined after the restore of a downloaded backup, which makes another key. */
    open: async (sealed: string, about: string | number): Promise<string | undefined> => {
      try {
        return openLine(await keys(), sealed, about, name)
      } catch {
        return undefined
      }
    },
  }
}

/** Secrets of mail and payment; PIN and access code are hashes already. */
const secretNames = secretSettings.filter((name) => name !== 'adminPin' && name !== 'adminAccessCode')

type Patch = { [S in SettingName]?: Settings[S] | null }
type Change = (secret: string, about: string) => string

/** Returns settings with each secret in them changed; `about` names the secret. */
const withSecrets = (settings: Patch, change: Change): Patch => {
  const after: { [name: string]: unknown } = { ...settings }
  for (const name of secretNames) if (settings[name]) after[name] = change(settings[name], name)
  for (const [name, parts] of Object.entries(secretParts)) {
    const list = settings[name as keyof typeof secretParts] as { [part: string]: unknown }[] | null | undefined
    after[name] &&= list!.map((entry) => ({
      ...entry,
      ...Object.fromEntries(
        parts.flatMap((part) => (entry[part] ? [[part, change(String(entry[part]), `${name}.${part}`)]] : [])),
      ),
    }))
  }
  return after as Patch
}

type Parts = {
  store: Store
  dir: string
  disk: Disk
  report: (line: string) => void
}

const keyOf = async (disk: Disk, path: string): Promise<DataKeys> => {
  const stored = await readSealed(disk, path)
  const master = stored ? mastersIn(stored.toString(), 'secrets.key')[0]! : randomBytes(32)
  if (!stored) await replaceSealed(disk, path, Buffer.from(`${Buffer.from(master).toString('hex')}\n`))
  return { all: [dataKey(master)] }
}

/** Seals secrets with a key that no backup holds. One that does not open counts as never typed, reported once. */
export const withSealedSecrets = async ({ store, dir, disk, report }: Parts): Promise<Store> => {
  const keys = await keyOf(disk, join(dir, 'secrets.key'))
  let isSaid = false
  const opened: Change = (secret, about) => {
    if (!isSealedLine(secret)) return secret
    try {
      return openLine(keys, secret, about, 'a secret')
    } catch {
      if (!isSaid) report('secrets.key is not the one the secrets in the settings were sealed with: type them again.')
      isSaid = true
      return ''
    }
  }
  const sealed: Change = (secret, about) => (isSealedLine(secret) ? secret : sealLine(keys, secret, about))
  let read: { own: object; open: Partial<Settings> } | undefined
  const whole: Store = {
    ...store,
    settings: async () => {
      const own = await store.settings()
      // Once a change: others cache by the settings object.
      if (read?.own !== own) read = { own, open: withSecrets(own, opened) as Partial<Settings> }
      return read.open
    },
    saveSettings: async (patch) => store.saveSettings(withSecrets(patch, sealed)),
  }
  // Secrets stored plain by an older version.
  const stored = (await store.settings()) as Patch
  const after = withSecrets(stored, sealed)
  const open = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as SettingName]),
  )
  if (open.length) await store.saveSettings(Object.fromEntries(open))
  return whole
}
