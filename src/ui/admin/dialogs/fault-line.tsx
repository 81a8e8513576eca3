import type { ReactNode } from 'react'

/** An error message, read out by screen readers; nothing if it is empty. */
export const FaultLine = ({ children }: { children: ReactNode }) =>
  children ? (
    <p className="fault" role="alert">
      {children}
    </p>
  ) : null
