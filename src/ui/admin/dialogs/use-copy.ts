import { useRef, useState } from 'react'
import { say } from '../../shared/published'

/** Copies a text, or selects it if the browser forbids copying. The dialog shows the result: it covers notices. */
export const useCopy = () => {
  const box = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<{ text: string; isBad: boolean }>()
  const copy = async (text: string, done: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied({ text: say(done), isBad: false })
      return true
    } catch {
      box.current?.select()
      setCopied({ text: say('invite.notCopied'), isBad: true })
      return false
    }
  }
  return { box, copied, copy, clear: () => setCopied(undefined) }
}
