import { AsyncLocalStorage } from 'node:async_hooks'
import type { HostLanguage } from '../../schema/languages'
import { type Speaker, speaker } from '../../src/core/flow/speaker'
import consult from '../../src/text/consult.it.json'
import findings from '../../src/text/findings.it.json'
import editor from '../../src/text/flow-edit.it.json'
import host from '../../src/text/host.it.json'
import letters from '../../src/text/host-letter.it.json'
import guests from '../../src/text/it.json'
import server from '../../src/text/server.it.json'
import stripe from '../../src/text/stripe.it.json'

type Texts = { readonly [key: string]: string }

/** The words of one language: the server's messages, the sentences about a flow, and the letters to the house. */
type HostWords = { messages: Texts; sentences: Texts; letters: Texts }

const joined = ({ guests, host, consult, findings, editor, letters, server, stripe }: Record<string, Texts>) => {
  const sentences = { ...findings, ...editor }
  const messages = { ...sentences, ...letters, ...stripe, ...guests, ...host, ...consult, ...server }
  return { messages, sentences, letters } as HostWords
}

let italian: HostWords | undefined
/** Joined at the first message: a start needs none. */
const italianWords = () => (italian ??= joined({ guests, host, consult, findings, editor, letters, server, stripe }))

const read = async (language: HostLanguage): Promise<HostWords> => {
  const files: { [name: string]: Promise<{ default: Texts }> } = {
    guests: import(`../../src/text/${language}.json`),
    host: import(`../../src/text/host.${language}.json`),
    consult: import(`../../src/text/consult.${language}.json`),
    findings: import(`../../src/text/findings.${language}.json`),
    editor: import(`../../src/text/flow-edit.${language}.json`),
    letters: import(`../../src/text/host-letter.${language}.json`),
    server: import(`../../src/text/server.${language}.json`),
    stripe: import(`../../src/text/stripe.${language}.json`),
  }
  const texts = Object.entries(files).map(async ([name, file]) => [name, (await file).default] as const)
  return joined(Object.fromEntries(await Promise.all(texts)))
}

const loaded = new Map<HostLanguage, HostWords>()

/** Resolves when the words of a language are loaded, which happens once; Italian always is. */
export const loadHostWords = async (language: HostLanguage): Promise<void> => {
  if (language !== 'it' && !loaded.has(language)) loaded.set(language, await read(language))
}

/** Returns the words of a loaded language, else the Italian ones. */
export const hostWords = (language: HostLanguage): HostWords => loaded.get(language) ?? italianWords()

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

/** Refuses (429) a call that must still wait. */
export const mustNotWait = (seconds: number): void => {
  if (seconds) throw tooMany(seconds)
}

/** A 404. The usual sentence does not tell a missing check-in from another's. */
export const notFound = (sentence = 'server.checkin') => new Refusal(404, say(sentence))

/** Returns a value that must exist; refuses with 404. */
export const mustExist = <T>(value: T | undefined, sentence?: string): T => {
  if (value === undefined) throw notFound(sentence)
  return value
}
