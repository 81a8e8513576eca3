import type { Checkin } from '../../../../schema/checkin'
import type { PersonFile } from '../../../../schema/privacy'
import { displayId } from '../../../core/checkin/display-id'
import { shortOf } from '../../../core/flow/names'
import { italian } from '../../../core/text/dates'
import { hostCall as call } from '../../shared/api'
import { Button } from '../../shared/button'
import { announce } from '../../shared/keyboard'
import { house, plural, say } from '../../shared/published'
import { save, showError } from '../checkins/actions'
import { labelOf, moment, shownOf } from '../checkins/card-fields'
import { ReportedLines, readReported } from '../checkins/reported'
import { applyChanges } from '../checkins/results'
import { ask, Dialog } from '../dialogs/dialog'
import { asHost, failureReason } from '../session/host'
import { askErasure } from './reason-dialogs'

/** Returns a field's label with its guest; the field's own name if it has no label. */
const titleOf = (field: string) => {
  const { who } = shortOf(field)
  const label = labelOf(field)
  const named = label.endsWith('.label') ? field : label
  return who ? `${say(`guest.${who}`)}: ${named}` : named
}

const answersOf = (checkin: Checkin) =>
  Object.keys(checkin)
    .filter((field) => field !== 'id')
    .map((field) => [titleOf(field), shownOf(checkin, field)] as const)

type PersonProps = { file: PersonFile; answer: (erase?: true) => void }

const Person = ({ file, answer }: PersonProps) => {
  const checkin = file.record as unknown as Checkin
  const { has } = house.get().speak
  const download = () =>
    save(`${displayId(checkin)}.json`, new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }))
  const nameOf = (word: string) => (has(word) ? say(word) : word)
  return (
    <Dialog title={say('person.title')} subtitle={displayId(checkin)} onClose={() => answer()} className="person">
      <p>{say('person.text', { moment: moment(file.at) })}</p>
      <dl>
        {answersOf(checkin).map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {file.letters.map(({ addressee, status, at }) => (
          <li key={addressee}>
            {nameOf(`person.letter.${addressee}`)}: {say(`consult.letter.${status}`, { at: moment(at) })}
          </li>
        ))}
        {file.files.map((one) => (
          <li key={one.sha256}>
            {moment(one.at)} · {one.file}
          </li>
        ))}
        {file.region > 0 && <li>{plural('person.region', file.region)}</li>}
        <li>
          {file.leaving
            ? say(`person.leaving.${file.leaving.what}`, { day: italian(file.leaving.from) })
            : say('person.stays')}
        </li>
      </ul>
      <footer className="actions">
        <Button onClick={download}>{say('person.download')}</Button>
        <Button kind="danger-text" onClick={() => answer(true)}>
          {say('person.erase')}
        </Button>
        <Button kind="primary" data-first onClick={() => answer()}>
          {say('person.close')}
        </Button>
      </footer>
    </Dialog>
  )
}

/** Shows everything stored about the guests of a check-in, with buttons to save it as JSON or to erase it. */
export const showPerson = async (checkin: Checkin) => {
  const { id } = checkin
  try {
    const { data } = await asHost(() => call('GET /api/checkin/:id/person', { params: { id } }))
    const erases = await ask<true>((answer) => <Person file={data} answer={answer} />)
    if (!erases) return
    const reported = await readReported([checkin])
    const why = await askErasure(<ReportedLines checkins={[checkin]} reported={reported} />)
    if (!why) return
    await asHost(() => call('POST /api/checkin/:id/erase', { params: { id }, body: { reason: why } }))
    applyChanges([], [id])
    announce(say('consult.deleted'))
  } catch (error) {
    showError(failureReason(error))
  }
}
