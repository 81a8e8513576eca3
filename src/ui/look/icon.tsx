/** An outline icon of the heroicons set. The build replaces the whole string by the icon's path. */
export type IconName = `heroicons:${string}`

/** Returns an icon for the eye alone: a word beside it, or the name of its button, says the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={name} />
  </svg>
)
