import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

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
