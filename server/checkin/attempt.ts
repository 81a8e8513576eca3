import { wordOf } from '../shared/body'

/** The name of an attempt, as our pages make it; empty for anything else. */
export const attemptOf = (given: unknown) => (/^[a-z0-9]{16,40}$/.test(wordOf(given)) ? wordOf(given) : '')
