import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewCheckin, Store } from '../../../server/store/store'

const folders: string[] = []
process.on('exit', () => folders.forEach((dir) => rmSync(dir, { recursive: true, force: true })))

/** Returns an empty folder, removed at the end of the process. */
export const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'benvenuto-'))
  folders.push(dir)
  return dir
}

/** Returns the files of a folder that this process has open, if the system reports them. */
export const openFiles = (dir: string): string[] => {
  if (!existsSync('/proc/self/fd')) return []
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })
  return open.filter((path) => path.startsWith(dir))
}

/** A check-in of typical size; `n` makes it unique. */
export const stay = (n: number | string, more: object = {}): NewCheckin => ({
  owner: `owner-${n}`,
  draftId: `draft0000000000${n}`,
  selectedLanguage: 'it',
  reservationCode: 'A101',
  mainGuestLastName: `ROSSI ${n}`,
  mainGuestName: 'MARIA',
  mainGuestGender: 'DONNA',
  mainGuestCitizenship: 'Italia',
  mainGuestBirthDate: '1980-05-17',
  arrivalDate: '2025-07-01',
  departureDate: '2025-07-04',
  numberOfNights: '3',
  email: `guest${n}@example.org`,
  ...more,
})

export const whole = async (store: Store) => ({
  checkins: await store.checkins(),
  settings: await store.settings(),
  places: await store.placeCodes(),
  notes: await store.notes('export'),
})

/** Uses a store and always closes it. */
export const using = async <T>(opening: Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> => {
  const store = await opening
  return work(store).finally(() => store.close())
}

export const failing = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('it should have been refused')
    },
    (error) => error,
  )
