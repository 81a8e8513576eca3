import { policeStandIn } from '../../stand-ins/police'
import { regionStandIn } from '../../stand-ins/region'
import { type Door, openDoor } from '../http/door-world'

/** Secrets of the test accounts; no response or log may contain one. */
export const officeSecrets = { password: 'Questura-pw-7', wsKey: 'WSKEY-secret-9', region: 'Regione-pw-3' }

export const policeSetting = {
  id: 'p1',
  name: 'Casa Rossi',
  user: 'XX000001',
  password: officeSecrets.password,
  wsKey: officeSecrets.wsKey,
  category: 'single',
}

/** Options of a door with offices beside its settings: an existing data folder, the mail server for reminders. */
export type OfficeDoorWanted = Pick<Parameters<typeof openDoor>[0] & object, 'home' | 'mail' | 'patience' | 'wait'>

/** Opens a door with both offices; `firstDay` is the first day of the region's structure. */
export const openWithOffices = async (settings: object = {}, wanted: OfficeDoorWanted = {}) => {
  const clock = { now: () => Date.now() }
  // Milliseconds by which the portal's clock is ahead of the house's.
  const portal = { ahead: 0 }
  const police = await policeStandIn({
    accounts: [
      { user: 'XX000001', password: officeSecrets.password, wsKey: officeSecrets.wsKey, structure: 'CASA ROSSI' },
      {
        user: 'XX000002',
        password: officeSecrets.password,
        wsKey: officeSecrets.wsKey,
        structure: 'APPARTAMENTI',
        apartments: [{ id: 7, name: 'SETTE', active: true }],
      },
    ],
    now: () => new Date(clock.now() + portal.ahead),
  })
  const region = await regionStandIn({
    structures: ['A00000', 'B00000'].map((code) => ({
      code,
      user: 'trasmissione',
      password: officeSecrets.region,
    })),
    checksSchema: false,
  })
  const door = await openDoor({
    settings: { policeAccounts: [policeSetting], ...settings },
    offices: { policeUrl: police.url, regionUrl: region.url },
    ...wanted,
  })
  clock.now = () => door.clock.ms
  return {
    ...door,
    police,
    region,
    portal,
    close: async () => {
      await door.close()
      await Promise.all([police.close(), region.close()])
    },
  }
}

export type OfficeDoor = Awaited<ReturnType<typeof openWithOffices>>

/** Runs a test with both offices and closes everything afterwards. */
export const withOffices =
  (work: (door: OfficeDoor) => Promise<void>, settings: object = {}, wanted: OfficeDoorWanted = {}) =>
  async () => {
    const door = await openWithOffices(settings, wanted)
    await work(door).finally(door.close)
  }

/** Adds a check-in as the host, releases it, and returns its number. */
export const released = async ({ ask }: Pick<Door, 'ask'>, jar: Record<string, string>, body: object) => {
  const { json } = await ask('POST', '/api/checkin', { jar, body })
  const { id } = json.data as { id: number }
  await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { enabledForSending: 'yes' } })
  return id
}
