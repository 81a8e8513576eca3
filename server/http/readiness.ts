import type { RequestListener } from 'node:http'
import { say } from '../shared/messages'
import { headers, json } from './responses'

/**
 * Answers `GET /readyz`, under any name: 200 while requests may be sent here, 503 when not; `/healthz` tells that the
 * process lives. All else is the handler's.
 */
export const readiness =
  (handler: RequestListener, isReady: () => Promise<boolean>): RequestListener =>
  (req, res) => {
    if (req.method !== 'GET' || req.url !== '/readyz') return handler(req, res)
    const notReady = { success: false, message: say('server.moving'), error: say('server.moving') }
    isReady()
      .catch(() => false)
      .then((ready) => json(res, ready ? 200 : 503, ready ? { success: true } : notReady, headers))
  }
