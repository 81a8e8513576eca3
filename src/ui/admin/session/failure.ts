import { Offline, Refused } from '../../shared/api'
import { say } from '../../shared/published'
import { isSignedOut } from './host'

/** Returns the server's message of a refusal; undefined if there is none. */
export const told = (error: unknown): string | undefined =>
  error instanceof Refused ? (error.body.message ?? error.body.error) : undefined

/** Returns why a call failed in the host's words: offline, signed out, the server's message, or `otherwise`. */
export const reason = (error: unknown, otherwise = 'host.unknownError'): string => {
  if (error instanceof Offline) return say('host.offline')
  if (isSignedOut(error)) return say('host.signedOut')
  return told(error) ?? say(otherwise)
}

/** Returns an error handler for a call the page can do without: it logs the error with the reason. */
export const optional = (reason: string) => (error: unknown) => console.info(`${reason}:`, error)
