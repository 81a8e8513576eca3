import { type RefObject, useEffect, useRef } from 'react'

/** Returns the ref of words that scroll into view when they change: new words can stand behind the card's foot. */
export const useSeen = (text: string): RefObject<HTMLParagraphElement | null> => {
  const words = useRef<HTMLParagraphElement>(null)
  const seen = useRef(text)
  useEffect(() => {
    if (text && text !== seen.current) words.current?.scrollIntoView({ block: 'nearest' })
    seen.current = text
  }, [text])
  return words
}
