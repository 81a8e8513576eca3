import type { Page } from 'playwright-core'

/**
 * Returns the names of buttons, links and fields covered by the toast; tests their corners and middle. A docked toast
 * moves the page down, so only the area below it counts.
 */
export const coveredByNotice = (page: Page) =>
  page.evaluate(() => {
    const edge = document.querySelector('.toasts.docked')?.getBoundingClientRect().bottom ?? 0
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, label, summary')]
    return controls
      .filter((control) => {
        const { left, top, right, bottom, width, height } = control.getBoundingClientRect()
        if (control.closest('.toasts') || !width || !height) return false
        const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
          [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [x, y] as const),
        )
        return points.some(([x, y]) => y >= edge && document.elementFromPoint(x, y)?.closest('.toasts'))
      })
      .map((control) => `${control.tagName} ${control.textContent || control.id}`)
  })

/** Waits until the page has moved for the toast, then returns the covered elements. */
export const coveredAfterMove = async (page: Page) => {
  for (let turn = 0; turn < 300 && (await coveredByNotice(page)).length; turn++) await page.waitForTimeout(100)
  return coveredByNotice(page)
}
