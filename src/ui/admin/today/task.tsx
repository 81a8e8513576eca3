type TaskProps = {
  title: string
  text: string
  /** What the button says; without it nothing can be done here. */
  press?: string | undefined
  primary: boolean
  busy: boolean
  run: () => void
  /** A second way, beside the first. */
  other?: { press: string; run: () => void } | undefined
}

/** One thing that is left to do: what, for whom, and the press that does it. */
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
