const digits = (from: number, to: number) => (from === to ? String(from) : `[${from}-${to}]`)
const anyDigits = (count: number) => (count === 0 ? '' : count === 1 ? '[0-9]' : `[0-9]{${count}}`)

/** The patterns of the numbers of one length between two of that length. */
const sameLength = (least: string, greatest: string): string[] => {
  if (least === greatest) return [least]
  const rest = least.length - 1
  if (rest === 0) return [digits(Number(least), Number(greatest))]
  const [first, last] = [Number(least[0]), Number(greatest[0])]
  if (first === last) return sameLength(least.slice(1), greatest.slice(1)).map((one) => `${first}${one}`)
  const isWhole = (text: string, digit: string) => [...text.slice(1)].every((one) => one === digit)
  const from = isWhole(least, '0') ? first : first + 1
  const to = isWhole(greatest, '9') ? last : last - 1
  return [
    ...(from === first ? [] : sameLength(least.slice(1), '9'.repeat(rest)).map((one) => `${first}${one}`)),
    ...(from <= to ? [`${digits(from, to)}${anyDigits(rest)}`] : []),
    ...(to === last ? [] : sameLength('0'.repeat(rest), greatest.slice(1)).map((one) => `${last}${one}`)),
  ]
}

/** A pattern for the whole numbers from `least` to `greatest`, both 0 or more, written without leading zeros. */
export const numberPattern = (least: number, greatest: number): string => {
  const parts: string[] = []
  for (let length = String(least).length; length <= String(greatest).length; length++) {
    const from = Math.max(least, length === 1 ? 0 : 10 ** (length - 1))
    const to = Math.min(greatest, 10 ** length - 1)
    parts.push(...sameLength(String(from), String(to)))
  }
  return `^(${parts.join('|')})$`
}
