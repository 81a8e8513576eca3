import { AsyncLocalStorage } from 'node:async_hooks'
import type { HostLanguage } from '../../schema/languages'
import { type Speaker, speaker } from '../../src/core/flow/speaker'
import { hostWords, loadHostWords } from './host-words'

const chosen = new AsyncLocalStorage<HostLanguage>()

/** Returns the language of the call that is being answered; Italian outside of a host's call. */
export const spokenLanguage = (): HostLanguage => chosen.getStore() ?? 'it'

/** Runs work whose messages are in a host's language. */
export const inLanguage = async <T>(language: HostLanguage, work: () => Promise<T>): Promise<T> => {
  await loadHostWords(language)
  return chosen.run(language, work)
}

const speakers = new Map<HostLanguage, Speaker>()

const current = (): Speaker => {
  const language = spokenLanguage()
  const cached = speakers.get(language) ?? speaker(hostWords(language).messages, language)
  speakers.set(language, cached)
  return cached
}

/** Messages, and waits in seconds in words, in the language of the call. */
export const { say, wait }: Pick<Speaker, 'say' | 'wait'> = {
  say: (key, params) => current().say(key, params),
  wait: (seconds) => current().wait(seconds),
}

/** Returns the checker's and the editor's sentences in the language of the call. */
export const flowSentences = () => hostWords(spokenLanguage()).sentences
