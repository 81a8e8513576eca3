import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { italianDay } from '../../server/shared/clock'
import { addDays } from '../../src/core/text/dates'
import { answers, asker, type Jar, type Said } from '../server/http/door-world'
import { codes, pin, type SoakedHouse } from './house'
import type { minuteBook } from './minutes'

export type Tally = {
  /** Check-ins answered for, by attempt. */
  stored: Map<string, number>
  removed: Set<number>
  /** Answers that no guest or host expects. */
  wrong: string[]
}

export type Asking = (
  method: string,
  path: string,
  given?: { body?: unknown; jar?: Jar; address?: string; expected?: number },
) => Promise<Said>

/** Asks as a browser does: again when the connection broke, until the house is back. */
export const persistent = (
  { url, isUp }: Pick<SoakedHouse, 'url' | 'isUp'>,
  { answered }: Pick<ReturnType<typeof minuteBook>, 'answered'>,
  { wrong }: Pick<Tally, 'wrong'>,
  agent?: Agent,
): Asking => {
  const ask = asker(url, agent)
  return async (method, path, { body, jar, address = '10.9.9.9', expected } = {}) => {
    for (;;) {
      const began = performance.now()
      const said = await ask(method, path, {
        ...(body !== undefined && { body }),
        ...(jar && { jar }),
        headers: { 'x-forwarded-for': address },
      }).catch((error: Error) => {
        if (isUp() && !/ECONNRE|socket hang up|EPIPE/.test(String(error))) throw error
      })
      if (!said) await pause(200)
      else {
        answered(performance.now() - began)
        if (said.status >= 400 && said.status !== expected)
          wrong.push(`${method} ${path.replace(/\d+/g, ':id')} ${said.status} ${said.text.slice(0, 200)}`)
        return said
      }
    }
  }
}

const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'ABCDEFGHIL'[Number(digit)]!)

/** A guest from the code to the confirmation. */
export const guestComes = async (ask: Asking, { stored }: Pick<Tally, 'stored'>, n: number) => {
  const jar: Jar = {}
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const draftId = String(n).padStart(16, 'a')
  const as = { jar, address }
  await ask('GET', '/', as)
  await ask('POST', '/api/reservation-code', { ...as, body: { code: codes[n % codes.length], draftId } })
  const body = answers({
    draftId,
    mainGuestLastName: `ROSSI ${letters(n)}`,
    mainGuestDocumentNumber: `CA${String(n).padStart(5, '0')}AA`,
    email: `guest${n}@example.org`,
    // The region is told of days that are over.
    ...(n % 3 === 0 && { arrivalDate: addDays(italianDay(), -1) }),
  })
  const { status, json } = await ask('POST', '/api/checkin', { ...as, body })
  if (status !== 200) return
  const { id } = json.data as { id: number }
  stored.set(draftId, id)
  await ask('PATCH', `/api/checkin/${id}/payment-method`, { ...as, body: { paymentMethod: 'CONTANTI' } })
  await ask('POST', `/api/checkin/${id}/confirm`, as)
}

/**
 * The host at work: reads the lists, releases what came, sends to the region (by itself
 * that goes at night), and removes the oldest beyond `most`.
 */
export const hostWorks = (ask: Asking, { stored, removed, wrong }: Tally, most: number) => {
  const jar: Jar = {}
  const seen = new Set<number>()
  const signIn = async () => {
    const { status } = await ask('POST', '/api/admin/login', { jar, body: { pin } })
    if (status !== 200) throw new Error(`the host was not let in: ${wrong.at(-1)}`)
  }
  /** A start signs the host of a single house out. */
  const call = async (method: string, path: string, body?: object) => {
    const given = { jar, expected: 401, ...(body && { body }) }
    const said = await ask(method, path, given)
    if (said.status !== 401) return said
    await signIn()
    return ask(method, path, given)
  }
  let looks = 0
  return async () => {
    for (const path of ['/api/day', '/api/letters', '/api/sendings', '/api/settings', '/api/retention'])
      await call('GET', path)
    const { json } = await call('GET', '/api/checkins')
    const ours = (json.data as { id: number; draftId?: string }[]).filter(({ draftId }) => draftId)
    for (const { id } of ours)
      if (!seen.has(id)) {
        seen.add(id)
        await call('PATCH', `/api/checkin/${id}/update`, { enabledForSending: 'yes' })
      }
    if (looks++ % 40 === 4) await call('POST', '/api/region/send', { id: 'r1' })
    const ids = ours.slice(0, Math.max(0, stored.size - removed.size - most)).map(({ id }) => id)
    if (!ids.length) return
    for (const id of ids) removed.add(id)
    await call('POST', '/api/checkins/delete', { ids })
  }
}
