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
