import type { IncomingMessage, RequestListener } from 'node:http'
import sentences from '../../src/text/suspended.json'
import type { House } from '../house/house'
import { callerAddress, hostOf } from '../http/caller'
import { answersReadiness, failureAnswer, headers, json } from '../http/responses'
import { Refusal, say, tooMany } from '../shared/messages'
import { single } from '../shared/scheduling'
import { HeldElsewhere } from '../store/store'
import { type OpenedOptions, openedHouses } from './opened'

const houseOf = (req: IncomingMessage, trustProxy: boolean) =>
  hostOf(req, trustProxy)
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')

/** In every language: the client's is unknown. */
const suspendedPage = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Check-in</title>${Object.entries(
  sentences,
)
  .map(([language, sentence]) => `<p lang="${language}">${sentence}</p>`)
  .join('')}`

/** Leads each request to the house of its host name: 421 for an unknown, 503 for a suspended one. */
export const front =
  (
    houses: Pick<Houses, 'answer'> & { isReady: () => Promise<boolean> },
    { trustProxy, report }: { trustProxy: boolean; report: (line: string) => void },
  ): RequestListener =>
  (req, res) => {
    if (answersReadiness(req, res, houses.isReady)) return
    const name = houseOf(req, trustProxy)
    const refuse = (error: unknown) => {
      if (res.headersSent) return void res.destroy()
      const { status, body, headers: more = {} } = failureAnswer(error)
      json(res, status, body, { ...headers, ...more })
    }
    const suspended = () => {
      if (!req.headers.accept?.includes('text/html'))
        return refuse(new Refusal(503, say('server.suspended'), { retryAfter: 3_600 }))
      res.writeHead(503, { ...headers, 'content-type': 'text/html; charset=utf-8', 'retry-after': '3600' })
      res.end(suspendedPage)
    }
    houses.answer(name, req, res).then(
      (reason) => {
        if (reason === 'suspended') suspended()
        else if (reason === 'leaving') refuse(new Refusal(503, say('server.moving'), { retryAfter: 5 }))
        else if (reason === 'too many') refuse(tooMany(5))
        else if (reason === 'unknown' && req.url === '/healthz') json(res, 200, { success: true }, headers)
        else if (reason === 'unknown') refuse(new Refusal(421, say('server.host')))
      },
      (error: Error) => {
        if (!(error instanceof Refusal)) report(`${name}: ${error.message}`)
        refuse(error)
      },
    )
  }

type HousesOptions = Omit<OpenedOptions, 'closed'> & { now: () => number; trustProxy: boolean }

/** Milliseconds until a house whose opening failed is woken again. */
const pause = 3_600_000

const answered = ({ handler }: House, ...[req, res]: Parameters<RequestListener>) =>
  new Promise<void>((done) => {
    if (res.destroyed) return done()
    res.once('close', done)
    handler(req, res)
  })

/** Many houses in one process, opened on request. A closed house is opened for its own due work. */
export const manyHouses = ({ now, trustProxy, ...options }: HousesOptions) => {
  const { folders, report } = options
  const wakes = new Map<string, number>()
  const opened = openedHouses({ ...options, closed: (name, at) => wakes.set(name, at) })
  let isClosing = false

  const learn = async () => {
    const names = await folders.list()
    for (const name of names) if (!wakes.has(name)) wakes.set(name, await folders.wakeAt(name))
    const existing = new Set(names)
    for (const name of wakes.keys()) if (!existing.has(name)) wakes.delete(name)
    for (const name of (await folders.due?.()) ?? []) if (wakes.get(name) === Infinity) wakes.set(name, 0)
  }

  const wake = async (name: string) => {
    wakes.set(name, now() + pause)
    await opened
      .use(name, ({ work }) => work())
      .catch((error: Error) => {
        if (error instanceof HeldElsewhere) wakes.set(name, Infinity)
        else report(`${name}: ${error.message}`)
      })
    await opened.closeIdle(name)
  }

  const turn = async () => {
    await opened.closeSuspended()
    await learn()
    for (const [name, at] of wakes) {
      if (isClosing) return
      if (at <= now() && !opened.has(name)) await wake(name)
    }
  }

  const { run, idle } = single(() => turn().catch((error: Error) => report(`houses: ${error.message}`)))

  return {
    /** Answers a request, or resolves with the reason why not. */
    answer: (name: string, ...[req, res]: Parameters<RequestListener>) =>
      opened.use(name, (house) => answered(house, req, res), callerAddress(req, trustProxy)),
    /** Two turns never run at once. */
    turn: run,
    counts: () => ({ houses: wakes.size, open: opened.count(), letters: opened.letters() }),
    lose: opened.lose,
    /** Closes all; resolves when everything is on the disk. */
    close: async () => {
      isClosing = true
      await idle()
      await opened.closeAll()
    },
  }
}

export type Houses = ReturnType<typeof manyHouses>
