import { useState } from 'react'
import type { ExportedFile } from '../../../../schema/calls/exports'
import { Button } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { moment } from '../checkins/card-fields'
import { exportLog } from '../checkins/results'
import { asHost } from '../session/host'

type LoggedFile = ExportedFile & { note: number }

/** The official files a check-in was in, so that the host can prove what was made and when. */
export const ExportLogPart = ({ id }: { id: number }) => {
  const { of, counts, files } = useStore(exportLog)
  const [all, setAll] = useState<readonly LoggedFile[]>()
  const { say, plural } = house.get().speak
  const notes = all ?? (of[id] ?? []).flatMap((note) => (files[note] ? [{ note, ...files[note] }] : []))
  if (!notes.length) return null
  const showAll = () =>
    asHost(() => call('GET /api/checkin/:id/exports', { params: { id } }))
      .then(({ data }) => setAll(data))
      .catch(showReason)
  return (
    <section className="part-list audit">
      <h4>{say('consult.part.exports')}</h4>
      <ul>
        {notes.map(({ note, at, file, sha256, count, replacedBy }) => (
          <li key={note}>
            {moment(at)} · <strong>{file}</strong> · {plural('consult.madeOf', count)}
            {replacedBy && <em> · {say('consult.replacedBy', { file: replacedBy })}</em>}
            <br />
            <code>SHA-256 {sha256}</code>
          </li>
        ))}
      </ul>
      {!all && counts[id] && (
        <Button kind="small" onClick={() => void showAll()}>
          {say('consult.madeAll', { count: counts[id] })}
        </Button>
      )}
    </section>
  )
}
