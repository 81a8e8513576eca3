import { useEffect, useRef, useState } from 'react'
import { localeOf } from '../../core/text'
import { house } from '../house'
import type { ControlProps } from './control'

const parts = [
  { name: 'day', size: 2, autoComplete: 'bday-day' },
  { name: 'month', size: 2, autoComplete: 'bday-month' },
  { name: 'year', size: 4, autoComplete: 'bday-year' },
] as const

/** Which box a rule is about; the others are about all three. */
const about: Record<string, number> = { dayGiven: 0, day: 0, monthGiven: 1, month: 1, yearGiven: 2, year: 2, since1900: 2, thisYear: 2 }

const split = (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  return [day, month, year]
}
const join = ([day, month, year]: string[]) => (day || month || year ? `${year}-${month}-${day}` : '')
const even = ([day = '', month = '', year = '']: string[]) => [day && day.padStart(2, '0'), month && month.padStart(2, '0'), year]

/** The months as the guest's language names them, whole and short: a guest may type `marzo` or `mar`. */
const monthNumber = (typed: string, language: string) => {
  const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/[^a-z]/g, '')
  const word = plain(typed)
  if (word.length < 3) return undefined
  const months = Array.from({ length: 12 }, (_, i) => plain(new Intl.DateTimeFormat(localeOf(language), { month: 'long' }).format(new Date(2000, i, 15))))
  const found = months.flatMap((name, i) => (name.startsWith(word) || name === word ? [i + 1] : []))
  return found.length === 1 ? String(found[0]) : undefined
}

/** A date in three boxes. A box filled to its last digit by typing hands the focus on; Backspace, Shift+Tab and autofill never do. */
export const DateBoxes = ({ id, value, definition, describedBy, invalid, broken, autoComplete, put }: ControlProps) => {
  const { language, speak } = house.get()
  const [texts, setTexts] = useState(() => split(value))
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  useEffect(() => {
    if (join(even(texts)) !== value) setTexts(split(value))
  }, [value])

  const type = (index: number, text: string, typed: boolean) => {
    const letters = index === 1 && /\p{L}/u.test(text)
    const number = letters ? monthNumber(text, language) : undefined
    const kept = number ?? (letters ? text : text.replace(/\D/g, '').slice(0, parts[index]!.size))
    const next = texts.map((old, i) => (i === index ? kept : old))
    setTexts(next)
    put(join(even(next)))
    const full = kept.length === parts[index]!.size && !letters
    if (definition.advance && typed && full && text.length > texts[index]!.length) boxes.current[index + 1]?.focus()
  }

  return (
    <div className="date">
      {parts.map((part, index) => (
        <div key={part.name} className={part.name}>
          <label htmlFor={index ? `${id}-${part.name}` : id}>{speak.say(`date.${part.name}`)}</label>
          <input
            ref={(box) => void (boxes.current[index] = box)}
            id={index ? `${id}-${part.name}` : id} inputMode="numeric" enterKeyHint="next" value={texts[index]}
            autoComplete={autoComplete === 'off' ? 'off' : part.autoComplete} aria-describedby={describedBy} aria-invalid={(invalid && (about[broken ?? ''] ?? index) === index) || undefined}
            onChange={({ target, nativeEvent }) => type(index, target.value, (nativeEvent as InputEvent).inputType === 'insertText')}
            onBlur={() => setTexts(even)}
          />
        </div>
      ))}
    </div>
  )
}
