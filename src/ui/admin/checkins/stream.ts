import { ndjson, type QueryOf } from '../../../../schema/calls/api'
import type { Checkin } from '../../../../schema/checkin'
import { hostResponse, jsonAnswer, Offline, type RefusalBody, Refused, throwOffline } from '../../shared/api'

/** The longest time a long list may block drawing, in milliseconds. */
const longestStall = 24

/** Resolves after the page could draw, if it has been blocked for that long. */
export const yieldToPage = () => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since <= longestStall) return
    await new Promise((done) => setTimeout(done))
    since = performance.now()
  }
}

/** Splits a text that arrives in chunks into lines. `push` returns the completed lines, `rest` the incomplete one. */
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

/** Returns the check-ins of an answer that is one JSON envelope. Throws Refused for any other. */
const readEnvelope = async (response: Response): Promise<Checkin[]> => {
  const body: RefusalBody & { success?: boolean; data?: Checkin[] } = await jsonAnswer(response)
  if (!body.success || !Array.isArray(body.data)) throw new Refused(response.status, body.message ?? '', body)
  return body.data
}

/**
 * Reads a list of check-ins while it arrives: parsing ten thousand (20 MB) at once would freeze the page. `each` gets
 * them in order. Throws Refused, or Offline if the answer breaks off.
 */
export const readCheckins = async (
  query: QueryOf<'GET /api/checkins'>,
  each: (some: Checkin[]) => void,
): Promise<void> => {
  const response = await hostResponse('GET /api/checkins', { query, accept: ndjson })
  if (response.headers.get('content-type') !== ndjson) return each(await readEnvelope(response))
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const lines = lineCutter()
  const pause = yieldToPage()
  for (;;) {
    const { value = '', done } = await reader.read().catch(throwOffline)
    if (done) break
    const whole = lines.push(value)
    if (whole.length) each(JSON.parse(`[${whole.join()}]`))
    await pause()
  }
  if (lines.rest) throw new Offline('the list broke off')
}
