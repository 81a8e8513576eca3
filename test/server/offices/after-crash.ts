import { cpSync } from 'node:fs'
import { openDoor } from '../http/door-world'
import { folder } from '../store/store-world'
import { type OfficeDoor, policeSetting } from './offices-world'

/** The house after a crash: another server opens a copy of the data folder. */
export const afterCrash = async ({ dir, police, region, clock }: OfficeDoor) => {
  const home = folder()
  cpSync(dir, home, { recursive: true, filter: (path) => !/lock-/.test(path) })
  const door = await openDoor({
    home,
    settings: { policeAccounts: [policeSetting] },
    offices: { policeUrl: police.url, regionUrl: region.url },
  })
  door.clock.ms = clock.ms
  return door
}
