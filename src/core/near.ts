const distance = (a: string, b: string) => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** The word of a list that a misspelt one most likely means, if one is near: a third of its letters wrong at the most. */
export const near = (word: string, list: Iterable<string>): string | undefined => {
  const ranked = [...list].map((candidate) => ({ candidate, off: distance(word.toLowerCase(), candidate.toLowerCase()) })).sort((a, b) => a.off - b.off)
  const best = ranked[0]
  return best && best.off > 0 && best.off <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : best?.off === 0 && best.candidate !== word ? best.candidate : undefined
}
