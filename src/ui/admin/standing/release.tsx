import { useState } from 'react'
import type { Enabled } from '../../../../schema/calls/party-states'
import { Radios, TextBox } from '../../look/boxes'
import { plural, say } from '../../shared/published'
import { showError } from '../checkins/actions'
import { ask } from '../dialogs/dialog'
import { FormDialog, showDialog } from '../dialogs/questions'
import { callAsHost } from '../session/host'

/**
 * Declares check-ins reported to the police and returns the instant. `seen`: the instant of what the page shows; a
 * later declaration stays. `settlesLeft`: also settles the reported guests who left. Throws Refused or Offline.
 */
export const declareReported = async (
  ids: readonly number[],
  seen: string | undefined,
  settlesLeft = false,
): Promise<string> =>
  (await callAsHost('POST /api/told', { body: { ids: [...ids], told: true, seen, settlesLeft } })).data.at

/** Takes back the declaration of check-ins made at an instant; another one stays. Throws Refused or Offline. */
export const takeReportBack = (ids: readonly number[], at: string) =>
  callAsHost('POST /api/told', { body: { ids: [...ids], told: false, at } })

const showFailed = (failed: Enabled['failed']) =>
  showDialog(
    { title: plural('release.failed', failed.length) },
    <ul>
      {failed.map(({ id, name, why }) => (
        <li key={id}>
          <strong>{name || say('consult.nameless')}</strong>: {why}
        </li>
      ))}
    </ul>,
  )

/** Releases check-ins or takes it back, and shows failures. Returns the changed ids. Throws Refused or Offline. */
export const setEnabled = async (ids: readonly number[], enabled: boolean): Promise<number[]> => {
  const { done, failed } = (await callAsHost('POST /api/enable', { body: { ids: [...ids], enabled } })).data
  if (failed.length && ids.length === 1) showError(failed[0]!.why)
  else if (failed.length) void showFailed(failed)
  return done
}

const reasons = ['lost', 'refused', 'other'] as const

const Form = ({ names, answer }: { names: string; answer: (why?: string) => void }) => {
  const [why, choose] = useState<(typeof reasons)[number]>('lost')
  const [words, setWords] = useState('')
  const [isTried, setTried] = useState(false)
  const reason = why === 'other' ? words.trim() : say(`again.${why}`)
  return (
    <FormDialog
      title={say('again.title')}
      subtitle={say('again.subtitle')}
      yes={say('again.ok')}
      first="no"
      className="identify"
      send={() => (reason ? answer(reason) : setTried(true))}
      cancel={() => answer()}
    >
      <p>{say('again.whom', { names })}</p>
      <Radios
        name="again-why"
        legend={say('again.why')}
        value={why}
        picks={reasons.map((value) => ({ value, text: say(`again.${value}`) }))}
        pick={choose}
      />
      {why === 'other' && (
        <TextBox
          label={say('again.words')}
          maxLength={300}
          value={words}
          fault={isTried && !reason && say('any.required', { field: say('again.words') })}
          put={setWords}
        />
      )}
    </FormDialog>
  )
}

/** Asks for the reason to make a police file again; undefined if cancelled. */
export const reasonToRepeat = (names: string) => ask<string>((answer) => <Form names={names} answer={answer} />)
