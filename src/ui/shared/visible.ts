import { type RefObject, useEffect, useRef } from 'react'

/** Calls `seen` whenever the page becomes visible. Returns the function that stops it. */
export const onVisible = (seen: () => unknown) => {
  const look = () => void (document.visibilityState === 'visible' && seen())
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/**
 * Polls while the page is visible: `turn`, which never rejects, runs after `first` milliseconds, `every` milliseconds
 * after it ended, and when the page becomes visible. Returns the function that stops it.
 */
export const whileVisible = (every: number, turn: () => Promise<unknown>, first = 0) => {
  let timer = 0
  let isLeft = false
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    clearTimeout(timer)
    if (document.visibilityState === 'visible') await turn()
    isRunning = false
    if (!isLeft) timer = window.setTimeout(run, every)
  }
  timer = window.setTimeout(run, first)
  const stop = onVisible(run)
  return () => {
    isLeft = true
    clearTimeout(timer)
    stop()
  }
}

/** Returns the ref of a text that scrolls into view when it changes: it could be behind the card's foot. */
export const useSeen = (text: string): RefObject<HTMLParagraphElement | null> => {
  const words = useRef<HTMLParagraphElement>(null)
  const seen = useRef(text)
  useEffect(() => {
    if (text && text !== seen.current) words.current?.scrollIntoView({ block: 'nearest' })
    seen.current = text
  }, [text])
  return words
}
