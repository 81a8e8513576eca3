import { useEffect, useRef } from 'react'

const titleIn = (place: Element) => {
  const title = place.querySelector<HTMLElement>(':is(.name-link, h2)')
  // Headings are not focusable by default.
  if (title && title.tabIndex < 0) title.tabIndex = -1
  return title
}

/**
 * Returns the ref of a box that keeps the place of the focus: if the focused element is removed, the name of its row
 * gets the focus, else the heading of its section. A button there could be pressed by mistake.
 */
export const useKeptFocus = () => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let places: Element[] = []
    const follow = ({ target }: FocusEvent) => {
      places = [target as Element]
      for (
        let at = (target as Element).closest('li, section');
        at;
        at = at.parentElement?.closest('li, section') ?? null
      )
        places.push(at)
    }
    const look = () => {
      if (document.activeElement !== document.body || !places.length || places[0]!.isConnected) return
      const place = places.slice(1).find((one) => one.isConnected && titleIn(one))
      if (place) titleIn(place)!.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(look)
    changes.observe(box.current!, { childList: true, subtree: true })
    box.current!.addEventListener('focusin', follow)
    return () => changes.disconnect()
  }, [])
  return box
}
