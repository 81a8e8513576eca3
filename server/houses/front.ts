import type { IncomingMessage, RequestListener } from 'node:http'
import sentences from '../../src/text/suspended.json'
import { hostOf } from '../http/origin'
import { answersReadiness, failureAnswer, headers, json } from '../http/responses'
import { say } from '../shared/messages'
import { Refusal, tooMany } from '../shared/refusal'
import type { Houses } from './houses'

/** The house a request is for, by its host name. */
const houseOf = (req: IncomingMessage, trustProxy: boolean) =>
  hostOf(req, trustProxy)
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')

/** In every language: nothing of the client is known. */
const suspendedPage = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Check-in</title>${Object.entries(
  sentences,
)
  .map(([language, sentence]) => `<p lang="${language}">${sentence}</p>`)
  .join('')}`

/**
 * Leads each request to the house of its host name: 421 for an unknown one, 503 for a suspended one; `/healthz` under
 * an unknown name and `/readyz` under any tell of the process.
 */
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
