import { say } from '../../shared/published'
import { moment } from '../checkins/card-fields'
import { resultWords } from './results'
import { type SeenWork, useWorks } from './works'

/** Returns a work's state in one line. */
const lineOf = (work: SeenWork, isUnheard: boolean) => {
  const what = say(`works.${work.kind}`)
  const since = moment(work.since)
  if (work.isLost) return say('works.lost', { what, since })
  if (!work.ended) return say(isUnheard ? 'works.unheard' : 'works.running', { what, since })
  if (!work.result) return say('works.failed', { what, since })
  return say('works.ended', { what, ended: moment(work.ended), result: resultWords(work.kind, work.result) })
}

/** The works that are running in any window, and the results of those this window has seen. */
export const WorkLines = ({ changed }: { changed: () => void }) => {
  const { works, isUnheard } = useWorks(changed)
  return (
    <div className="works" role="status">
      {works.map((work) => (
        <p key={work.id} className={work.isLost || (work.ended && !work.result) ? 'info warns' : 'info'}>
          {lineOf(work, isUnheard)}
        </p>
      ))}
    </div>
  )
}
