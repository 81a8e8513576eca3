import { useEffect, useRef, useState } from 'react'
import { Button, Skeleton } from '../../look/parts'
import { say } from '../../shared/published'
import { onVisible } from '../../shared/visible'
import { showReason } from '../checkins/actions'
import { failureReason, optional } from '../session/host'

/** Whether work runs, and a function that runs it: one at a time, a second press does nothing. */
export const useBusy = () => {
  const [busy, setBusy] = useState(false)
  const once = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    setBusy(true)
    await work().finally(() => setBusy(false))
  }
  return { busy, once }
}

/** Runs work of a page, one at a time, and reads again what the page shows. */
export type Work = (what: () => Promise<unknown>) => Promise<void>

/**
 * Returns the answer of `ask`, undefined until it comes: read when the component appears, when `again` changes, by
 * `read`, and after each `work`. A later reading replaces an earlier one, whatever order they end in. `failure` is why
 * the last one failed.
 */
export const useAnswer = <T,>(
  ask: () => Promise<T>,
  again: readonly unknown[] = [],
  failed: (error: unknown) => unknown = showReason,
) => {
  const [answer, setAnswer] = useState<T>()
  const [failure, setFailure] = useState('')
  const { busy, once } = useBusy()
  const latest = useRef({})
  // A work that takes long ends with the question of now, not of when it began.
  const asked = useRef(ask)
  asked.current = ask
  const read = async () => {
    const turn = {}
    latest.current = turn
    const isLatest = () => latest.current === turn
    try {
      const found = await asked.current()
      if (!isLatest()) return
      setAnswer(found)
      setFailure('')
    } catch (error) {
      if (!isLatest()) return
      setFailure(failureReason(error))
      failed(error)
    }
  }
  useEffect(() => {
    void read()
    return () => void (latest.current = {})
  }, again)
  const work: Work = (what) => once(() => what().catch(showReason).then(read))
  return { answer, failure, read, work, busy }
}

/** As `useAnswer`; a failed reading is repeated when the network returns or the page becomes visible: see `Unread`. */
export const useShownAnswer = <T,>(ask: () => Promise<T>, again: readonly unknown[] = []) => {
  const shown = useAnswer(ask, again, optional('the page says why'))
  const { failure, read } = shown
  useEffect(() => {
    if (!failure) return
    addEventListener('online', read)
    const stop = onVisible(read)
    return () => {
      removeEventListener('online', read)
      stop()
    }
  }, [failure])
  return shown
}

type Unanswered = { answer: unknown; failure: string; read: () => Promise<void>; rows?: number }

/** Rows in grey until an answer comes, or why the last reading failed, with a button to read again. */
export const Unread = ({ answer, failure, read, rows }: Unanswered) => {
  const { busy, once } = useBusy()
  if (!failure) return answer === undefined ? <Skeleton label={say('loading')} {...(rows && { rows })} /> : null
  return (
    <p className="notice" role="alert">
      <span>{failure}</span>
      <Button text={say('consult.again')} isBusy={busy} onClick={() => void once(read)} />
    </p>
  )
}

/** Returns the focusable heading, or name, of a row or section. */
export const titleIn = (place: Element) => {
  const title = place.querySelector<HTMLElement>(':is(.name-link, h2)')
  // Headings are not focusable by default.
  if (title && title.tabIndex < 0) title.tabIndex = -1
  return title
}

/**
 * Returns the ref of a box that keeps the place of the focus: if the focused element is removed, the name of its row
 * gets the focus, else the heading of its section. A button there could be pressed by mistake.
 */
export const useKeptFocus = () => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let places: Element[] = []
    const follow = ({ target }: FocusEvent) => {
      places = [target as Element]
      for (
        let at = (target as Element).closest('li, section');
        at;
        at = at.parentElement?.closest('li, section') ?? null
      )
        places.push(at)
    }
    const look = () => {
      if (document.activeElement !== document.body || !places.length || places[0]!.isConnected) return
      const place = places.slice(1).find((one) => one.isConnected && titleIn(one))
      if (place) titleIn(place)!.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(look)
    changes.observe(box.current!, { childList: true, subtree: true })
    box.current!.addEventListener('focusin', follow)
    return () => changes.disconnect()
  }, [])
  return box
}
