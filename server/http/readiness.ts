import type { IncomingMessage, ServerResponse } from 'node:http'
import { say } from '../shared/messages'
import { headers, json } from './responses'

/**
 * Answers `GET /readyz` under any host name and returns whether it did: 200 while requests may be sent here, else 503.
 * `/healthz` tells that the process lives.
 */
export const answersReadiness = (
  req: IncomingMessage,
  res: ServerResponse,
  isReady: () => Promise<boolean>,
): boolean => {
  if (req.method !== 'GET' || req.url !== '/readyz') return false
  const notReady = { success: false, message: say('server.moving'), error: say('server.moving') }
  isReady()
    .catch(() => false)
    .then((ready) => json(res, ready ? 200 : 503, ready ? { success: true } : notReady, headers))
  return true
}
