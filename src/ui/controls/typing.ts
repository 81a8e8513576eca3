import { type ChangeEvent, type CompositionEvent, useLayoutEffect, useState } from 'react'

/** Whether an input method is composing; the input's text belongs to the browser then. */
export const isComposing = ({ nativeEvent }: ChangeEvent<HTMLInputElement>) =>
  (nativeEvent as InputEvent).isComposing === true

/**
 * Returns the properties of an input that cleans what is typed. During composition (dead keys, phone keyboards, other
 * scripts) the input shows the composed text and the answer is already cleaned; the cleaned text is shown when it ends
 * or on blur. The caret stays in its place, also where characters were removed.
 */
export const useTyping = (value: string, even: (text: string) => string, put: (text: string) => void) => {
  const [composed, setComposed] = useState<string>()
  const [caret, setCaret] = useState<{ box: HTMLInputElement; at: number }>()
  useLayoutEffect(() => {
    if (caret && caret.box.selectionStart !== caret.at) caret.box.setSelectionRange(caret.at, caret.at)
  }, [caret])
  const settle = (box: HTMLInputElement) => {
    const { selectionStart, value } = box
    setComposed(undefined)
    put(even(value))
    if (selectionStart !== null) setCaret({ box, at: even(value.slice(0, selectionStart)).length })
  }
  return {
    value: composed ?? value,
    // In capitals a composed ß is two letters where the browser counts one, which breaks the composition.
    ...(composed !== undefined && { style: { textTransform: 'none' } as const }),
    onCompositionStart: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => setComposed(currentTarget.value),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!isComposing(event)) return settle(event.target)
      setComposed(event.target.value)
      put(even(event.target.value))
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => settle(currentTarget),
    onBlur: () => setComposed(undefined),
  }
}
