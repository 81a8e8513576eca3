import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { italianDay } from '../../server/shared/clock'
import { openStore } from '../../server/store/sqlite/open'
import { identityRemoval } from '../../src/core/data-protection/retention'
import { addDays } from '../../src/core/text/dates'
import { folder, kept, started } from '../bench/world'
import { certificate } from '../fixtures/certificate'
import { houseSecrets } from '../server/houses/world'
import { closedPort, postOffice, withMail } from '../server/mail/mail-world'
import { policeStandIn } from '../stand-ins/police'
import { regionStandIn } from '../stand-ins/region'

export const codes = Array.from({ length: 20 }, (_, n) => `S${String(n).padStart(3, '0')}`)

export const pin = '4711'

const access = { user: 'XX000001', password: 'parola', wsKey: 'chiave' }

/** Everything on: mail, both offices by themselves, retention. */
const settings = {
  ...withMail,
  emailReplyTo: 'house@example.org',
  reservationCodes: codes.map((code) => ({
    id: code,
    code,
    description: `Camera ${code}`,
    showPaymentPage: true,
    totalRooms: 40,
    totalBeds: 120,
  })),
  dailyCheckins: 5_000,
  codeCheckins: 100_000,
  policeAccounts: [{ id: 'p1', name: 'Casa', category: 'single', ...access }],
  regionStructures: [
    {
      id: 'r1',
      structureCode: 'A00000',
      region: 'lazio',
      user: 'prova',
      password: 'prova',
      firstDay: addDays(italianDay(), -1),
    },
  ],
  policeAutomatic: true,
  policeWaitMinutes: 1,
  regionAutomatic: true,
  enableRetention: true,
  arrivalGuides: [{ id: 'house', address: 'Via del Pozzo 7, Trento', keyBox: '4711' }],
}

/** A stay of which only the statistics are left, and of which retention removes the rest. */
const oldStay = (n: number) => {
  const { owner: _, ...stay } = kept(n) as { owner?: string; [field: string]: unknown }
  const coarse = identityRemoval(
    { id: 0, ...stay, arrivalDate: '2015-07-01', departureDate: '2015-07-03' } as never,
    '2015-09-01',
  )
  return Object.fromEntries(Object.entries(coarse).filter(([, value]) => value !== null))
}

/** Old stays before each start; the start's retention removes them. */
const oldStays = 20

/**
 * A house in a process of its own with everything on, beside stand-ins of mail server and offices. Between a kill and
 * the next start its store is looked into, gets stays that retention must remove, and is told that the run is due.
 */
export const soakedHouse = async () => {
  const dir = folder()
  const ca = join(folder(), 'ca.pem')
  writeFileSync(ca, certificate)
  const office = await postOffice()
  const police = await policeStandIn({ accounts: [{ ...access, structure: 'CASA' }] })
  const region = await regionStandIn({
    structures: [{ code: 'A00000', user: 'prova', password: 'prova' }],
    checksSchema: false,
  })
  const [port, metricsPort] = [await closedPort(), await closedPort()]
  const env = {
    DATA_DIR: dir,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    TRUST_PROXY: '1',
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(office.port),
    SMTP_CA: ca,
    ALLOGGIATI_API: police.url,
    ROSS1000_API: region.url,
  }
  let running: Awaited<ReturnType<typeof started>> | undefined
  let old = 0

  const prepare = async () => {
    const store = await openStore({ dir, backups: 0 })
    try {
      await store.saveSettings(settings as never)
      if (!old) await houseSecrets(store, pin)
      const found = (await store.checkins()).map(({ id, draftId }) => ({ id, draftId }))
      for (let n = 0; n < oldStays; n++) await store.addCheckin(oldStay(old++))
      await store.saveCounter('retention', { next: Date.now() - 1000 })
      return found
    } finally {
      await store.close()
    }
  }

  return {
    dir,
    url: `http://127.0.0.1:${port}`,
    metrics: `http://127.0.0.1:${metricsPort}`,
    office,
    police,
    region,
    /** What is stored before the start. */
    begin: async () => {
      const found = await prepare()
      running = await started(['--liftoff-only', 'dist/server.mjs'], env)
      return found
    },
    kill: async () => {
      const { child } = running!
      running = undefined
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await gone
    },
    isUp: () => running !== undefined,
    memory: () => running?.memory(),
    close: async () => {
      await running?.stop()
      await Promise.all([office.close(), police.close(), region.close()])
    },
  }
}

export type SoakedHouse = Awaited<ReturnType<typeof soakedHouse>>
