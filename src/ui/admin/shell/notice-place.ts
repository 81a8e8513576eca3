/** A rectangle in pixels from the window's top left corner. */
type SpotBox = { left: number; top: number; right: number; bottom: number }

const isApart = (one: SpotBox, other: SpotBox) =>
  one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom

/** Returns the first position where a box touches no `taken` one; undefined if there is none. */
export const freeSpot = (
  { width, height }: { width: number; height: number },
  lefts: readonly number[],
  tops: readonly number[],
  taken: readonly SpotBox[],
): { left: number; top: number } | undefined => {
  for (const left of lefts)
    for (const top of tops) {
      const box = { left, top, right: left + width, bottom: top + height }
      if (taken.every((one) => isApart(box, one))) return { left, top }
    }
  return undefined
}

const controls = 'a[href], button, input, select, textarea, label, summary'

/** In pixels: the distance from the window's edge, and between the tried positions. */
const gap = 16
const step = 8

/** Milliseconds without scrolling after which the notice is placed again. */
const scrollRest = 150

const boxesOf = (region: Element) =>
  [...document.querySelectorAll(controls)]
    .filter((one) => !region.contains(one))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - step,
      top: top - step,
      right: right + step,
      bottom: bottom + step,
    }))

const stepsTo = (last: number) =>
  Array.from({ length: Math.max(0, Math.floor((last - gap) / step) + 1) }, (_, i) => gap + i * step)

/** Moves the notice only if it covers a control. If no position is free, it docks and the page moves down. */
const place = (region: HTMLElement, notice: HTMLElement) => {
  const root = document.documentElement
  const [wide, tall] = [root.clientWidth, innerHeight]
  const [width, height] = [notice.offsetWidth, notice.offsetHeight]
  const [last, right] = [tall - height - gap, wide - width - gap]
  const lefts = [right, (wide - width) / 2, gap]
  const tops = wide < 1024 ? stepsTo(last).reverse() : stepsTo(last)
  const { left, top } = region.style
  root.style.removeProperty('--notice')
  const taken = boxesOf(region)
  const size = { width, height }
  const [x, y] = [Number.parseFloat(left), Number.parseFloat(top)]
  // A window that became smaller may no longer contain the spot.
  const sameSpot = x <= right && y <= last && freeSpot(size, [x], [y], taken)
  const spot = sameSpot || freeSpot(size, lefts, tops, taken)
  region.classList.toggle('docked', !spot)
  Object.assign(region.style, spot ? { left: `${spot.left}px`, top: `${spot.top}px` } : { left: '', top: '' })
  if (!spot) root.style.setProperty('--notice', `${height + gap}px`)
}

/** Keeps notices off controls while page, window and scroll position change. Returns a function that stops it. */
export const keepNoticesApart = () => {
  let timer = 0
  const look = () => {
    const region = document.querySelector<HTMLElement>('body:has(.host) .toasts')
    const notice = region?.querySelector<HTMLElement>('.toast')
    if (region && notice) return place(region, notice)
    document.documentElement.style.removeProperty('--notice')
    region?.classList.remove('docked')
    Object.assign(region?.style ?? {}, { left: '', top: '' })
  }
  const scrolled = () => {
    clearTimeout(timer)
    timer = window.setTimeout(look, scrollRest)
  }
  const watch = new MutationObserver(look)
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['hidden', 'open'] })
  addEventListener('scroll', scrolled, { passive: true, capture: true })
  addEventListener('resize', look)
  return () => {
    clearTimeout(timer)
    watch.disconnect()
    removeEventListener('scroll', scrolled, { capture: true })
    removeEventListener('resize', look)
  }
}
