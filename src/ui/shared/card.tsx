import { type ReactNode, useEffect, useRef } from 'react'
import { enterInBox, focusOn } from './keyboard'

/** The main button; with `href` a real link, which popup blockers let through. */
type Ok = { text: string; ready: boolean; busy: boolean; press: () => void; href?: string | undefined }

type CardProps = {
  title: string
  home: { to: string; text: string }
  back?: { to: string; text: string } | undefined
  ok?: Ok | undefined
  /** From 0 to 1. */
  progress: number
  /** The progress in words, for screen readers. */
  where?: string | undefined
  /** The guest came from another card, not by loading the page. */
  arrived: boolean
  brand?: ReactNode
  children: ReactNode
}

const OkButton = ({ ok: { text, ready, busy, href, press } }: { ok: Ok }) => {
  const state = { className: 'ok', 'aria-disabled': !ready || busy || undefined, 'aria-busy': busy || undefined }
  return href ? (
    <a {...state} href={href} target="_blank" rel="noopener noreferrer" onClick={press}>
      {text}
    </a>
  ) : (
    <button type="submit" {...state}>
      {text}
    </button>
  )
}

/** The guest's card: brand, title bar, progress, content, Home and OK. */
export const Card = ({ title, home, back, ok, progress, where, arrived, brand, children }: CardProps) => {
  const card = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) focusOn(card.current, heading.current)
  }, [])
  return (
    <form
      ref={card}
      className={arrived ? 'card arrived' : 'card'}
      noValidate
      onKeyDown={enterInBox}
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
        {ok && <OkButton ok={ok} />}
      </footer>
    </form>
  )
}
