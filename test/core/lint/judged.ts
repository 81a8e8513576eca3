import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import type { Words } from '../../../src/core/proof/proof'
import { numbers } from '../../fixtures/numbers'
import { isWhole } from '../../sample'
import { everybody } from './concrete-guest'

/** Returns the words of an edited flow; a machine's edit names another label as `{{name}}`. */
export const wordsOf = (flow: Flow, shipped: Words): Words => {
  for (const [key, said] of Object.entries(flow.words.it ?? {}))
    flow.words.it![key] = said.replace(/^\{\{(\w+)\}\}$/, (_, other) => shipped.it[`${other}.label`]!)
  const ofPlate = flow.fields.carPlate && { 'carPlate.label': 'Targa', 'carPlate.b': 'B' }
  return Object.fromEntries(
    languages.map((language) => [
      language,
      { ...shipped[language], ...flow.words.it, ...flow.words[language], ...ofPlate },
    ]),
  ) as Words
}

/** Returns every ninth of the people: each of the 300 edits that harms any of 54 of them harms one of these. */
export const crowd = () => everybody(numbers(7)).filter((_, i) => (isWhole ? i % 3 === 0 : i % 9 === 3))
