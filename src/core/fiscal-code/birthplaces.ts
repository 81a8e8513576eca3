import { fold } from '../text/transliteration'

/** A place of birth: a town as guests choose it, or a state by ISO codes. */
type Birthplace =
  | { town: string; isCeased: boolean }
  /** Mostly one state. A state that has ended (`name`) has several successors, or none. */
  | { states: readonly string[]; name: string }

export type Birthplaces = {
  placeOf: (code: string) => Birthplace | undefined
  /** The codes a town's name may have, today's and ceased ones, with or without its province. */
  codesOf: (town: string) => readonly string[]
  /** The codes of a state of today, by its ISO code. */
  codesOfState: (iso: string) => readonly string[]
}

const withProvince = /^(.*) \(([A-Z]{2})\)$/

/** The code of a town that has none. */
const noCode = '----'

/**
 * Reads the towns' file (`townsText` of src/data/comuni.mjs) beside the birthplaces' file of the same build: a line
 * with the Belfiore code of each town of the first, in its order, then a line for each ceased comune, `A003 ABBADIA
 * ALPINA (TO)`, and each state, `Z105 CZ,SK CECOSLOVACCHIA`.
 */
export const birthplaces = (towns: string, codes: string): Birthplaces => {
  const [todays = '', ...others] = codes.split('\n')
  const places = new Map<string, Birthplace>()
  const byName = new Map<string, string[]>()
  const byState = new Map<string, string[]>()
  const note = (map: Map<string, string[]>, name: string, code: string) => {
    const codes = map.get(name)
    if (!codes) map.set(name, [code])
    else if (!codes.includes(code)) codes.push(code)
  }
  const noteTown = (code: string, names: readonly string[]) => {
    const [, , province = ''] = withProvince.exec(names[0] ?? '') ?? []
    for (const name of names) {
      const bare = fold(withProvince.exec(name)?.[1] ?? name)
      note(byName, bare, code)
      note(byName, `${bare} ${province}`, code)
    }
  }
  for (const [i, line] of towns.split('\n').filter(Boolean).entries()) {
    const names = line.split('|')
    const code = todays.slice(i * 4, i * 4 + 4)
    if (code === noCode) continue
    if (!places.has(code)) places.set(code, { town: names[0]!, isCeased: false })
    noteTown(code, names)
  }
  for (const line of others) {
    const code = line.slice(0, 4)
    const rest = line.slice(5)
    if (code.startsWith('Z')) {
      const [isos = '', ...name] = rest.split(' ')
      const states = isos === '-' ? [] : isos.split(',')
      places.set(code, { states, name: name.join(' ') })
      for (const iso of states) note(byState, iso, code)
    } else if (code) {
      places.set(code, { town: rest, isCeased: true })
      noteTown(code, [rest])
    }
  }
  return {
    placeOf: (code) => places.get(code),
    codesOf: (town) => byName.get(fold(town)) ?? [],
    codesOfState: (iso) => byState.get(iso) ?? [],
  }
}
