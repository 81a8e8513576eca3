import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icon'

/** A button of the host's pages; `kind` are classes such as `primary`, `small` or `danger`. */
export const Button = ({ kind = '', ...rest }: ComponentProps<'button'> & { kind?: string }) => (
  <button type="button" className={`button ${kind}`.trim()} {...rest} />
)

/** Good: done. Go: on its way. Warn: the host should look. Bad: something is wrong or late. Plain: neither. */
export type Tone = 'good' | 'go' | 'warn' | 'bad' | 'plain'

const icons: Record<Tone, IconName | undefined> = {
  good: 'heroicons:check',
  go: 'heroicons:check-circle',
  warn: 'heroicons:exclamation-circle',
  bad: 'heroicons:exclamation-triangle',
  plain: undefined,
}

type ChipProps = { tone: Tone; icon?: IconName | undefined; className?: string; children: ReactNode }

/** A state in colour, icon and word. */
export const Chip = ({ tone, icon = icons[tone], className = '', children }: ChipProps) => (
  <span className={`chip ${tone} ${className}`.trim()}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)

/** Returns the first letters of the first and the last word, upper case; one letter of a single word. */
const lettersOf = (name: string) => {
  const words = name.split(/[\s-]+/).filter(Boolean)
  return [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map((word = '') => [...word][0] ?? '').join('')
}

/** The initials of a name in a circle, for the eye alone: the name stands beside it. */
export const Initials = ({ name }: { name: string }) => (
  <span className="initials" aria-hidden="true">
    {lettersOf(name).toUpperCase()}
  </span>
)

/** Rows in grey while their content is loaded, so that the page does not jump when it comes; `label` says so. */
export const Skeleton = ({ label, rows = 3 }: { label: string; rows?: number }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <i key={row} />
    ))}
  </div>
)
