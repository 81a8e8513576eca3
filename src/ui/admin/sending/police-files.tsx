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

/** The host's next step with a file that waits: its upload said, or a file in its place, which Oggi makes. */
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

/** The latest files made for the portal, each with its state: a file that was made is not yet one that was sent. */
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
