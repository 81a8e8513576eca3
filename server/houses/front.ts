import type { IncomingMessage, RequestListener } from 'node:http'
import sentences from '../../src/text/suspended.json'
import { hostOf } from '../http/origin'
import { answersReadiness } from '../http/readiness'
import { failureAnswer, headers, json } from '../http/responses'
import { say } from '../shared/messages'
import { Refusal, tooMany } from '../shared/refusal'
import type { Houses } from './houses'

/** The name of the house a request is for, as its folder is called. */
const houseOf = (req: IncomingMessage, trustProxy: boolean) =>
  hostOf(req, trustProxy)
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')

/** What a person is told, in every language there is: nothing more is known of who asks. */
const suspendedPage = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Check-in</title>${Object.entries(
  sentences,
)
  .map(([language, sentence]) => `<p lang="${language}">${sentence}</p>`)
  .join('')}`

/**
 * Leads each request to the house whose name it asks for. A name of no house is refused (421), a suspended one answers
 * 503, `/healthz` under a name of no house tells how the process is, and `/readyz` under any name.
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
