import { cpSync } from 'node:fs'
import { openDoor } from '../http/door-world'
import { folder } from '../store/store-world'
import { type OfficeDoor, policeSetting } from './offices-world'

/**
 * The house as it is found after a crash of now: the data folder as it stands on the disk, opened by another server.
 */
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
