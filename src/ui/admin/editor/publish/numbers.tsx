import { useEffect, useState } from 'react'
import type { ProvedDraft } from '../../../../core/editor/draft/draft-proof'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { hostLocale } from '../../session/host'
import { proof, provePublished } from '../draft/proof-state'

const counts = {
  journeys: ({ journeys }: ProvedDraft) => journeys,
  steps: ({ paths }: ProvedDraft) => paths.length,
  questions: ({ questions }: ProvedDraft) => questions,
}

const shown = (count: number | undefined) =>
  count === undefined ? '…' : Number.isFinite(count) ? count.toLocaleString(hostLocale()) : say('flow.countless')

/** Journeys, steps and questions of the published flow and of the draft. */
export const Numbers = () => {
  const { proved } = useStore(proof)
  const [base, setBase] = useState<ProvedDraft>()
  useEffect(() => void provePublished().then(setBase), [])
  return (
    <section>
      <h2>{say('flow.numbers')}</h2>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{say('flow.before')}</th>
            <th scope="col">{say('flow.afterwards')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(counts).map(([name, count]) => (
            <tr key={name}>
              <th scope="row">{say(`flow.count.${name}`)}</th>
              <td>{shown(base && count(base))}</td>
              <td>{shown(proved && count(proved))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
