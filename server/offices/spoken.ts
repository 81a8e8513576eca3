import { say } from '../messages'

const words: { readonly [why: string]: Parameters<typeof say>[0] } = {
  certificate: 'offices.why.certificate',
  timeout: 'offices.why.timeout',
  unreadable: 'offices.why.unreadable',
  count: 'offices.why.count',
  crash: 'offices.why.crash',
}

/** Why a call did not end well, in words a host can read: an office's own sentence stays as it is, what only we would understand is said. */
export const spoken = (why: string): string => {
  const known = words[why]
  if (known) return say(known)
  if (/^HTTP \d{3}$/.test(why)) return say('offices.why.status', { status: why.slice(5) })
  return /^E[A-Z_]{4,}$|^UND_/.test(why) ? say('offices.why.line', { code: why }) : why
}
