import { type ReactNode, useEffect, useRef } from 'react'

type CardProps = {
  title: string
  home: { to: string; text: string }
  /** Where Back leads, if anywhere. */
  back?: { to: string; text: string } | undefined
  ok?: { text: string; ready: boolean; busy: boolean; press: () => void } | undefined
  /** How far the guest has come, 0 to 1. */
  progress: number
  /** The same in words, for who cannot see it. */
  where?: string | undefined
  /** The card is being looked at because the guest came to it, not because the page was loaded. */
  arrived: boolean
  /** Whose check-in this is: the house's logo or name, small. */
  brand?: ReactNode
  children: ReactNode
}

/** The guest's card: title bar, progress, what the step asks, Home at the left and OK at the right; the house above all. */
export const Card = ({ title, home, back, ok, progress, where, arrived, brand, children }: CardProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [])
  return (
    <form
      className={arrived ? 'card arrived' : 'card'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ok?.press()
      }}
    >
      <header>
        {brand}
        {back && (
          <a className="back" href={back.to} aria-label={back.text}>
            <span aria-hidden="true">‹</span>
          </a>
        )}
        <h1 ref={heading} tabIndex={-1} aria-describedby={where && 'where'}>
          {title}
        </h1>
        {where && (
          <span id="where" className="unseen">
            {where}
          </span>
        )}
      </header>
      <progress className="progress" value={progress} max={1} aria-hidden="true" />
      <main>{children}</main>
      <footer>
        <a className="home" href={home.to}>
          {home.text}
        </a>
        {ok && (
          <button
            type="submit"
            className="ok"
            aria-disabled={!ok.ready || ok.busy || undefined}
            aria-busy={ok.busy || undefined}
          >
            {ok.text}
          </button>
        )}
      </footer>
    </form>
  )
}
