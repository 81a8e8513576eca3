import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const head = `# What was measured

Each table is written by the command that stands above it, never by hand. A bar is what the design promises; what it is
compared with was measured in the same run, on the same machine. Times in milliseconds, sizes in thousands of bytes.
`
/** The sections in their order, each with the command that writes it. */
const commands: Record<string, string> = {
  'Speed and memory': 'npm run bench',
  'Beside what a user would pick instead': 'npm run bench -- --peers',
  'Presses of a check-in': 'npm run bench -- --presses',
  'Mistakes the tests notice in src/core': 'npm run mutants -- --folder src/core',
  'Mistakes the tests notice in server': 'npm run mutants -- --folder server',
  'Mistakes the tests notice in server/store': 'npm run mutants -- --folder server/store',
}

/**
 * Writes one section of a page, docs/bench.md unless said, if a command is known for it. The other sections stay; those
 * that no command writes come last.
 */
export const section = (title: string, lines: string[], page = 'docs/bench.md') => {
  if (!commands[title]) return
  const old = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const bodies = new Map(
    old
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1).trim()]),
  )
  bodies.set(title, [`\`${commands[title]}\``, '', ...lines].join('\n'))
  const names = new Set([...Object.keys(commands), ...bodies.keys()])
  const all = [...names].flatMap((name) => (bodies.has(name) ? [`## ${name}\n\n${bodies.get(name)}\n`] : []))
  writeFileSync(page, [head, ...all].join('\n'))
}
