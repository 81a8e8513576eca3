import type { Page } from 'playwright-core'

/** Actions of a person who uses only the keyboard. */
export const typist = (page: Page) => {
  /** Returns the name and the explicit role of the focused element. */
  const here = () =>
    page.evaluate(() => {
      const one = document.activeElement as HTMLElement | null
      const label = (one as HTMLInputElement | null)?.labels?.[0]?.textContent
      const name = (one?.getAttribute('aria-label') ?? label ?? one?.textContent ?? '').replace('‹', '').trim()
      return { name, role: one?.getAttribute('role') ?? undefined }
    })
  const press = (key: string) => page.keyboard.press(key)
  /** Presses Tab until an element whose name starts with `name` has the focus. */
  const to = async (name: string, role?: string) => {
    const seen: string[] = []
    for (let turn = 0; turn < 600; turn++) {
      await press('Tab')
      const now = await here()
      if (now.name.startsWith(name) && (!role || role === now.role)) return
      seen.push(now.name)
    }
    throw new Error(`no way to ${name} past ${seen.slice(-30).join(' | ')}`)
  }
  return {
    to,
    press,
    choose: async (text: string) => {
      const chosen = () =>
        page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.textContent ?? '')
      await press('Home')
      for (let turn = 0; turn < 300 && (await chosen()) !== text; turn++) await press('ArrowDown')
      if ((await chosen()) !== text) throw new Error(`no ${text} to pick`)
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
