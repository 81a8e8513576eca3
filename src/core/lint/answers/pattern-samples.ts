/** The most texts made of a pattern. */
const most = 60

const classes: { readonly [sign: string]: string[] } = {
  d: ['1'],
  w: ['a', 'A', '1'],
  s: [' '],
  D: ['a'],
  W: [' '],
  S: ['a', '1'],
}

/** One sign for each range or single sign of a class; of a negated one, those of a few that it admits. */
const ofClass = (source: string): string[] => {
  const one = new RegExp(`^${source}$`, 'u')
  const body = source.slice(1, -1)
  const first = [...body.replace(/^\^/, '').matchAll(/\\?(.)(?:-.)?/gu)].map(([, sign]) => sign!)
  return [...new Set([...first, 'A', 'a', '1', ' ', '-'])].filter((sign) => one.test(sign))
}

/** Texts that a pattern matches, made along its source; none for one with signs this does not read. */
export const samplesOf = (pattern: string): string[] => {
  let at = 0
  const alternatives = (): string[] => {
    const found = sequence()
    while (pattern[at] === '|') {
      at++
      found.push(...sequence())
    }
    return found.slice(0, most)
  }
  const sequence = (): string[] => {
    let sofar = ['']
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const next = repeated(atom())
      sofar = sofar.flatMap((text) => next.map((more) => text + more)).slice(0, most)
    }
    return sofar
  }
  const take = (form: RegExp) => {
    const found = new RegExp(form.source, 'uy')
    found.lastIndex = at
    const [text, inner] = found.exec(pattern) ?? []
    at += text?.length ?? 0
    return text && (inner ?? text)
  }
  const atom = (): string[] => {
    if (take(/\((?:\?:)?/)) {
      const inner = alternatives()
      at++
      return inner
    }
    if (take(/[$^]/)) return ['']
    const list = take(/\[(?:\\.|[^\]])*\]/)
    if (list) return ofClass(list)
    const special = take(/\\(.)/)
    if (special) return classes[special] ?? [special]
    const sign = pattern[at++]!
    return sign === '.' ? ['a', '1'] : [sign]
  }
  const repeated = (texts: string[]): string[] => {
    const sign = take(/[*+?]|\{\d+(?:,\d*)?\}/)
    if (!sign) return texts
    const [least, greatest] =
      sign === '*' ? [0, 2] : sign === '+' ? [1, 2] : sign === '?' ? [0, 1] : sign.slice(1, -1).split(',').map(Number)
    return [...new Set([least!, greatest || least!])]
      .flatMap((times) => texts.map((text) => text.repeat(times)))
      .slice(0, most)
  }
  return alternatives()
}
