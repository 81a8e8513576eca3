import { say, wait } from './messages'

/** A refusal with its status and what the answer says; thrown by whoever handles a call. */
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

/** Somebody who has to wait so many seconds. */
export const tooMany = (seconds: number) =>
  new Refusal(429, say('toast.tooMany', { wait: wait(seconds) }), { retryAfter: seconds })

/** A check-in that is not there, or is another's: nobody learns which. */
export const notFound = () => new Refusal(404, say('server.checkin'))

/** A check-in that must be there. Refuses with 404 when it is not. */
export const mustExist = <T>(value: T | undefined): T => {
  if (value === undefined) throw notFound()
  return value
}
