import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './icon'

type LabelProps = {
  text?: string | undefined
  icon?: IconName | undefined
  /** Said after the text to screen readers alone, such as the name of a row. */
  unseen?: string | undefined
  children?: ReactNode
}

/** Returns the content of a button. A text alone stays a text, because pages with hundreds of buttons render faster. */
const label = ({ text, icon, unseen, children }: LabelProps): ReactNode =>
  icon || unseen || children ? (
    <>
      {icon && <Icon name={icon} />}
      {text}
      {unseen && <span className="unseen"> {unseen}</span>}
      {children}
    </>
  ) : (
    text
  )

type PressProps = Omit<ComponentProps<'button'>, keyof LabelProps> &
  LabelProps & {
    /** A press does nothing, but the button keeps the focus. A submit button still sends its form. */
    isOff?: boolean | undefined
    isBusy?: boolean
  }

const press = ({ text, icon, unseen, children, isOff, isBusy, onClick, ...rest }: PressProps) => (
  <button
    type="button"
    aria-disabled={isOff || undefined}
    aria-busy={isBusy || undefined}
    onClick={isOff ? undefined : onClick}
    {...rest}
  >
    {label({ text, icon, unseen, children })}
  </button>
)

/** A button of the host's pages; `kind` are classes such as `primary`, `small` or `danger`. */
export const Button = ({ kind = '', ...rest }: PressProps & { kind?: string }) =>
  press({ className: `button ${kind}`.trim(), ...rest })

/** A button that looks like a link. */
export const TextButton = (props: PressProps) => press({ className: 'link', ...props })

type LinkProps = Omit<ComponentProps<'a'>, keyof LabelProps> & LabelProps & { kind?: string }

/** A link that looks like a button. */
export const ButtonLink = ({ text, icon, unseen, children, kind = '', ...rest }: LinkProps) => (
  <a className={`button ${kind}`.trim()} {...rest}>
    {label({ text, icon, unseen, children })}
  </a>
)

/** An icon that is a link, with its `name` for screen readers. */
export const IconLink = ({ icon, href, name }: { icon: IconName; href: string; name: string }) => (
  <ButtonLink icon={icon} kind="icon" href={href} aria-label={name} />
)

/** An error message, read out by screen readers; nothing if it is empty. */
export const FaultLine = ({ children, ...rest }: ComponentProps<'p'>) =>
  children ? (
    <p className="fault" role="alert" {...rest}>
      {children}
    </p>
  ) : null

/** A list of sentences, all different. */
export const TextList = ({ lines, ...rest }: ComponentProps<'ul'> & { lines: readonly string[] }) => (
  <ul {...rest}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

type FoldedProps = { title: string; lines: readonly ReactNode[] }

/** Lines in a row that unfold below their title. */
export const FoldedLines = ({ title, lines }: FoldedProps) => (
  <details className="wide">
    <summary>{title}</summary>
    <ul>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no names, and the list is replaced whole
        <li key={i}>{line}</li>
      ))}
    </ul>
  </details>
)

/** `good` is done, `go` is under way, `warn` needs a look, `bad` is wrong or late, `plain` is none of these. */
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

/** The initials of a name in a circle, hidden from screen readers because the name stands beside it. */
export const Initials = ({ name }: { name: string }) => (
  <span className="initials" aria-hidden="true">
    {lettersOf(name).toUpperCase()}
  </span>
)

/** Icon and name at the beginning of a row. */
export const RowHead = ({ icon, name }: { icon: IconName; name: string }) => (
  <div className="who">
    <Icon name={icon} />
    <strong>{name}</strong>
  </div>
)

type DueLineProps = { words: string; to: string; go: string; isLate?: boolean }

/** One line about open work, with a link to the page where it is done. */
export const DueLine = ({ words, to, go, isLate = false }: DueLineProps) => (
  <p className={isLate ? 'due-line late' : 'due-line'}>
    <span>{words}</span>
    <ButtonLink text={go} href={to} />
  </p>
)

/** Rows in grey while their content is loaded, so that the page does not jump when it comes; `label` says so. */
export const Skeleton = ({ label, rows = 3 }: { label: string; rows?: number }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <i key={row} />
    ))}
  </div>
)

type MenuProps = {
  /** The name of the button and of the list. */
  label: string
  /** Shows the label beside the icon. */
  isWordy?: boolean
  children: ReactNode
}

const own = 'a[href], button'

/** The other actions of a row, in a list that a button opens. Arrow keys move along it, Escape closes it. */
export const RowMenu = ({ label, isWordy = false, children }: MenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>(own)?.focus()
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!isOpen || (event.key !== 'Escape' && !step)) return
    event.preventDefault()
    event.stopPropagation()
    if (!step) return close()
    const entries = [...box.current!.querySelectorAll<HTMLElement>(own)]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    entries[(at + step + entries.length) % entries.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close what the button inside opened
    <div
      className="more"
      onKeyDown={key}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className={isWordy ? 'button' : 'button icon'}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen((now) => !now)}
      >
        <Icon name="heroicons:ellipsis-horizontal" />
        {isWordy && <span>{label}</span>}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a press of an entry, by mouse or key, is a click of the entry
        <div ref={box} className="menu-list" role="group" aria-label={label} onClick={close}>
          {children}
        </div>
      )}
    </div>
  )
}
