import { say, wait } from './messages'

/** A refusal, thrown by the handler of a call. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly more: object = {},
    readonly cookies: readonly string[] = [],
  ) {
    super(message)
  }
}

/** A 429 with the seconds to wait. */
export const tooMany = (seconds: number) =>
  new Refusal(429, say('toast.tooMany', { wait: wait(seconds) }), { retryAfter: seconds })

/** A 404 that does not tell a missing check-in from another's. */
export const notFound = () => new Refusal(404, say('server.checkin'))

/** Returns a value that must exist; refuses with 404. */
export const mustExist = <T>(value: T | undefined): T => {
  if (value === undefined) throw notFound()
  return value
}
