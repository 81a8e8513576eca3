import { useSyncExternalStore } from 'react'

/** A value that components watch. */
export type PageStore<T> = { get: () => T; set: (value: T) => void; subscribe: (listener: () => void) => () => void }

/** Returns a store with this value. */
export const store = <T>(value: T): PageStore<T> => {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns a store's value and redraws the component when it changes. */
export const useStore = <T>({ subscribe, get }: PageStore<T>) => useSyncExternalStore(subscribe, get, get)
