import { setImmediate as breathe } from 'node:timers/promises'
import type { Checkin } from '../../schema/checkin'
import { flowMap } from '../../src/core/diagram/svg'
import type { RecordFault } from '../../src/core/exports/outcome'
import { sentence } from '../../src/core/lint/messages'
import sentences from '../../src/text/findings.json'
import { officialFiles } from '../exports/official-files'
import { Refusal } from '../http/answers'
import { type Call, dayOf, type Kit, notFound, numberOf } from '../http/call'
import { say } from '../messages'
import type { ChangeFeed } from '../store/change-feed'

/** A fault as a card shows it: the check-in is known, the text stands on the card. */
const brief = ({ guest, field, rule, limit, refused }: RecordFault) => ({
  guest,
  field,
  rule,
  ...(limit && { limit }),
  ...(refused && { refused }),
})

/** How many check-ins are looked through before others are let in. */
const turn = 400

/** The calls behind the host's consultation, its exports and the flow page. */
export const hostCalls = ({ serving, now, places }: Kit, { store, listen, cursor, since }: ChangeFeed): Call[] => {
  const files = officialFiles({ store, places, now })
  listen(places.forget)

  const lacking = async (checkins: readonly Checkin[]) => {
    const found: Record<number, object[]> = {}
    for (const [index, checkin] of checkins.entries()) {
      const faults = await places.lacks(checkin)
      if (faults.length) found[checkin.id] = faults.map(brief)
      if (index % turn === turn - 1) await breathe()
    }
    return found
  }
  const errors = () => serving.findings().filter(({ severity }) => severity === 'error').length

  return [
    {
      method: 'GET',
      path: '/api/checkins/changes',
      who: 'host',
      quiet: true,
      run: async ({ query }) => {
        const at = cursor()
        const ids = query.since ? since(query.since) : []
        if (!ids) return { data: { at, reset: true } }
        const read = await Promise.all(ids.map((id) => store.checkin(id)))
        const changed = read.flatMap((checkin): Checkin[] => {
          if (!checkin) return []
          const { owner: _, ...record } = checkin
          return [record as Checkin]
        })
        return { data: { at, changed, removed: ids.filter((_, i) => !read[i]), lacking: await lacking(changed) } }
      },
    },
    {
      method: 'GET',
      path: '/api/lacks',
      who: 'host',
      run: async (asking) => ({ data: await lacking(await store.checkins(dayOf(asking))) }),
    },
    {
      method: 'GET',
      path: '/api/istat-search',
      who: 'host',
      run: async ({ query }) => {
        if (['code', 'name', 'city', 'country'].filter((name) => query[name]).length !== 1)
          throw new Refusal(400, say('server.place.query'))
        return { text: JSON.stringify(await places.search(query)) }
      },
    },
    {
      method: 'POST',
      path: '/api/istat-code',
      who: 'host',
      run: async ({ body }) => {
        const clearer = await places.saveTypedCode(body)
        if (clearer && !(await store.updateCheckin(clearer.id, clearer.patch))) throw notFound()
        return {}
      },
    },
    {
      method: 'POST',
      path: '/api/export',
      who: 'host',
      limit: 400_000,
      run: async ({ body }) => ({ data: await files.run(body) }),
    },
    {
      method: 'GET',
      path: '/api/tourism-month',
      who: 'host',
      run: async ({ query }) => ({ data: await files.month(query.month) }),
    },
    { method: 'GET', path: '/api/exports', who: 'host', run: async () => ({ data: await files.made() }) },
    {
      method: 'GET',
      path: '/api/checkin/:id/exports',
      who: 'host',
      run: async (asking) => ({ data: await files.madeOf(numberOf(asking)) }),
    },
    {
      method: 'GET',
      path: '/api/flow/state',
      who: 'host',
      quiet: true,
      run: async () => ({ data: { errors: errors(), version: serving.current().version } }),
    },
    {
      method: 'GET',
      path: '/api/flow',
      who: 'host',
      run: async () => {
        const { flow, words, version, journeys, files } = serving.current()
        const findings = serving
          .findings()
          .map((finding) => ({ severity: finding.severity, text: sentence(finding, sentences) }))
        return {
          data: {
            version,
            journeys,
            steps: Object.keys(flow.steps).length,
            files,
            findings,
            map: flowMap(flow, words.it),
          },
        }
      },
    },
  ]
}
