import { useEffect, useRef, useState } from 'react'
import { monthNumber } from '../../core/text/months'
import { house } from '../shared/published'
import type { ControlProps } from './control'

const parts = [
  { name: 'day', size: 2 },
  { name: 'month', size: 2 },
  { name: 'year', size: 4 },
] as const

/** Which box a rule is about; the others are about all three. */
const concerns: Record<string, number> = {
  dayGiven: 0,
  day: 0,
  monthGiven: 1,
  month: 1,
  yearGiven: 2,
  year: 2,
  since1900: 2,
  thisYear: 2,
}

const split = (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  return [day, month, year]
}

/** What stands in the boxes as they are left: two digits for a day and for a month, whose name is its number. */
const even = ([day = '', month = '', year = '']: string[]) => [
  day ? day.padStart(2, '0') : '',
  month && (monthNumber(month, house.get().language) ?? month).padStart(2, '0'),
  year,
]

const join = (texts: string[]) => {
  const [day, month, year] = even(texts)
  return day || month || year ? `${year}-${month}-${day}` : ''
}

/**
 * A date in three boxes, for a keypad of digits; whoever has letters may write the month by its name, which stays as it is typed
 * until the box is left. A box filled to its last digit by typing hands the focus on; Backspace, Shift+Tab and autofill never do.
 */
export const DateBoxes = ({ id, value, definition, describedBy, invalid, broken, autoComplete, put }: ControlProps) => {
  const [texts, setTexts] = useState(() => split(value))
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  useEffect(() => {
    if (join(texts) !== value) setTexts(split(value))
  }, [value])

  const type = (index: number, text: string, typed: boolean) => {
    const { size } = parts[index]!
    const named = index === 1 && /\p{L}/u.test(text)
    const kept = named ? text.replace(/[^\p{L}\p{M}]/gu, '') : text.replace(/\D/g, '').slice(0, size)
    const next = texts.map((old, i) => (i === index ? kept : old))
    setTexts(next)
    put(join(next))
    if (definition.advance && typed && !named && kept.length === size && text.length > texts[index]!.length)
      boxes.current[index + 1]?.focus()
  }

  return (
    <div className="date">
      {parts.map(({ name }, index) => {
        const own = index ? `${id}-${name}` : id
        return (
          <div key={name} className={name}>
            <label htmlFor={own}>{house.get().speak.say(`date.${name}`)}</label>
            <input
              ref={(box) => void (boxes.current[index] = box)}
              id={own}
              inputMode="numeric"
              enterKeyHint="next"
              value={texts[index]}
              autoComplete={autoComplete === 'off' ? 'off' : `bday-${name}`}
              aria-describedby={describedBy}
              aria-invalid={(invalid && (concerns[broken ?? ''] ?? index) === index) || undefined}
              onChange={({ target, nativeEvent }) =>
                type(index, target.value, (nativeEvent as InputEvent).inputType === 'insertText')
              }
              onBlur={() => setTexts(even)}
            />
          </div>
        )
      })}
    </div>
  )
}
