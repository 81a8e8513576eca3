import { languages } from '../../../../schema/languages'
import { fieldNamesOf } from '../../flow/fields'
import { isHouseLetter } from '../../text/letter-words'
import { error, hint, type LintRule, stepAt } from '../findings'

/** No word is missing in any language. */
export const missingWords: LintRule = ({ flow, words }) => {
  const labels = Object.entries(flow.steps).flatMap(([path, step]) => [
    [`${path}.title`, stepAt(path)] as const,
    ...fieldNamesOf(step)
      .filter((field) => flow.fields[field])
      .flatMap((field) => [
        [`${field}.label`, `/fields/${field}`] as const,
        ...(['buttons', 'select', 'several'].includes(flow.fields[field]!.control)
          ? (flow.fields[field]!.options ?? []).map(
              (option) =>
                [`${field}.${typeof option === 'string' ? option : option.value}`, `/fields/${field}`] as const,
            )
          : []),
      ]),
  ])
  const asked = new Set<string>(labels.map(([key]) => key))
  const known = Object.keys(words.it).filter((key) => !isHouseLetter(key, words))
  const all = new Map<string, string>([...known.map((key) => [key, '/words'] as const), ...labels])
  return languages.flatMap((language) =>
    [...all]
      .filter(([key]) => !words[language][key]?.trim())
      .map(([word, at]) =>
        error(
          'wordMissing',
          at,
          { word, language, file: `${language}.json` },
          at === '/words'
            ? {}
            : hint(
                word,
                Object.keys(words[language]).filter((key) => !asked.has(key)),
              ),
        ),
      ),
  )
}
