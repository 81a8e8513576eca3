import { type ChangeEvent, type ClipboardEvent, type CompositionEvent, useEffect, useRef, useState } from 'react'
import { plainCharacters } from '../../core/flow/validation'
import { dateParts, monthNumber } from '../../core/text/written-dates'
import { house, say } from '../shared/published'
import { type ControlProps, isComposing } from './control'

const parts = [
  { name: 'day', size: 2 },
  { name: 'month', size: 2 },
  { name: 'year', size: 4 },
] as const

/** The input a rule is about; other rules are about all three. */
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

/** Returns the parts as written on blur: two digits for day and month, the number of a month's name. */
const even = ([day = '', month = '', year = '']: string[]) => [
  day ? day.padStart(2, '0') : '',
  month && (monthNumber(month, house.get().language) ?? month).padStart(2, '0'),
  year,
]

const join = (texts: string[]) => {
  const [day, month, year] = even(texts)
  return day || month || year ? `${year}-${month}-${day}` : ''
}

/** Returns an input's text after `text` was entered: digits up to its size, or a month's name; undefined if full. */
const taken = (index: number, text: string, typed: boolean) => {
  const { size } = parts[index]!
  if (index === 1 && /\p{L}/u.test(text)) return text.replace(/[^\p{L}\p{M}]/gu, '')
  const digits = text.replace(/\D/g, '')
  return typed && digits.length > size ? undefined : digits.slice(0, size)
}

type Boxes = { advance: boolean; value: string; put: (value: string) => void }

const useBoxes = ({ advance, value, put }: Boxes) => {
  const [texts, setTexts] = useState(() => split(value))
  const [composed, setComposed] = useState<{ index: number; text: string }>()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  useEffect(() => {
    if (join(texts) !== value) setTexts(split(value))
  }, [value])

  const take = (next: string[]) => {
    setTexts(next)
    put(join(next))
  }
  const type = (index: number, raw: string, typed: boolean) => {
    const text = plainCharacters(raw)
    const whole = dateParts(text, house.get().language)
    if (whole) return take(even(whole))
    const entered = taken(index, text, typed)
    if (entered === undefined) return
    take(texts.map((old, i) => (i === index ? entered : old)))
    const isFull = /^\d/.test(entered) && entered.length === parts[index]!.size
    // A separator ends a day or a month of one digit: 7.3.1985.
    const isEnded = /^\d+[^\p{L}\p{N}]$/u.test(text)
    if (advance && typed && (isFull || isEnded) && text.length > texts[index]!.length) {
      boxes.current[index + 1]?.focus()
      boxes.current[index + 1]?.select()
    }
  }
  return (index: number) => ({
    ref: (box: HTMLInputElement | null) => void (boxes.current[index] = box),
    value: composed?.index === index ? composed.text : texts[index],
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const whole = dateParts(plainCharacters(event.clipboardData.getData('text')), house.get().language)
      if (!whole) return
      event.preventDefault()
      take(even(whole))
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { target, nativeEvent } = event
      if (isComposing(event)) setComposed({ index, text: target.value })
      else type(index, target.value, (nativeEvent as InputEvent).inputType === 'insertText')
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      setComposed(undefined)
      type(index, currentTarget.value, true)
    },
    onBlur: () => {
      setComposed(undefined)
      setTexts(even)
    },
  })
}

/** A date in three inputs. A month may be a name. A full input moves the focus on; a whole date may be pasted. */
export const DateBoxes = ({ id, value, definition, describedBy, invalid, broken, autoComplete, put }: ControlProps) => {
  const box = useBoxes({ advance: Boolean(definition.advance), value, put })
  return (
    <div className="date">
      {parts.map(({ name }, index) => {
        const own = index ? `${id}-${name}` : id
        return (
          <div key={name} className={name}>
            <label htmlFor={own}>{say(`date.${name}`)}</label>
            <input
              {...box(index)}
              id={own}
              inputMode="numeric"
              enterKeyHint="next"
              autoComplete={autoComplete === 'off' ? 'off' : `bday-${name}`}
              aria-describedby={describedBy}
              aria-invalid={(invalid && (concerns[broken ?? ''] ?? index) === index) || undefined}
            />
          </div>
        )
      })}
    </div>
  )
}
