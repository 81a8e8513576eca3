type TaskProps = {
  title: string
  text: string
  /** The button's text; without it there is no button. */
  press?: string | undefined
  primary: boolean
  busy: boolean
  run: () => void
  /** A second button. */
  other?: { press: string; run: () => void } | undefined
}

/** A task: title, text and buttons. */
export const Task = ({ title, text, press, primary, busy, run, other }: TaskProps) => (
  <div className="task">
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    {press && (
      <button
        type="button"
        className={primary ? 'button primary' : 'button'}
        aria-disabled={busy || undefined}
        onClick={run}
      >
        {press}
      </button>
    )}
    {other && (
      <button type="button" className="button" aria-disabled={busy || undefined} onClick={other.run}>
        {other.press}
      </button>
    )}
  </div>
)
