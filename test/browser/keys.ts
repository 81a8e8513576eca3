import type { Page } from 'playwright-core'

/** Presses a key that an input method takes, as Safari reports it; resolves to whether the page stopped it. */
export const pressComposing = (page: Page, key: string) =>
  page.evaluate((key) => {
    const init = { key, keyCode: 229, bubbles: true, cancelable: true }
    return !document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', init))
  }, key)

/** Actions of a person who uses only the keyboard. */
export const typist = (page: Page) => {
  const press = (key: string) => page.keyboard.press(key)
  const pressOften = async (key: string, count: number) => {
    const presses = Array.from({ length: count }, () => [page.keyboard.down(key), page.keyboard.up(key)])
    await Promise.all(presses.flat())
  }
  /**
   * Presses Tab until an element whose name starts with `name` has the focus. Ten presses go at once, because each one
   * awaited takes longer than the page needs for it; the page ignores those after the one that has arrived.
   */
  const to = async (name: string, role?: string) => {
    const way = await page.evaluateHandle(
      ([name, role]) => {
        const stop = new AbortController()
        const way = { seen: [] as string[], isThere: false, end: () => stop.abort() }
        const nameOf = (one: Element) =>
          (one.ariaLabel ?? (one as HTMLInputElement).labels?.[0]?.textContent ?? one.textContent ?? '')
            .replace('‹', '')
            .trim()
        const ignore = (event: KeyboardEvent) => {
          if (way.isThere) event.preventDefault()
        }
        const arrive = ({ target }: FocusEvent) => {
          if (way.isThere) return
          const one = target as Element
          way.seen.push(nameOf(one))
          way.isThere = nameOf(one).startsWith(name!) && (!role || one.getAttribute('role') === role)
        }
        addEventListener('keydown', ignore, { capture: true, signal: stop.signal })
        addEventListener('focusin', arrive, { capture: true, signal: stop.signal })
        return way
      },
      [name, role] as const,
    )
    let isThere = false
    for (let turn = 0; turn < 60 && !isThere; turn++) {
      await pressOften('Tab', 10)
      isThere = await way.evaluate(({ isThere }) => isThere)
    }
    const seen = await way.evaluate(({ seen, end }) => {
      end()
      return seen.slice(-30)
    })
    if (!isThere) throw new Error(`no way to ${name} past ${seen.join(' | ')}`)
  }
  return {
    to,
    press,
    choose: async (text: string) => {
      await press('Home')
      const steps = await page.evaluate((text) => {
        const { options, selectedOptions } = document.activeElement as HTMLSelectElement
        const possible = [...options].filter(({ disabled }) => !disabled)
        return possible.findIndex(({ textContent }) => textContent === text) - possible.indexOf(selectedOptions[0]!)
      }, text)
      if (steps < 0) throw new Error(`no ${text} to pick`)
      await pressOften('ArrowDown', steps)
      const chosen = await page.evaluate(
        () => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.textContent,
      )
      if (chosen !== text) throw new Error(`${chosen} is picked instead of ${text}`)
    },
    /** Types one text into each box, starting at the focused one. */
    typeFive: async (texts: readonly string[]) => {
      await page.locator('dialog input:focus').waitFor()
      for (const [i, text] of texts.entries()) {
        if (i) await press('Tab')
        await page.keyboard.type(text)
      }
    },
  }
}
