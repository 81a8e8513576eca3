import { wordOf } from '../shared/body'

/** The name of an attempt at a check-in, as our pages make it; empty where it is none. */
export const attemptOf = (given: unknown) => (/^[a-z0-9]{16,40}$/.test(wordOf(given)) ? wordOf(given) : '')
