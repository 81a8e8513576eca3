import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readWords } from '../../../server/flow/read'
import { openHouse } from '../../../server/house/house'
import { houseFolders } from '../../../server/houses/folders'
import { manyHouses } from '../../../server/houses/houses'
import { openMailQueue } from '../../../server/mail/queue'
import { openStore } from '../../../server/store/sqlite/open'
import { closedPort, party, postOffice, withMail } from '../mail/mail-world'
import { folder } from '../store/store-world'
import { houseSecrets } from './world'

const test = suite('a house that is closed')

const name = 'rosa.example.it'
const words = readWords('src/text').words
const flow = () => ({ flow: { fields: {} }, words })

test('letters of a closed house leave on time, once, without a request', async () => {
  const root = folder()
  const clock = { ms: Date.parse('2026-07-01T10:00:00Z') }
  const now = () => new Date(clock.ms)
  const folders = houseFolders(root)
  mkdirSync(folders.dirOf(name))
  const mail = await postOffice()
  const opened = { count: 0 }
  const houses = manyHouses({
    folders,
    most: 5,
    now: () => clock.ms,
    trustProxy: true,
    report: (line) => assert.unreachable(line),
    open: (name) => {
      opened.count++
      return openHouse({
        dir: folders.dirOf(name),
        name,
        flow: { steps: 'test/fixtures/flow/steps.json', texts: 'src/text' },
        built: resolve('dist'),
        pin: undefined,
        tell: () => {},
        backups: 0,
        trustProxy: true,
        isPublic: true,
        at: {},
        mail: mail.server,
        now,
        log: () => {},
        report: () => {},
      })
    },
  })

  // The house was opened once while no mail server was reachable, and closed with unsent letters.
  const store = await openStore({ dir: join(root, name), backups: 0 })
  await store.saveSettings(withMail)
  await houseSecrets(store, '1357')
  const { id } = await store.addCheckin({ owner: 'a', draftId: 'draft00000000001', ...party })
  const unreachable = { ...mail.server, port: await closedPort() }
  const mailQueue = await openMailQueue({ store, server: unreachable, flow, now, log: () => {} })
  await mailQueue.enqueue(id)
  await mailQueue.settled()
  await mailQueue.close()
  await store.close()
  assert.is(mail.letters.length, 0)

  await houses.turn()
  const [wake, before] = [await folders.wakeAt(name), opened.count]
  assert.ok(wake > clock.ms && wake < clock.ms + 3_600_000, new Date(wake).toISOString())
  clock.ms = wake - 1
  await houses.turn()
  assert.is(opened.count, before, 'opened before its time')
  clock.ms = wake + 120_000
  await houses.turn()
  assert.equal(mail.letters.flatMap(({ to }) => to).sort().length, 2)
  assert.is(await folders.wakeAt(name), Infinity, 'nothing is left to do')
  clock.ms += 86_400_000
  await houses.turn()
  assert.is(mail.letters.length, 2)
  assert.is(opened.count, before + 1)
  await houses.close()
  await mail.close()
})

test.run()
