import type { PoliceFile, Sendings } from '../../../../schema/office-answers'
import { plural, say } from '../../shared/published'
import { moment } from '../checkins/card-fields'
import { setTold } from '../standing/told'
import { TitledList } from './titled-list'

type Work = (what: () => Promise<unknown>) => Promise<void>

const isWrong = ({ outdated, gone }: PoliceFile) => outdated.length > 0 || gone > 0

const stateWords = (file: PoliceFile) => {
  if (file.state === 'made' && isWrong(file)) return say('sending.file.wrong')
  return say(`sending.file.${file.by ? 'replacedBy' : file.state}`, { by: file.by })
}

/** The next step with a waiting file: confirm the upload, or replace it on Oggi. */
const Next = ({ file, work }: { file: PoliceFile; work: Work }) => {
  if (file.state !== 'made') return null
  if (isWrong(file))
    return (
      <a className="button small" href="/admin-today">
        {say('today.go')}
      </a>
    )
  return (
    <button type="button" className="button small" onClick={() => void work(() => setTold(file.ids, true))}>
      {say('today.tell')}
      <span className="unseen"> {file.name}</span>
    </button>
  )
}

/** The latest police files and their states: a file that was made has not been sent yet. */
export const PoliceFiles = ({ police: { files }, work }: { police: Sendings['police']; work: Work }) => (
  <TitledList title={say('sending.files')} empty={say('sending.noFiles')} className="police-files">
    {files.map((file) => (
      <li key={file.note}>
        <strong>{file.name}</strong> · {moment(file.at)} · {plural('consult.madeOf', file.count)} ·{' '}
        <span className={`state ${file.state === 'made' && isWrong(file) ? 'outdated' : file.state}`}>
          {stateWords(file)}
        </span>{' '}
        <Next file={file} work={work} />
      </li>
    ))}
  </TitledList>
)
