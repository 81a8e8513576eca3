import { type ChangeEvent, type CompositionEvent, useLayoutEffect, useState } from 'react'

/**
 * Whether an input method is still composing: what stands in the box then is the browser's, and nobody else may write
 * there.
 */
export const isComposing = ({ nativeEvent }: ChangeEvent<HTMLInputElement>) =>
  (nativeEvent as InputEvent).isComposing === true

/**
 * A box that evens out what is typed: what it shows and what it hears. While an input method composes (dead keys, the
 * keyboards of phones and of other scripts) the box shows what is being composed, untouched; the answer is kept evened
 * out all the while, and takes the box's place when the composition ends or the box is left. The caret stays where the
 * guest is typing, also where a character was taken away.
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
    // Drawn in capitals, a composed ß is two letters where the browser counts one, and it loses the word.
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
