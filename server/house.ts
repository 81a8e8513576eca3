import { join } from 'node:path'
import { sentence } from '../src/core/lint/messages'
import sentences from '../src/text/findings.json'
import { invitations } from './auth/invitations'
import { cookieKey, firstSecrets } from './auth/pin'
import { sessions } from './auth/sessions'
import { throttle } from './auth/throttle'
import { namedTables } from './excel/named-tables'
import { workbooks } from './excel/workbooks'
import { readAside } from './flow/aside'
import { cachedReading } from './flow/cache'
import { openFlowFolder, ownFlow } from './flow/flow-folder'
import { type Serving, serveFlow } from './flow/serve'
import { trials } from './flow/trials'
import { app } from './http/app'
import { openPost } from './mail/queue'
import type { MailServer } from './mail/smtp'
import { type OfficePlaces, openOffices } from './offices/offices'
import { places } from './places/places'
import { everyMinute, retention } from './privacy/retention-clock'
import { changeFeed } from './store/change-feed'
import { foldAside } from './store/sqlite/fold-aside'
import { openStore } from './store/sqlite/open'

export type HouseOptions = {
  /** The data folder. */
  dir: string
  /** The program's own flow: `steps.json` and the folder of its words. */
  flow: { steps: string; texts: string }
  /** The folder of the built program. */
  built: string
  /** A PIN of four digits to set, once. */
  pin: string | undefined
  /** How many daily backups are kept; the usual number when not said. */
  backups: number | undefined
  /** Whether a proxy says who asks and over what. */
  trustProxy: boolean
  /** Whether others than this machine can reach the server. */
  isPublic: boolean
  at: OfficePlaces
  mail: MailServer
  log: (line: string) => void
  report: (line: string) => void
}

/** The flow of a house, followed on the disk; what each reading found is reported. */
const flowOf = ({ dir, flow, built, log, report }: HouseOptions): Promise<Serving> =>
  serveFlow(
    { ...flow, own: ownFlow(dir) },
    ({ findings, published, words }) => {
      for (const finding of findings) report(sentence(finding, sentences, words?.it))
      log(
        published
          ? `flow: ${published.journeys} journeys, version ${published.version}`
          : 'flow: not published, guests keep the last good one',
      )
    },
    {
      begin: cachedReading(join(built, 'server.mjs'), join(built, 'flow.json')),
      read: readAside(new URL(`file://${join(built, 'flow-reader.mjs')}`)),
    },
  )

/**
 * Opens a house: its store, its flow, its letters, its sendings and the web application on them. `begin` starts what it does by
 * itself; `close` resolves when everything is on the disk. Throws a sentence for the operator.
 */
export const openHouse = async (options: HouseOptions) => {
  const { dir, built, pin, backups, at, mail, log, report, trustProxy, isPublic } = options
  const now = () => new Date()
  const fold = foldAside(join(built, 'fold-worker.mjs'))
  const store = await openStore({ dir, ...(backups !== undefined && { backups }), fold, report })
  await openFlowFolder({ store, dir })
  // The PIN is sealed on another thread while this one reads the flow.
  const [serving, first] = await Promise.all([flowOf(options), firstSecrets(store, pin)])
  const post = await openPost({ store, server: mail })
  const books = workbooks({ store, dir, report, flowWords: () => serving.current().words.it })
  const book = places(store, () => namedTables({ store, dir, report }))
  const offices = await openOffices({ store, places: book, dir, now, report, at })
  const handler = app({
    store,
    offices,
    serving,
    trials: trials(now),
    now,
    post,
    books,
    report,
    dir,
    places: book,
    throttle: throttle(await store.counters(), store.saveCounter),
    invitations: await invitations(store),
    sessions: sessions(await cookieKey(store), () => Date.now()),
    assets: join(built, 'public'),
    trustProxy,
    isPublic,
    log,
  })
  const keeping = everyMinute(retention({ store: changeFeed(store).store, post, now, report: log }))
  return {
    handler,
    /** What the operator is told once. */
    first,
    begin: offices.begin,
    close: async () => {
      serving.stop()
      await keeping.stop()
      await offices.stop()
      await post.close()
      await books.stop()
      await store.close()
    },
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>
