import { useEffect, useRef, useState } from 'react'
import type { Language } from '../../../../schema/languages'
import { type Speaker, speaker } from '../../../core/flow/speaker'
import { Button, Skeleton } from '../../look/parts'
import { house, say } from '../../shared/published'
import { onVisible } from '../../shared/visible'
import { showReason } from '../checkins/actions'
import { failureReason, optional, publishedIn } from '../session/host'
import { ancestors } from './dialog'

/** Returns whether work is running, and a function that runs work unless other work is running. */
export const useBusy = () => {
  const [busy, setBusy] = useState(false)
  const once = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    setBusy(true)
    await work().finally(() => setBusy(false))
  }
  return { busy, once }
}

/** Returns a function that runs work, one at a time, and why the last work failed, in the host's words. */
export const useAttempt = (wordsOf: (error: unknown) => string = failureReason) => {
  const { busy, once } = useBusy()
  const [failure, setFailure] = useState('')
  const attempt = (work: () => Promise<unknown>) =>
    once(async () => {
      setFailure('')
      await work().catch((error: unknown) => setFailure(wordsOf(error)))
    })
  return { busy, failure, setFailure, attempt }
}

/** Runs a page's work, one at a time, then reloads the data of the page. */
export type Work = (task: () => Promise<unknown>) => Promise<void>

/**
 * Returns the answer of `ask`, undefined until it comes. It is read when the component appears, when `again` changes,
 * by `read`, and after each `work`. The last started reading wins, also if an earlier one ends later. `failure` is why
 * the last reading failed.
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
  // A long work ends with a reading: it uses the `ask` of that moment, not of its start.
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
  const work: Work = (task) => once(() => task().catch(showReason).then(read))
  return { answer, failure, read, work, busy }
}

/** As `useAnswer`, but repeats a failed reading when the network returns or the page becomes visible; see `Unread`. */
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

/** Returns the speaker of a guest's language; the page's own until the words are loaded. */
export const useSpeaker = (language: Language): Speaker => {
  const read = async () => speaker((await publishedIn(language)).words, language)
  return useAnswer(read, [language], optional('the invitation keeps its language')).answer ?? house.get().speak
}

type Unanswered = { answer: unknown; failure: string; read: () => Promise<void>; rows?: number }

/** Shows grey rows until an answer comes, or why the last reading failed, with a button to read again. */
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

/** Returns the heading or the name of a row or section, made focusable. */
export const titleIn = (place: Element) => {
  const title = place.querySelector<HTMLElement>(':is(.name-link, h2)')
  // Headings are not focusable by default.
  if (title && title.tabIndex < 0) title.tabIndex = -1
  return title
}

/**
 * Returns the ref of a box that keeps the place of the focus. If the focused element is removed, the name of its row
 * gets the focus, or the heading of its section; not a button, which could be pressed by mistake.
 */
export const useKeptFocus = () => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let places: Element[] = []
    const follow = ({ target }: FocusEvent) => {
      places = [target as Element, ...ancestors(target as Element, 'li, section')]
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
