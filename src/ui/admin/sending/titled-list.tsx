import type { ReactNode } from 'react'

type Props = { title: string; empty: string; className: string; children: readonly ReactNode[] }

/** A list under its title; a sentence in its place where it has no rows. */
export const TitledList = ({ title, empty, className, children }: Props) => (
  <>
    <h3>{title}</h3>
    {children.length ? <ul className={className}>{children}</ul> : <p className="empty">{empty}</p>}
  </>
)
