import { ndjson, type QueryOf } from '../../../../schema/calls/api'
import type { Checkin } from '../../../../schema/checkin'
import { hostResponse, Offline, type RefusalBody, Refused } from '../../shared/api'

/** The longest a long list may keep the page from drawing, in milliseconds. */
const longestStall = 24

/** Lets the page draw where a long list has kept it from that for long enough: to be awaited after each piece. */
export const pageTurns = () => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since <= longestStall) return
    await new Promise((done) => setTimeout(done))
    since = performance.now()
  }
}

/**
 * Cuts a text that arrives in pieces into its lines. `push` answers the lines a piece has completed; `rest` is what has
 * come of a line not yet ended.
 */
export const lineCutter = () => {
  let rest = ''
  return {
    push: (piece: string): string[] => {
      const end = piece.lastIndexOf('\n')
      if (end < 0) {
        rest += piece
        return []
      }
      const lines = (rest + piece.slice(0, end)).split('\n')
      rest = piece.slice(end + 1)
      return lines
    },
    get rest() {
      return rest
    },
  }
}

/** An answer that is no list of lines but the envelope around one. Throws Refused where it is none. */
const readEnvelope = async (response: Response): Promise<Checkin[]> => {
  const text = await response.text().catch(() => '')
  let body: RefusalBody & { success?: boolean; data?: Checkin[] } = {}
  try {
    body = JSON.parse(text)
  } catch {
    // What is no JSON is no list either.
  }
  if (!body.success || !Array.isArray(body.data)) throw new Refused(response.status, text, body)
  return body.data
}

/**
 * Read a list of check-ins while it arrives: ten thousand are twenty megabytes, and parsed at once they would freeze
 * the page. `each` is given those that have come, in their order. Throws Refused, or Offline where the answer breaks
 * off.
 */
export const readCheckins = async (
  query: QueryOf<'GET /api/checkins'>,
  each: (some: Checkin[]) => void,
): Promise<void> => {
  const response = await hostResponse('GET /api/checkins', { query, accept: ndjson })
  if (response.headers.get('content-type') !== ndjson) return each(await readEnvelope(response))
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const lines = lineCutter()
  const rest = pageTurns()
  for (;;) {
    const { value = '', done } = await reader.read().catch((error: Error) => {
      throw new Offline(error.message)
    })
    if (done) break
    const whole = lines.push(value)
    if (whole.length) each(JSON.parse(`[${whole.join()}]`))
    await rest()
  }
  if (lines.rest) throw new Offline('the list broke off')
}
