const distance = (a: string, b: string) => {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const swapped = i && j && a[i] === b[j - 1] && a[i - 1] === b[j] ? before[j - 1]! + 1 : Infinity
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1), swapped))
    }
    before = row
    row = next
  }
  return row.at(-1)!
}

/** Returns the most similar word of a list; undefined if more than two fifths of the letters differ. */
export const nearestWord = (word: string, list: Iterable<string>): string | undefined => {
  const [best] = [...list]
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  return best && best.edits <= Math.floor(word.length * 0.4) ? best.candidate : undefined
}
