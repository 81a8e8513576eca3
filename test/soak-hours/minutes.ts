/** What a minute showed: memory in megabytes, times of answers in milliseconds, and what happened. */
export type Minute = { memory: number; median: number; slow: number; answers: number; kills: number; stored: number }

const placed = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Collects a minute's answers; `end` returns the minute and begins the next. */
export const minuteBook = () => {
  let times: number[] = []
  let kills = 0
  return {
    answered: (milliseconds: number) => void times.push(milliseconds),
    killed: () => void kills++,
    end: (memory: number, stored: number): Minute => {
      const sorted = times.sort((one, other) => one - other)
      const minute = {
        memory,
        median: placed(sorted, 0.5),
        slow: placed(sorted, 0.99),
        answers: times.length,
        kills,
        stored,
      }
      times = []
      kills = 0
      return minute
    },
  }
}

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1))

/** The first minute beside the last, as a Markdown table. */
export const besideTable = (minutes: readonly Minute[]): string => {
  const [first, last] = [minutes[0]!, minutes.at(-1)!]
  const lines: [what: string, of: (minute: Minute) => string][] = [
    ['memory, MB', ({ memory }) => number(memory)],
    ['an answer, median, ms', ({ median }) => number(median)],
    ['an answer, 99 of 100 within, ms', ({ slow }) => number(slow)],
    ['answers', ({ answers }) => String(answers)],
    ['check-ins in the house', ({ stored }) => String(stored)],
  ]
  return [
    `| | first minute | minute ${minutes.length} |`,
    '|---|---|---|',
    ...lines.map(([what, of]) => `| ${what} | ${of(first)} | ${of(last)} |`),
  ].join('\n')
}

const size = { width: 720, panel: 150, left: 52, right: 12, top: 26, gap: 44 }
const ink = { memory: '#1d4ed8', median: '#047857', slow: '#b45309', kill: '#b91c1c', text: '#374151', line: '#d1d5db' }

/** The next round number: 1, 2 or 5 times a power of ten. */
const roundUp = (value: number) => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10)
}

const label = (x: number, y: number, text: string, more = '') => `<text x="${x}" y="${y}" ${more}>${text}</text>`

type Curve = { color: string; name: string; of: (minute: Minute) => number }

const panel = (title: string, curves: readonly Curve[], minutes: readonly Minute[], top: number) => {
  const most = roundUp(Math.max(...minutes.flatMap((minute) => curves.map(({ of }) => of(minute)))))
  const width = size.width - size.left - size.right
  const x = (n: number) => (size.left + (width * (n + 0.5)) / minutes.length).toFixed(1)
  const y = (value: number) => (top + size.panel * (1 - value / most)).toFixed(1)
  const grid = [0, 0.5, 1].map(
    (share) =>
      `<path d="M${size.left} ${y(most * share)}h${width}" stroke="${ink.line}"/>${label(size.left - 6, Number(y(most * share)) + 4, String(most * share), 'text-anchor="end"')}`,
  )
  const kills = minutes.flatMap(({ kills }, n) =>
    kills ? [`<path d="M${x(n)} ${top}v${size.panel}" stroke="${ink.kill}" stroke-dasharray="2 4"/>`] : [],
  )
  const names = curves.map(({ color, name }, n) => label(size.left + 150 + n * 160, top - 8, name, `fill="${color}"`))
  const lines = curves.map(
    ({ color, of }) =>
      `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${minutes.map((minute, n) => `${x(n)},${y(of(minute))}`).join(' ')}"/>`,
  )
  const hours = minutes.flatMap((_, n) =>
    n === 0 || (n + 1) % Math.max(5, 5 * Math.ceil(minutes.length / 60)) === 0
      ? [label(Number(x(n)), top + size.panel + 16, String(n + 1), 'text-anchor="middle"')]
      : [],
  )
  return [label(size.left, top - 8, title, 'font-weight="bold"'), ...grid, ...kills, ...names, ...lines, ...hours]
}

/** Memory and answers by minute as an SVG picture; a dashed line is a kill. */
export const picture = (minutes: readonly Minute[]): string => {
  const memory: Curve[] = [{ color: ink.memory, name: 'memory', of: ({ memory }) => memory }]
  const times: Curve[] = [
    { color: ink.median, name: 'median', of: ({ median }) => median },
    { color: ink.slow, name: '99 of 100 within', of: ({ slow }) => slow },
  ]
  const second = size.top + size.panel + size.gap
  const height = second + size.panel + 24
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="sans-serif" font-size="12" fill="${ink.text}" role="img">`,
    '<title>Memory and time of an answer by minute; a dashed line is a kill</title>',
    `<path d="M0 0h${size.width}v${height}H0z" fill="#fff"/>`,
    ...panel('megabytes', memory, minutes, size.top),
    ...panel('milliseconds', times, minutes, second),
    '</svg>\n',
  ].join('\n')
}
