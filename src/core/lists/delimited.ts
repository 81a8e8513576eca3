const delimiters = ['\t', ';', ','] as const

/** Returns the cells of each line (RFC 4180: a quoted cell can hold delimiters and line breaks, `""` is a quote). */
const cellsBy = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = [[]]
  let [cell, isQuoted] = ['', false]
  const endCell = () => {
    rows.at(-1)!.push(cell.replace(/\s+/g, ' ').trim())
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!
    if (isQuoted && sign === '"' && text[i + 1] === '"') cell += text[++i]
    else if (isQuoted && sign === '"') isQuoted = false
    else if (!isQuoted && sign === '"' && !cell.trim()) [cell, isQuoted] = ['', true]
    else if (!isQuoted && sign === delimiter) endCell()
    else if (!isQuoted && sign === '\n') {
      endCell()
      rows.push([])
    } else cell += sign
  }
  endCell()
  return rows.filter((row) => row.some(Boolean))
}

/** Returns how many cells most rows have. */
const usualWidth = (rows: readonly string[][]) => {
  const widths = rows.map((row) => row.length).sort((a, b) => a - b)
  return widths[widths.length >> 1] ?? 0
}

/** Returns a spreadsheet's rows, all as wide as the widest: tabs before semicolons before commas. */
export const delimitedRows = (text: string): string[][] => {
  const even = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const all = delimiters.map((delimiter) => cellsBy(even, delimiter))
  const rows = all.find((one) => usualWidth(one) > 1) ?? all[0]!
  const width = Math.max(0, ...rows.map((row) => row.length))
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}
