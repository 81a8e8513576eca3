import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { RegionMatters, RegionRun, Sendings } from '../../../schema/offices'
import { sealPin } from '../../../server/settings/pin'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { regionStandIn } from '../../stand-ins/region'
import { byHand, type Door, type Jar, openDoor, pin } from '../http/door-world'
import { folder } from '../store/store-world'
import { officeSecrets, released } from './offices-world'

const test = suite('the region after a backup was put back')

const first = addDays(italianDay(), -10)
const structure = {
  id: 'r1',
  structureCode: 'A00000',
  region: 'lazio',
  user: 'trasmissione',
  password: officeSecrets.region,
  firstDay: first,
}
const arriving = (name: string, from: number) =>
  byHand({
    mainGuestName: name,
    arrivalDate: addDays(first, from),
    numberOfNights: '1',
    departureDate: addDays(first, from + 1),
  })

type At = Door & { jar: Jar; dir: string }

const matters = async ({ ask, jar }: At) => (await ask('GET', '/api/region', { jar })).json.data as RegionMatters
/** Sends the due days; each must end as sent without a refused guest. */
const send = async ({ ask, jar }: At) => {
  const run = (await ask('POST', '/api/region/send', { jar, body: { id: 'r1' } })).json.data as RegionRun
  assert.equal([run.refused, run.incomplete, run.stopped], [0, 0, undefined])
  const { region } = (await ask('GET', '/api/sendings', { jar })).json.data as Sendings
  assert.equal([...new Set(region[0]!.days.map(({ state }) => state))], ['sent'])
}
const monthFiles = async ({ ask, jar }: At) => {
  const months = [...new Set([first, italianDay()].map((day) => day.slice(0, 7)))]
  const texts: string[] = []
  for (const month of months) {
    const { data } = (await ask('POST', '/api/export', { jar, body: { kind: 'monthly', month, sure: true } })).json
    texts.push(...data.files.map(({ text }: { text: string }) => text))
  }
  return texts
}

/** A region, and houses connected to it one after another. */
const withRegion =
  (
    work: (world: {
      region: Awaited<ReturnType<typeof regionStandIn>>
      open: (home: string, work: (door: At) => Promise<void>) => Promise<void>
      names: () => string[]
    }) => Promise<void>,
  ) =>
  async () => {
    const region = await regionStandIn({
      structures: [{ code: 'A00000', user: 'trasmissione', password: officeSecrets.region }],
      checksSchema: false,
    })
    const open = async (home: string, living: (door: At) => Promise<void>) => {
      const door = await openDoor({
        home,
        settings: { regionStructures: [structure], adminPin: await sealPin(pin, 1) },
        offices: { regionUrl: region.url },
      })
      const whole = async () => living({ ...door, jar: await door.host(), dir: home })
      await whole().finally(door.close)
    }
    const names = () => [...region.guests('A00000').values()].map(({ fields }) => fields.nome ?? '').sort()
    await work({ region, open, names }).finally(region.close)
  }

/** Replaces a folder's store by a backup; the ledger is in neither. */
const putBack = (backup: Uint8Array, home: string) => {
  for (const file of ['checkin.sqlite', 'checkin.journal', 'checkin.mark']) rmSync(join(home, file), { force: true })
  writeFileSync(join(home, 'checkin.sqlite'), backup)
}

test(
  'in the same folder, twice: guests sent since are named and deleted at one press, deleted guests stay away',
  withRegion(async ({ region, open, names }) => {
    const home = folder()
    let backup: Uint8Array = Buffer.alloc(0)
    await open(home, async (door) => {
      await released(door, door.jar, arriving('ALDO', 1))
      await released(door, door.jar, arriving('CARLO', 2))
      await send(door)
      backup = await door.store.backup()
    })
    const carlo = [...region.guests('A00000').values()].find(({ fields }) => fields.nome === 'CARLO')!.id
    await open(home, async (door) => {
      await released(door, door.jar, arriving('BRUNO', 3))
      const gone = (await door.store.checkins()).find(({ mainGuestName }) => mainGuestName === 'CARLO')!
      await door.ask('DELETE', `/api/checkin/${gone.id}`, { jar: door.jar })
      await send(door)
    })
    assert.equal(names(), ['ALDO', 'BRUNO'])
    for (const time of ['once', 'twice']) {
      putBack(backup, home)
      await open(home, async (door) => {
        const { strangers } = await matters(door)
        assert.equal(
          strangers.map(({ arrival }) => arrival),
          time === 'once' ? [addDays(first, 3)] : [],
          time,
        )
        const ids = strangers.map(({ id }) => id)
        if (time === 'once') assert.ok(region.guests('A00000').has(ids[0]!), 'named under the id the region has')
        const eliminated = await door.ask('POST', '/api/region/eliminate', { jar: door.jar, body: { ids } })
        assert.is(eliminated.json.data.count, ids.length)
        assert.equal((await matters(door)).strangers, [])
        await send(door)
        assert.equal(names(), ['ALDO'], time)
        assert.not.ok(region.guests('A00000').has(carlo), 'the eliminated id does not come back')
      })
    }
  }),
)

test(
  'in a new folder: the ledger copied along names them; without it the files made since the backup do',
  withRegion(async ({ open, names }) => {
    const home = folder()
    let backup: Uint8Array = Buffer.alloc(0)
    await open(home, async (door) => {
      await released(door, door.jar, arriving('ALDO', 1))
      await send(door)
      backup = await door.store.backup()
    })
    let texts: string[] = []
    await open(home, async (door) => {
      await released(door, door.jar, arriving('BRUNO', 3))
      await released(door, door.jar, arriving('DARIO', 3))
      await send(door)
      texts = await monthFiles(door)
    })
    const copied = folder()
    putBack(backup, copied)
    copyFileSync(join(home, 'checkin.region'), join(copied, 'checkin.region'))
    await open(copied, async (door) => assert.is((await matters(door)).strangers.length, 2))

    const bare = folder()
    putBack(backup, bare)
    await open(bare, async (door) => {
      const { ask, jar } = door
      assert.equal((await matters(door)).strangers, [], 'nothing is known, and nothing is said to be')
      assert.is((await ask('POST', '/api/region/known', { jar, body: { text: '<html/>' } })).status, 400)
      let learned = 0
      for (const text of texts)
        learned += (await ask('POST', '/api/region/known', { jar, body: { text } })).json.data.count
      assert.is(learned, 2)
      const { strangers } = await matters(door)
      assert.equal(
        strangers.map(({ arrival, structure: of }) => [arrival, of]),
        [0, 1].map(() => [addDays(first, 3), 'A00000']),
      )
      await ask('POST', '/api/region/eliminate', { jar, body: { ids: strangers.map(({ id }) => id) } })
      await send(door)
      assert.equal(names(), ['ALDO'])
    })
    assert.ok(existsSync(join(bare, 'checkin.region')))
  }),
)

test(
  'an elimination is in the file of the month too, without the web service',
  withRegion(async ({ open }) => {
    const home = folder()
    let backup: Uint8Array = Buffer.alloc(0)
    await open(home, async (door) => {
      await released(door, door.jar, arriving('ALDO', 1))
      await monthFiles(door)
      backup = await door.store.backup()
    })
    await open(home, async (door) => {
      await released(door, door.jar, arriving('BRUNO', 1))
      await monthFiles(door)
    })
    putBack(backup, home)
    await open(home, async (door) => {
      const ids = (await matters(door)).strangers.map(({ id }) => id)
      assert.is(ids.length, 1)
      const eliminated = async () =>
        (await monthFiles(door)).flatMap((text) =>
          [...text.matchAll(/<eliminazione>\s*<idswh>(.*?)</g)].map(([, id]) => id),
        )
      assert.equal(await eliminated(), [])
      await door.ask('POST', '/api/region/eliminate', { jar: door.jar, body: { ids } })
      assert.equal(await eliminated(), ids)
      assert.equal(await eliminated(), [], 'once is enough')
    })
  }),
)

test.run()
