import type { ComponentProps } from 'react'

/** A button of the host's pages; `kind` are classes such as `primary`, `small` or `danger`. */
export const Button = ({ kind = '', ...rest }: ComponentProps<'button'> & { kind?: string }) => (
  <button type="button" className={`button ${kind}`.trim()} {...rest} />
)
