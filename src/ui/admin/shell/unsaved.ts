import { useEffect, useRef } from 'react'
import { onBack } from '../../shared/leave'
import { confirmByHost } from '../dialogs/questions'
import { hostHouse } from '../session/host'

const unsaved = new Map<object, string>()

/** Registers a form's unsaved changes. */
export const useUnsaved = (isUnsaved: boolean, title: string) => {
  const key = useRef({}).current
  useEffect(() => {
    if (isUnsaved) unsaved.set(key, title)
    else unsaved.delete(key)
    return () => void unsaved.delete(key)
  }, [isUnsaved, title])
}

/** Asks whether unsaved changes may be lost; `true` if there are none. */
export const confirmLeaving = async () => {
  if (!unsaved.size) return true
  const { say } = hostHouse.get()!.speak
  const isLeaving = await confirmByHost({
    title: say('unsaved.title'),
    text: say('unsaved.text', { forms: [...unsaved.values()].join(', ') }),
    yes: say('unsaved.leave'),
    no: say('unsaved.stay'),
    danger: true,
  })
  if (isLeaving) unsaved.clear()
  return isLeaving
}

/** Asks before a page with unsaved changes is left by a link, by Back, or by closing it. */
export const watchLeaving = (go: (to: string) => void) => {
  let here = location.href
  const away = (to: string) => void confirmLeaving().then((isLeaving) => isLeaving && go(to))
  const click = (event: MouseEvent) => {
    here = location.href
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (
      !unsaved.size ||
      !link ||
      link.target ||
      link.download ||
      link.origin !== location.origin ||
      link.getAttribute('href')!.startsWith('#') ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    event.stopPropagation()
    away(link.pathname + link.search)
  }
  const back = (event: PopStateEvent) => {
    if (!unsaved.size) return
    // The router must wait for the host's answer: the address returns to the current page.
    event.stopImmediatePropagation()
    const to = location.pathname + location.search
    history.pushState(null, '', here)
    away(to)
  }
  const close = (event: BeforeUnloadEvent) => unsaved.size && event.preventDefault()
  const follow = () => void (here = location.href)
  document.addEventListener('click', click, true)
  document.addEventListener('input', follow, true)
  onBack.set(back)
  addEventListener('beforeunload', close)
  return () => {
    document.removeEventListener('click', click, true)
    document.removeEventListener('input', follow, true)
    onBack.set(undefined)
    removeEventListener('beforeunload', close)
  }
}
