import type { QueryOf } from '../../../../schema/api'
import type { Checkin } from '../../../../schema/checkin'
import { hostResponse, Offline, Refused } from '../../shared/api'

/** The longest the page may be kept from drawing while a long answer is read, in milliseconds. */
const patience = 24
const breathe = () => new Promise<void>((done) => setTimeout(done))

const head = '"data":['
const between = '},{"id":'
const refusal = /^\s*\{\s*"success"\s*:\s*false/

const refused = (status: number, text: string) => {
  try {
    return new Refused(status, text, JSON.parse(text))
  } catch {
    return new Refused(status, text, {})
  }
}

/**
 * A list of check-ins read while it arrives: ten thousand are twenty megabytes, and parsed at once they would freeze the page. The
 * records are flat and begin with their number, and no text inside JSON holds a bare quote, so `},{"id":` is always a seam.
 */
export const readCheckins = async (
  query: QueryOf<'GET /api/checkins'>,
  each: (some: Checkin[]) => void,
): Promise<void> => {
  const response = await hostResponse('GET /api/checkins', { query })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let isOpen = false
  let since = performance.now()
  for (;;) {
    const { value = '', done } = await reader.read().catch((error: Error) => {
      throw new Offline(error.message)
    })
    rest += value
    if (!isOpen) {
      const at = refusal.test(rest) ? -1 : rest.indexOf(head)
      if (done && at < 0) throw refused(response.status, rest)
      if (at < 0) continue
      isOpen = true
      rest = rest.slice(at + head.length)
    }
    if (done) break
    const seam = rest.lastIndexOf(between)
    if (seam < 0) continue
    each(JSON.parse(`[${rest.slice(0, seam + 1)}]`) as Checkin[])
    rest = rest.slice(seam + 2)
    if (performance.now() - since > patience) {
      await breathe()
      since = performance.now()
    }
  }
  each(JSON.parse(`[${rest.slice(0, rest.lastIndexOf(']'))}]`) as Checkin[])
}
