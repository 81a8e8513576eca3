import { type Language, languages } from '../../../../schema/languages'
import { definitionOf, fieldNamesOf } from '../../flow/fields'
import { shortOf } from '../../flow/names'
import { isHouseLetter } from '../../mail/letter-words'
import { letterPlaceholders } from '../../mail/stay-letter'
import { lawFields } from '../answers/provenance'
import { optionValues, pointer } from '../domains'
import { error, type Finding, type LintContext, type LintRule, stepAt, unknownName } from '../findings'

type Said = { language: Language; word: string; text: string; at: string }

/** Returns every text that the host wrote, with its JSON pointer. */
export const hostTexts = ({ flow }: LintContext): Said[] =>
  languages.flatMap((language) =>
    Object.entries(flow.words[language] ?? {}).map(([word, text]) => ({
      language,
      word,
      text,
      at: `/words/${language}/${pointer(word)}`,
    })),
  )

const plain = (text = '') => text.trim().toLocaleLowerCase()
const parts = (word: string) => {
  const [field = '', part = ''] = word.split('.')
  return { short: shortOf(field).short, part }
}

const areRivals = (context: LintContext, one: string, other: string) => {
  const [a, b] = [parts(one), parts(other)]
  if (!lawFields.has(a.short) || !lawFields.has(b.short)) return false
  if (a.part === 'label' || b.part === 'label') return a.part === b.part && a.short !== b.short
  const options = optionValues(context.flow.fields[a.short] ?? {})
  return a.short === b.short && a.part !== b.part && options.includes(a.part) && options.includes(b.part)
}

/** Checks that no label or option the law needs has the text of another one: guests would confuse them. */
const labelsApart: LintRule = (context) => {
  const { words, shipped } = context
  const ofLaw = Object.keys(words.it).filter((word) => lawFields.has(parts(word).short))
  return hostTexts(context).flatMap(({ language, word, text, at }): Finding[] => {
    if (!shipped || !lawFields.has(parts(word).short)) return []
    const rival = ofLaw.find(
      (other) =>
        [words[language][other], shipped[language][other]].some((existing) => plain(existing) === plain(text)) &&
        areRivals(context, word, other),
    )
    return rival ? [error('labelOfAnother', at, { word, language, value: text, field: parts(rival).short })] : []
  })
}

const holesIn = (text = '') =>
  [...text.matchAll(/\{([^{}]*)\}?/g)].map(([hole, name]) => (hole.endsWith('}') ? name! : hole))

/** The texts for a faulty answer; their placeholders are the answer, the field and its limit. */
export const faultTexts = ['required', 'minLength', 'maxLength', 'pattern', 'enum', 'type', 'format']
const ofFaults = ['limit', 'typed', 'field']
const isFaultText = (word: string) => [...faultTexts, 'minimum', 'maximum'].some((text) => word.endsWith(`.${text}`))

/** Checks that every `{placeholder}` of a host text is one the program fills. */
const placeholders: LintRule = (context) => {
  const { shipped } = context
  if (!shipped) return []
  return hostTexts(context).flatMap(({ language, word, text, at }) => {
    const inShipped = languages.flatMap((one) => holesIn(shipped[one][word]))
    const placeholders = [...new Set([...inShipped, ...(isFaultText(word) ? ofFaults : letterPlaceholders(word))])]
    const keyword = placeholders.length ? 'some' : 'none'
    return holesIn(text)
      .filter((value) => !placeholders.includes(value))
      .map((value) =>
        unknownName(
          'unknownPlaceholder',
          at,
          { value, word, language, keyword, values: placeholders.join(', ') },
          placeholders,
        ),
      )
  })
}

/** Messages that the host hands to a guest: without their link they ask for something nobody can do. */
const withLink = ['invite.stayMessage', 'invite.stayReminder']

/** Checks that no message to a guest lost its link. The letters have theirs as a button. */
const linkKept: LintRule = (context) =>
  hostTexts(context)
    .filter(({ word, text }) => withLink.includes(word) && !holesIn(text).includes('link'))
    .map(({ word, language, at }) => error('linkMissing', at, { word, language }))

/** Checks that no word is missing in any language. */
export const missingWords: LintRule = ({ flow, words }) => {
  const shown = Object.entries(flow.steps).flatMap(([path, step]) => [
    ...['title', ...(step.panel === 'text' ? ['text'] : [])].map((part) => [`${path}.${part}`, stepAt(path)] as const),
    ...fieldNamesOf(step).flatMap((field) => {
      const { short } = shortOf(field)
      const definition = definitionOf(flow, field)
      if (!definition) return []
      const isChoice = ['buttons', 'select', 'several'].includes(definition.control)
      return ['label', ...(isChoice ? optionValues(definition) : [])].map(
        (part) => [`${short}.${part}`, `/fields/${short}`] as const,
      )
    }),
  ])
  const places = new Map<string, string>(shown)
  const messageKeys = Object.keys(words.it).filter((key) => !isHouseLetter(key, words))
  return languages.flatMap((language) =>
    [...new Set([...messageKeys, ...places.keys()])]
      .filter((word) => !words[language][word]?.trim())
      .map((word) => {
        const args = { word, language }
        const at = places.get(word)
        const others = Object.keys(words[language]).filter((key) => !places.has(key))
        return at ? unknownName('wordMissing', at, args, others) : error('wordMissing', '/words', args)
      }),
  )
}

export const wordRules: LintRule[] = [missingWords, labelsApart, placeholders, linkKept]
