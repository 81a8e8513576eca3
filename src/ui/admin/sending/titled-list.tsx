import type { ReactNode } from 'react'

type Props = { title: string; empty: string; className: string; children: readonly ReactNode[] }

/** A list with a title; a sentence if it is empty. */
export const TitledList = ({ title, empty, className, children }: Props) => (
  <>
    <h3>{title}</h3>
    {children.length ? <ul className={className}>{children}</ul> : <p className="empty">{empty}</p>}
  </>
)
