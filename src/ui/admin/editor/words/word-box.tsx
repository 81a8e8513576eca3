import { useState } from 'react'
import type { Language } from '../../../../../schema/languages'
import { TextBox } from '../asking/boxes'
import { edit, session } from '../draft/session'

/** Characters from which a text is shown on several lines. */
const longText = 60

type WordBoxProps = {
  label: string
  at: string
  language: Language /** It always has several lines. */
  lines?: boolean
}

/**
 * One text of the flow in one language: kept when the box is left, and back to the project's wording when it is
 * emptied.
 */
export const WordBox = ({ label, at, language, lines = false }: WordBoxProps) => {
  const { flow, shipped } = session.get()!
  const own = flow.words[language]?.[at]
  const said = own ?? shipped[language][at] ?? ''
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    setTyped(undefined)
    if (typed === undefined || typed === said) return
    if (typed.trim() && typed !== shipped[language][at]) edit({ kind: 'setWord', key: at, language, text: typed })
    else if (own !== undefined) edit({ kind: 'shipWord', key: at, language })
  }
  const isLong = lines || said.length > longText || said.includes('\n')
  return <TextBox label={label} lang={language} value={typed ?? said} type={setTyped} leave={keep} isLong={isLong} />
}
