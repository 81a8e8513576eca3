import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { say } from '../../shared/published'

type TabsProps = {
  label: string
  names: readonly string[]
  current: string
  pick: (name: string) => void
  children: (name: string) => ReactNode
}

/** Tabs with the panel of the chosen one; arrows, Home and End move along them. */
export const Tabs = ({ label, names, current, pick, children }: TabsProps) => {
  const list = useRef<HTMLDivElement>(null)
  const at = names.indexOf(current)
  useEffect(() => {
    const row = list.current!
    const watch = new ResizeObserver(() => {
      const tab = row.querySelector<HTMLElement>('[aria-selected=true]')!
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - 40
    })
    watch.observe(row)
    return () => watch.disconnect()
  }, [current])
  const steps: { [key: string]: number } = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }
  const key = (event: KeyboardEvent) => {
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const name = names[(next + names.length) % names.length]!
    pick(name)
    list.current?.querySelector<HTMLElement>(`#tab-${name}`)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tabs" onKeyDown={key}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            aria-selected={name === current}
            tabIndex={name === current ? 0 : -1}
            onClick={() => pick(name)}
          >
            {say(`tabs.${name}`)}
          </button>
        ))}
      </div>
      {names.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          tabIndex={-1}
          hidden={name !== current}
          className="stack apart panels"
        >
          {children(name)}
        </div>
      ))}
    </>
  )
}
