import { fieldOf } from '../../schema/checkin'
import { guests, type Who } from '../../schema/guest'
import { effects, languages, type Effect, type Flow, type Language, type Step } from '../../schema/steps'
import { domainOf, isField, places, type Place } from './domain'
import { near } from './near'
import { covers, definitionOf } from './route'
import { journeys, reached, walk, type Journey, type Stand } from './walk'

/** What the checker has to say: where (a JSON pointer), which rule, the words of its sentence, a near miss, and the shortest journey that shows it. */
export type Finding = { severity: 'error' | 'warning'; rule: string; at: string; args: Record<string, string>; nearest?: string; journey?: string[] }

/** The words of every language, the host's own laid over the project's. */
export type Words = Record<Language, Record<string, string>>

/** What the checker needs to know besides the file. */
export type Known = { words: Words; isCountry: (name: string) => boolean; elsewhere: readonly string[] }

type House = Known & { flow: Flow; places: Place[]; ways: Map<Stand, Stand[]>; journeys: Journey[] }
type Rule = (house: House) => Finding[]

const pointer = (path: string) => path.replace(/~/g, '~0').replace(/\//g, '~1')
const stepAt = (path: string) => `/steps/${pointer(path)}`
const error = (rule: string, at: string, args: Record<string, string> = {}, more: Partial<Finding> = {}): Finding => ({ severity: 'error', rule, at, args, ...more })
const hint = (word: string, list: Iterable<string>) => {
  const nearest = near(word, list)
  return nearest ? { nearest } : {}
}
const named = (step: Step) => [...(step.fields ?? []), ...(step.optional ?? [])]
const standsAt = ({ ways }: House, path: string) => [...ways.keys()].filter((stand) => stand.path === path)
const shortest = (house: House, path: string) => standsAt(house, path).map((stand) => house.ways.get(stand)!.map((step) => step.path)).sort((a, b) => a.length - b.length)[0]
const way = (house: House, path?: string) => {
  const journey = path && shortest(house, path)
  return journey ? { journey } : {}
}

/** Every name a step asks for, an answer forgets or a choice narrows is a field that `fields` says how to ask. */
const unknownFields: Rule = ({ flow }) => {
  const known = Object.keys(flow.fields)
  const inSteps = Object.entries(flow.steps).flatMap(([path, step]) =>
    [...named(step), ...Object.keys(step.choices ?? {})].filter((field) => !flow.fields[field]).map((field) => error('unknownField', stepAt(path), { field }, hint(field, known))),
  )
  const inFields = Object.entries(flow.fields).flatMap(([name, { forgets = [] }]) =>
    forgets.filter((field) => !flow.fields[field]).map((field) => error('unknownField', `/fields/${name}/forgets`, { field }, hint(field, known))),
  )
  const untrue = known.filter((name) => !isField(flow, name)).map((field) => error('fieldWithoutSchema', `/fields/${field}`, { field }, hint(field, known.filter((name) => isField(flow, name)))))
  return [...inSteps, ...inFields, ...untrue]
}

/** Every fact a condition names exists, and can be what the condition says. */
const facts: Rule = (house) =>
  house.places.flatMap(({ at, when, name, path, kind }) =>
    Object.entries(when ?? {}).flatMap(([short, expected]): Finding[] => {
      const fact = name(short)
      const effect = path ? house.flow.steps[path]?.do : undefined
      const values = typeof expected === 'boolean' ? [] : [expected].flat()
      if (fact === 'outcome') {
        const outcomes: readonly string[] = effect && kind === 'next' ? effects[effect as Effect].outcomes : []
        return values.filter((value) => !outcomes.includes(value)).map((value) => error('unknownOutcome', `${at}/when/outcome`, { outcome: value, effect: effect ?? '-' }, hint(value, outcomes)))
      }
      const domain = domainOf(house.flow, fact)
      if (!domain) return [error('unknownFact', `${at}/when/${short}`, { field: short }, hint(short, Object.keys(house.flow.fields)))]
      const countries = definitionOf(house.flow, fact)?.control === 'country'
      return values
        .filter((value) => (domain.values ? !domain.values.includes(value) : countries && !house.isCountry(value)))
        .map((value) => error('impossibleValue', `${at}/when/${short}`, { field: short, value, values: domain.values?.join(', ') ?? '' }, hint(value, domain.values ?? ['Italia'])))
    }),
  )

/** Every field an arm writes exists and can hold what is written. */
const writes: Rule = ({ flow, places }) =>
  places.flatMap(({ at, set, name }) =>
    Object.entries(set ?? {}).flatMap(([short, value]): Finding[] => {
      const source = value && typeof value === 'object' ? value.from : undefined
      const missing = [short, ...(source ? [source] : [])].filter((field) => !isField(flow, name(field)))
      if (missing.length) return missing.map((field) => error('unknownFact', `${at}/set/${short}`, { field }, hint(field, Object.keys(flow.fields))))
      const values = domainOf(flow, name(short))?.values
      return typeof value === 'string' && values && !values.includes(value) ? [error('impossibleValue', `${at}/set/${short}`, { field: short, value, values: values.join(', ') }, hint(value, values))] : []
    }),
  )

/** Every address led to exists. */
const paths: Rule = ({ flow, places, elsewhere }) => {
  const known = [...Object.keys(flow.steps), ...elsewhere]
  const lost = (at: string, to: unknown) => (typeof to === 'string' && to.startsWith('/') && !known.includes(to) ? [error('unknownPath', at, { path: to }, hint(to, known))] : [])
  return [
    ...places.flatMap(({ at, to }) => lost(`${at}/to`, to)),
    ...flow.homes.flatMap(({ to }, i) => lost(`/homes/${i}/to`, to)),
    ...Object.entries(flow.steps).flatMap(([path, { home }]) => lost(`${stepAt(path)}/home`, home)),
    ...flow.guards.flatMap(({ at }, i) => (known.some((path) => covers(at, path)) ? [] : [error('unknownPath', `/guards/${i}/at`, { path: at }, hint(at, known))])),
    ...flow.exceptions.flatMap(({ at }, i) => lost(`/exceptions/${i}/at`, at)),
  ]
}

/** A condition looks only at answers some journey has given by then. */
const askedLater: Rule = (house) => {
  const may = new Map<Stand, Set<string>>()
  for (const stand of house.ways.keys()) may.set(stand, new Set(stand.asks))
  for (let grew = true; grew; ) {
    grew = false
    for (const [stand, known] of may)
      for (const { to } of stand.ways) if ('path' in to) for (const fact of known) if (!may.get(to)!.has(fact)) grew = Boolean(may.get(to)!.add(fact))
  }
  const askedAnywhere = new Set([...house.ways.keys()].flatMap(({ asks }) => asks))
  const known = (paths: string[]) => new Set(paths.flatMap((path) => standsAt(house, path)).flatMap((stand) => [...may.get(stand)!]))
  return house.places.flatMap(({ at, when, name, path, kind }, index) => {
    if (kind === 'back') return []
    const guard = house.flow.guards[index]
    const here = path ? [path] : Object.keys(house.flow.steps).filter((step) => guard && covers(guard.at, step))
    const sofar = known(here)
    if (!here.some((step) => standsAt(house, step).length)) return []
    return Object.entries(when ?? {})
      .filter(([short, expected]) => typeof expected !== 'boolean' && askedAnywhere.has(name(short)) && !sofar.has(name(short)))
      .map(([short]) => error('askedLater', `${at}/when/${short}`, { field: short }, way(house, path)))
  })
}

/** Every arm is taken on some journey, or by a guest who comes back or arrives at a screen off the journey. */
const deadArms: Rule = (house) => {
  const asides = [...house.flow.exceptions.map(({ at }) => at), ...house.places.filter(({ kind }) => kind === 'back').map(({ to }) => String(to))].filter((path) => house.flow.steps[path])
  const stands = [...house.ways.keys(), ...[...new Set(asides)].flatMap((path) => [...reached(walk(house.flow, path, true)).keys()])]
  const taken = new Set(stands.flatMap(({ ways }) => ways.flatMap(({ via }) => via)))
  const arms = Object.entries(house.flow.steps)
    .filter(([path]) => standsAt(house, path).length)
    .flatMap(([path, step]) =>
      step.next.flatMap((_, i) => {
        const at = `${stepAt(path)}/next/${i}`
        if (taken.has(at)) return []
        const always = step.next.slice(0, i).some(({ when }) => !when)
        return [error(always ? 'armAfterAlways' : 'armNeverHolds', at, {}, way(house, path))]
      }),
    )
  return arms
}

/** Every step is on some journey. */
const unreached: Rule = (house) =>
  Object.keys(house.flow.steps).filter((path) => !standsAt(house, path).length).map((path) => error('unreached', stepAt(path), { path }))

/** Every journey ends. */
const endings: Rule = ({ journeys }) => {
  const wrong = journeys.filter(({ end }) => end.end !== 'outside').sort((a, b) => a.stands.length - b.stands.length)
  const first = new Map(wrong.map((journey) => [`${journey.end.end} ${journey.stands.at(-1)!.path}`, journey]).reverse() as [string, Journey][])
  return [...first.values()].map(({ end, stands }) => {
    const guards = end.end === 'endless' && end.to !== stands.at(-1)!.path
    return error(guards ? 'guardLoop' : end.end, stepAt(stands.at(-1)!.path), { path: guards ? end.to! : stands.at(-1)!.path }, { journey: stands.map(({ path }) => path) })
  })
}

/** Back leads to a step from which the guest can have come. */
const backLinks: Rule = ({ flow, places }) => {
  const leads = new Map<string, Set<string>>()
  const lead = (from: string, to: unknown) => typeof to === 'string' && (leads.get(from) ?? leads.set(from, new Set()).get(from)!).add(to)
  for (const { path, to, kind } of places) if (path && kind === 'next') lead(path, to)
  for (const guard of flow.guards) for (const path of Object.keys(flow.steps)) if (covers(guard.at, path)) lead(path, guard.to)
  const reaches = (from: string, to: string) => {
    const seen = new Set([from])
    for (const path of seen) for (const next of leads.get(path) ?? []) seen.add(next)
    return seen.has(to)
  }
  return places.flatMap(({ at, path, to, kind }) =>
    kind === 'back' && path && typeof to === 'string' && flow.steps[to] && !reaches(to, path) ? [error('backIsNoWayIn', `${at}/to`, { path: to })] : [],
  )
}

/** The fields the police record and the tourism record need of each guest (ManualeWS.pdf Tabella 1; tracciato XML v2.4), and of the stay. */
const needed: Record<Who | 'stay', readonly string[]> = {
  main: ['name', 'lastName', 'gender', 'birthDate', 'birthCountry', 'birthCity', 'citizenship', 'residenceCountry', 'residenceCity', 'documentType', 'documentNumber', 'documentIssuePlace'],
  second: ['name', 'lastName', 'gender', 'birthDate', 'birthCountry', 'birthCity', 'citizenship', 'residenceCountry', 'residenceCity'],
  third: ['name', 'lastName', 'gender', 'birthDate', 'birthCountry', 'birthCity', 'citizenship', 'residenceCountry', 'residenceCity'],
  stay: ['arrivalDate', 'numberOfNights'],
}

/** Every finished journey asks or derives what the law's files need of the guests on it. */
const unrecorded: Rule = (house) => {
  const fields = [...guests, 'stay' as const].flatMap((who) => needed[who].map((field) => ({ who, field: who === 'stay' ? field : fieldOf(who, field) })))
  const bits = new Map<string, number>(fields.map(({ field }, i) => [field, 2 ** i]))
  const sum = (names: readonly string[]) => [...new Set(names)].reduce((bag, name) => (bag | (bits.get(name) ?? 0)) >>> 0, 0)
  const asks = new Map([...house.ways.keys()].map((stand) => [stand, sum(stand.asks)]))
  const sets = new Map<string, number>()
  for (const { at, set, name } of house.places) sets.set(at, ((sets.get(at) ?? 0) | sum(Object.keys(set ?? {}).filter((short) => set![short] !== null).map(name))) >>> 0)
  const first = new Map<string, Finding>()
  for (const { stands, via, end } of [...house.journeys].sort((a, b) => a.stands.length - b.stands.length)) {
    if (end.end !== 'outside' || !stands.some(({ path }) => house.flow.steps[path]?.do === 'submit')) continue
    let have = 0
    for (const stand of stands) have = (have | asks.get(stand)!) >>> 0
    for (const at of via) have = (have | (sets.get(at) ?? 0)) >>> 0
    for (const { who, field } of fields) {
      if ((have & bits.get(field)!) !== 0 || first.has(field)) continue
      const of = stands.filter((stand) => who === 'stay' || stand.who === who)
      const place = of.find((stand) => who !== 'stay' && stand.asks.includes(fieldOf(who, 'name'))) ?? of[0]
      if (place) first.set(field, error('unrecorded', stepAt(place.path), { field }, { journey: stands.map(({ path }) => path) }))
    }
  }
  return [...first.values()]
}

/** Choices narrow what a field offers, and what a field offers its schema admits. */
const options: Rule = ({ flow }) => [
  ...Object.entries(flow.steps).flatMap(([path, step]) =>
    Object.entries(step.choices ?? {}).flatMap(([field, values]) => {
      const offered = (flow.fields[field]?.options ?? []).map((option) => (typeof option === 'string' ? option : option.value))
      return values.filter((value) => !offered.includes(value)).map((value) => error('impossibleValue', `${stepAt(path)}/choices/${field}`, { field, value, values: offered.join(', ') }, hint(value, offered)))
    }),
  ),
  ...Object.entries(flow.fields).flatMap(([name, { options = [] }]) => {
    const values = domainOf(flow, name in flow.fields && isField(flow, fieldOf('main', name)) ? fieldOf('main', name) : name)?.values
    return options.flatMap((option, i) => {
      const value = typeof option === 'string' ? option : option.value
      return values && !values.includes(value) ? [error('impossibleValue', `/fields/${name}/options/${i}`, { field: name, value, values: values.join(', ') }, hint(value, values))] : []
    })
  }),
]

/** No word is missing in any language. */
const words: Rule = ({ flow, words }) => {
  const labels = Object.entries(flow.steps).flatMap(([path, step]) => [
    [`${path}.title`, stepAt(path)] as const,
    ...named(step).filter((field) => flow.fields[field]).flatMap((field) => [
      [`${field}.label`, `/fields/${field}`] as const,
      ...(['buttons', 'select'].includes(flow.fields[field]!.control) ? (flow.fields[field]!.options ?? []).map((option) => [`${field}.${typeof option === 'string' ? option : option.value}`, `/fields/${field}`] as const) : []),
    ]),
  ])
  const all = new Map<string, string>([...Object.keys(words.it).map((key) => [key, '/words'] as const), ...labels])
  return languages.flatMap((language) =>
    [...all].filter(([key]) => !words[language][key]?.trim()).map(([word, at]) => error('wordMissing', at, { word, language }, at === '/words' ? {} : hint(word, Object.keys(words[language]).filter((key) => !all.has(key))))),
  )
}

const rules: Rule[] = [unknownFields, facts, writes, paths, options, askedLater, deadArms, unreached, endings, backLinks, unrecorded, words]

/**
 * What is wrong with the meaning of a flow whose shape is right; never stops at the first. An exception named in the file takes
 * its finding away; one that excuses nothing is itself reported, as a warning.
 */
export const lint = (flow: Flow, known: Known): Finding[] => {
  const first = walk(flow)
  const house: House = { ...known, flow, places: places(flow), ways: reached(first), journeys: journeys(first) }
  const found = rules.flatMap((rule) => rule(house))
  const unique = [...new Map(found.map((finding) => [`${finding.rule} ${finding.at} ${JSON.stringify(finding.args)}`, finding])).values()]
  const excuses = ({ at, rule }: Flow['exceptions'][number]) => (finding: Finding) => finding.rule === rule && (finding.at === stepAt(at) || finding.at.startsWith(`${stepAt(at)}/`))
  const idle = flow.exceptions.flatMap((exception, i): Finding[] =>
    unique.some(excuses(exception)) ? [] : [{ severity: 'warning', rule: 'idleException', at: `/exceptions/${i}`, args: { path: exception.at } }],
  )
  return [...unique.filter((finding) => !flow.exceptions.some((exception) => excuses(exception)(finding))), ...idle]
}

