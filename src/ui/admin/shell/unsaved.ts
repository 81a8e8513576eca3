import { type RefObject, useEffect, useRef } from 'react'
import { onBack } from '../../shared/card'
import { store, useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { cancelQuestions, isBackInside, putOver, readPlace } from '../dialogs/dialog'
import { useAttempt } from '../dialogs/page-hooks'
import { confirmByHost, mayDiscard } from '../dialogs/questions'

/** A form of the settings: the page has one Save button for all. `save` resolves to whether the form is saved. */
type SettingsForm = { box: RefObject<HTMLElement | null>; save: () => Promise<boolean> }
type Unsaved = { title: string; settings?: SettingsForm | undefined }

const unsaved = store<ReadonlyMap<object, Unsaved>>(new Map())

const put = (key: object, form?: Unsaved) => {
  const others = [...unsaved.get()].filter(([one]) => one !== key)
  unsaved.set(new Map(form ? [...others, [key, form]] : others))
}

/** Resolves once the form of this key, or without a key each form of the page, is saved or closed. */
const whenSaved = (key?: object) =>
  new Promise<void>((done) => {
    const stop = unsaved.subscribe(() =>
      // A form with a new title leaves the map and enters it again in one turn.
      queueMicrotask(() => {
        if (key ? unsaved.get().has(key) : unsaved.get().size) return
        stop()
        done()
      }),
    )
  })

/** Registers a form's unsaved changes; returns a function that resolves once the form is saved or closed. */
export const useUnsaved = (isUnsaved: boolean, title: string, settings?: SettingsForm) => {
  const key = useRef({}).current
  const latest = useRef(settings)
  latest.current = settings
  useEffect(() => {
    if (isUnsaved) put(key, { title, settings: settings && { ...settings, save: () => latest.current!.save() } })
    return () => put(key)
  }, [isUnsaved, title])
  return () => whenSaved(key)
}

/** Returns the unsaved forms of the settings, with their titles. */
export const useUnsavedSettings = () =>
  [...useStore(unsaved).values()].flatMap(({ title, settings }) => (settings ? [{ title, ...settings }] : []))

/** Protects what is typed in a dialog from Back. Returns a function that closes it, after a question if needed. */
export const useClosing = (isChanged: boolean, title: string, close: () => void) => {
  const whenSaved = useUnsaved(isChanged, title)
  return async () => {
    if (!isChanged || (await mayDiscard(whenSaved()))) close()
  }
}

type DialogForm = { title: string; isChanged: boolean; send: () => Promise<unknown>; close: () => void }

/** Returns the properties of a `FormDialog` that sends once at a time and protects what is typed, and the failure. */
export const useDialogForm = ({ title, isChanged, send, close }: DialogForm) => {
  const { busy, failure, setFailure, attempt } = useAttempt()
  const leave = useClosing(isChanged, title, close)
  const dialog = { title, isReady: !busy, send: () => void attempt(send), cancel: () => void leave() }
  return { dialog, failure, setFailure }
}

const mayLeave = () =>
  !unsaved.get().size ||
  confirmByHost({
    title: say('unsaved.title'),
    text: say('unsaved.text', { forms: [...unsaved.get().values()].map(({ title }) => title).join(', ') }),
    yes: say('unsaved.leave'),
    no: say('unsaved.stay'),
    danger: true,
    until: whenSaved().then(() => true),
  })

/**
 * Asks whether unsaved changes may be lost; resolves to `true` if there are none, or none any more because a running
 * save has ended. `prepare` runs before they are lost: if it fails, they stay.
 */
export const confirmLeaving = async (prepare?: () => Promise<unknown>) => {
  if (!(await mayLeave())) return false
  await prepare?.()
  unsaved.set(new Map())
  cancelQuestions()
  return true
}

/** Counts the links from a page to itself: each draws the page again from the stored data. */
export const restarts = store(0)

const restart = () => restarts.set(restarts.get() + 1)

/** Asks before a page with unsaved changes is left by a link, by Back, or by closing it. Back closes an open dialog. */
export const watchLeaving = (go: (to: string) => void) => {
  let here = location.href
  readPlace()
  const follow = () => void (here = location.href)
  const away = (leave: () => void) => void confirmLeaving().then((isLeaving) => isLeaving && leave())
  const click = (event: MouseEvent) => {
    follow()
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (
      !unsaved.get().size ||
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
    const isHere = link.pathname === location.pathname
    // Another tab of a page keeps the forms, but a dialog would stay over it.
    if (isHere && link.search && !link.closest('dialog')) return
    event.preventDefault()
    event.stopPropagation()
    away(() => {
      go(link.pathname + link.search)
      if (isHere) restart()
    })
  }
  const back = (event: PopStateEvent) => {
    const isInside = isBackInside()
    const isUnsaved = unsaved.get().size > 0
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const isHere = new URL(here).pathname === location.pathname
    if (!dialog && !isInside && (isHere || !isUnsaved)) return follow()
    // The router must wait for the host's answer: the address returns to the current page.
    event.stopImmediatePropagation()
    if (!isUnsaved && !dialog) return history.back()
    const to = location.pathname + location.search
    putOver(here)
    if (dialog) dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    else if (isInside)
      away(() => {
        // The entry before may be of the same page.
        restart()
        history.go(-2)
      })
    else away(() => go(to))
  }
  const close = (event: BeforeUnloadEvent) => unsaved.get().size && event.preventDefault()
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
