import { createInterface } from 'node:readline'
import { mailServer } from '../../server/mail/smtp'
import { openOffices } from '../../server/offices/open-offices'
import { places } from '../../server/places/places'
import { italianDay } from '../../server/shared/clock'
import { foldInWorker } from '../../server/store/sqlite/folding'
import { openStore } from '../../server/store/sqlite/open'
import type { Numbered, SendingEvent } from '../../src/core/offices/sending-events'
import { inventedPlace } from './parties'

/** What the house is told to do at an instant: the host's deeds, then what is done by itself. */
export type Step = {
  ms: number
  add?: { [field: string]: unknown }[]
  change?: { key: string; patch: { [field: string]: unknown } }[]
  remove?: string[]
  settle?: { account: string; sending: number; taken: boolean }[]
  tell?: true
}

/** How everything stands in the house, for who has to judge it. */
export type Standing = {
  events: Numbered<SendingEvent>[]
  receipts: { day: string; counted?: number }[]
}

/** The house's settings: both offices by themselves, at once. */
const settings = (structure: object, account: object) => ({
  reservationCodes: [
    { id: 'one', code: 'A101', description: 'Camera Blu', showPaymentPage: false, totalRooms: 60, totalBeds: 180 },
  ],
  policeAccounts: [account],
  regionStructures: [structure],
  policeAutomatic: true,
  regionAutomatic: true,
  policeWaitMinutes: 15,
  sendingReminders: false,
})

/**
 * A house in a process of its own that does as it is told, a line of JSON at a time, and answers each line when all it
 * led to is over. It is killed at any moment, and told the same again when it comes back.
 */
export const liveInHouse = async (told: NodeJS.ProcessEnv): Promise<never> => {
  const { YEAR_DIR: dir = '', YEAR_POLICE, YEAR_REGION, YEAR_STRUCTURE = '{}', YEAR_ACCOUNT = '{}' } = told
  let ms = Number(told.YEAR_BEGIN)
  const now = () => new Date(ms)
  const store = await openStore({ dir, now, backups: 0, fold: foldInWorker('dist/fold-worker.mjs') })
  await store.saveSettings(settings(JSON.parse(YEAR_STRUCTURE), JSON.parse(YEAR_ACCOUNT)) as object)
  await store.savePlaceCode(inventedPlace.key, { code: inventedPlace.code })
  const book = places(
    store,
    async () => ({}),
    () => italianDay(now()),
  )
  const offices = await openOffices({
    store,
    places: book,
    dir,
    now,
    report: console.error,
    at: { policeUrl: YEAR_POLICE, regionUrl: YEAR_REGION },
    server: mailServer({}),
    // Longer than a busy machine takes: silence is what the stand-in decides.
    patience: { send: 1500, other: 1500 },
  })
  const ids = new Map((await store.checkins()).map(({ draftId, id }) => [draftId ?? '', id]))
  const say = (word: object) => process.stdout.write(`${JSON.stringify(word)}\n`)

  const standing = async (): Promise<Standing> => ({
    events: await offices.log.all(),
    receipts: (await store.notes('police-receipt')).map(({ day, counted }) => ({
      day,
      ...(counted !== undefined && { counted }),
    })),
  })

  const live = async ({ add = [], change = [], remove = [], settle = [], tell, ...step }: Step) => {
    ms = step.ms
    const added: { [key: string]: number } = {}
    for (const record of add) added[String(record.draftId)] = (await store.addCheckin(record)).id
    for (const [key, id] of Object.entries(added)) ids.set(key, id)
    for (const { key, patch } of change) await store.updateCheckin(ids.get(key)!, patch)
    // One that a killed process had removed already is not there any more.
    for (const key of remove) if (ids.has(key)) await store.removeCheckin(ids.get(key)!)
    for (const { account, sending, taken } of settle) await offices.police.sending.settle(account, sending, taken)
    await offices.tick()
    say({ done: step.ms, added, ...(tell && { standing: await standing() }) })
  }

  say({ open: true })
  for await (const line of createInterface(process.stdin)) await live(JSON.parse(line))
  await offices.stop()
  await store.close()
  process.exit(0)
}
