import type { FeedFaultKind } from '../../schema/bookings'
import { guardedRequest, type OutgoingLimits } from '../outgoing/guarded-request'

/** A calendar's text with its ETag, `same` after a 304, or why the request failed. */
export type Fetched = { text: string; etag?: string } | 'same' | { fault: FeedFaultKind }

const redirects = 5

/** Fetches a calendar; never throws. */
export const fetchCalendar = async (
  address: string,
  etag: string | undefined,
  limits: OutgoingLimits,
): Promise<Fetched> => {
  const headers = { accept: 'text/calendar, text/plain;q=0.5', ...(etag && { 'if-none-match': etag }) }
  const isRead = (status: number) => status === 200
  const response = await guardedRequest(address.replace(/^webcal:/i, 'https:'), { headers, redirects, isRead }, limits)
  if ('fault' in response) return response
  if (response.status === 304) return 'same'
  if (response.status !== 200) return { fault: [401, 403, 404, 410].includes(response.status) ? 'gone' : 'status' }
  // Compressed answers are refused: a small one could unpack to gigabytes.
  if (!/^(?:identity)?$/i.test(response.headers['content-encoding'] ?? '')) return { fault: 'notCalendar' }
  return {
    text: response.body.toString('utf8'),
    ...(response.headers.etag && { etag: response.headers.etag.slice(0, 300) }),
  }
}
