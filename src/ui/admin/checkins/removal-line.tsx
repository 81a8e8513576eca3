import { useEffect, useMemo } from 'react'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { leaving } from './leaving'
import { removeNow, takeBack } from './removal'
import { namesOf } from './reported'
import { pollChanges, results } from './results'

/** Milliseconds to wait after a deletion is due before asking whether it was done. */
const grace = 250

const wordsFor = (ids: readonly number[], until: number) => {
  const seconds = plural('undo.seconds', Math.max(1, Math.ceil((until - Date.now()) / 1000)))
  const checkin = ids.length === 1 ? results.get()?.checkins.get(ids[0]!) : undefined
  return say('undo.deleted', { who: checkin ? namesOf([checkin]) : plural('undo.many', ids.length), seconds })
}

/** The pending deletions, with buttons to undo them or delete at once. */
export const RemovalLine = () => {
  const waiting = useStore(leaving)
  const found = useStore(results)
  const ids = [...waiting.keys()]
  const until = Math.max(...waiting.values())
  const words = useMemo(() => (ids.length ? wordsFor(ids, until) : ''), [waiting, found?.query])
  useEffect(() => {
    const timers = [...new Set(waiting.values())].map((at) =>
      window.setTimeout(() => void pollChanges(), Math.max(0, at - Date.now()) + grace),
    )
    return () => timers.forEach(clearTimeout)
  }, [waiting])
  return (
    <div className="undo-line" role="status">
      {words && (
        <p>
          <span>{words}</span>
          <button type="button" className="button small" onClick={() => void takeBack()}>
            {say('undo.back')}
          </button>
          <button type="button" className="button small" onClick={() => void removeNow()}>
            {say('undo.now')}
          </button>
        </p>
      )}
    </div>
  )
}
