import { type Language, languages } from '../../../../schema/languages'
import { shortOf } from '../../flow/names'
import { lawFields } from '../answers/provenance'
import { pointer } from '../domains'
import { error, type Finding, hint, type LintContext, type LintRule } from '../findings'

type Said = { language: Language; word: string; text: string; at: string }

/** Every text the host wrote over the project's, with its JSON pointer. */
const written = ({ flow }: LintContext): Said[] =>
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

/** Whether two texts tell apart what the law's files need: the labels of two fields, or two answers of one. */
const areRivals = (context: LintContext, one: string, other: string) => {
  const [a, b] = [parts(one), parts(other)]
  if (!lawFields.has(a.short) || !lawFields.has(b.short)) return false
  if (a.part === 'label' || b.part === 'label') return a.part === b.part && a.short !== b.short
  const options = context.flow.fields[a.short]?.options?.map((one) => (typeof one === 'string' ? one : one.value)) ?? []
  return a.short === b.short && a.part !== b.part && options.includes(a.part) && options.includes(b.part)
}

/**
 * The host may say a label or an answer otherwise, but not as another one is or was said: guests would give one answer
 * of the law's in place of another.
 */
export const labelsApart: LintRule = (context) => {
  const { words, shipped } = context
  const ofLaw = Object.keys(words.it).filter((word) => lawFields.has(parts(word).short))
  return written(context).flatMap(({ language, word, text, at }): Finding[] => {
    if (!shipped || !lawFields.has(parts(word).short)) return []
    const rival = ofLaw.find(
      (other) =>
        [words[language][other], shipped[language][other]].some((said) => plain(said) === plain(text)) &&
        areRivals(context, word, other),
    )
    return rival ? [error('labelOfAnother', at, { word, language, value: text, field: parts(rival).short })] : []
  })
}

const holesIn = (text = '') =>
  [...text.matchAll(/\{([^{}]*)\}?/g)].map(([hole, name]) => (hole.endsWith('}') ? name! : hole))

/** What every sentence about a fault can say. */
const ofFaults = ['limit', 'typed', 'field']
const faultText = /\.(required|minLength|maxLength|pattern|enum|type|minimum|maximum|format)$/

/** Every `{placeholder}` of a host's text is one that the program fills in that text. */
export const placeholders: LintRule = (context) =>
  written(context).flatMap(({ language, word, text, at }) => {
    const { shipped } = context
    if (!shipped) return []
    const known = [
      ...new Set([
        ...languages.flatMap((one) => holesIn(shipped[one][word])),
        ...(faultText.test(word) ? ofFaults : []),
      ]),
    ]
    return holesIn(text)
      .filter((hole) => !known.includes(hole))
      .map((hole) =>
        error(
          'unknownPlaceholder',
          at,
          {
            word,
            language,
            value: hole,
            keyword: known.length ? 'some' : 'none',
            values: known.join(', '),
          },
          hint(hole, known),
        ),
      )
  })
