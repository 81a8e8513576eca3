import { flowGuests, type Who } from '../../../schema/guest'
import type { Flow, Step, When } from '../../../schema/steps'
import { effectTable } from '../../../schema/vocabulary'
import { covers } from '../flow/arms'
import { type NameResolver, nameResolver } from '../flow/names'
import type { Speaker } from '../flow/speaker'
import { shortestRoutes } from '../lint/routes'
import { walk } from '../lint/walk'

/** The picture's columns, in order. */
export const lanes = ['start', ...flowGuests, 'rest', 'off'] as const
export type Lane = (typeof lanes)[number]

/** A box: a step, or a target outside the flow. */
export type Box = { key: string; path: string; title: string; lane: Lane; outside: boolean }

/** An arrow: all arms between two boxes, with their conditions in words. */
export type Arrow = { from: string; to: string; label: string }

/** Returns the guest of a step: its own, or its last arm's. */
export const guestOfStep = (step: Step | undefined): Who | undefined =>
  typeof step?.guest === 'object' ? step.guest.at(-1)!.is : step?.guest
const targetsOf = (step: Step) => step.next.map(({ to }) => (typeof to === 'string' ? to : to.from))

/** Returns the steps in an order in which almost every arrow points forward. */
const inOrder = (flow: Flow, from: readonly string[]): string[] => {
  const seen = new Set<string>()
  const order: string[] = []
  const visit = (path: string) => {
    if (seen.has(path) || !flow.steps[path]) return
    seen.add(path)
    for (const to of targetsOf(flow.steps[path]!).toReversed()) visit(to)
    order.unshift(path)
  }
  from.forEach(visit)
  return order
}

const laneOf = (flow: Flow, order: readonly string[], path: string): Lane => {
  const own = guestOfStep(flow.steps[path])
  const home = flow.homes.find(({ at, to }) => to === path && at !== path)
  const asked = home && guestOfStep(flow.steps[order.find((other) => covers(home.at, other)) ?? ''])
  const first = order.findIndex((other) => guestOfStep(flow.steps[other]))
  return ((own ?? asked) as Lane | undefined) ?? (order.indexOf(path) < first ? 'start' : 'rest')
}

/** Returns the values of a condition as guests read them. */
export const valueWords = (speak: Speaker, fact: string, value: string | readonly string[]): string =>
  [value]
    .flat()
    .map((one) => (speak.has(`map.${one}`) ? speak.say(`map.${one}`) : speak.option(fact, one)))
    .join(speak.say('map.or'))

/** Returns a fact's name as guests read it. */
export const factWords = (speak: Speaker, fact: string): string => speak.label(fact).replace(/\.label$/, '')

const conditionOf = (speak: Speaker, when: When | undefined, name: NameResolver, expected?: string): string =>
  Object.entries(when ?? {})
    .filter(([fact, value]) => !(fact === 'outcome' && value === expected))
    .map(([fact, value]) => {
      const label = factWords(speak, name(fact))
      const conditions =
        typeof value === 'boolean'
          ? speak.say(value ? 'map.given' : 'map.lacking', { label })
          : speak.say('map.is', { label, value: valueWords(speak, name(fact), value) })
      return conditions.replace('?:', '?')
    })
    .join(speak.say('map.and'))

const arrowsOf = (flow: Flow, speak: Speaker, path: string, keyOf: (path: string, to: string) => string): Arrow[] => {
  const step = flow.steps[path]!
  const expected = step.do && effectTable[step.do].outcomes[0]
  const arrows = new Map<string, string[]>()
  step.next.forEach((arm, i) => {
    const to = keyOf(path, typeof arm.to === 'string' ? arm.to : arm.to.from)
    const rival = step.next.slice(0, i).some(({ when }) => !when?.outcome || when.outcome === arm.when?.outcome)
    const condition = conditionOf(
      speak,
      arm.when,
      nameResolver(guestOfStep(step)),
      i === 0 || rival ? expected : undefined,
    )
    arrows.set(to, [...(arrows.get(to) ?? []), condition || (i ? speak.say('map.else') : '')])
  })
  if (arrows.size === 1) return [{ from: path, to: [...arrows.keys()][0]!, label: '' }]
  const otherwise = speak.say('map.else')
  return [...arrows].map(([to, labels]) => ({
    from: path,
    to,
    label: labels.includes(otherwise) ? otherwise : labels.filter(Boolean).join(speak.say('map.or')),
  }))
}

/** Returns a flow as boxes and arrows, without positions. */
export const graphOf = (flow: Flow, speak: Speaker) => {
  const order = inOrder(flow, ['/'])
  const journey = new Set([...shortestRoutes(walk(flow)).keys()].map(({ path }) => path))
  const offJourney = Object.keys(flow.steps).filter((path) => !order.includes(path) || !journey.has(path))
  const isStep = (path: string) => Boolean(flow.steps[path])
  const keyOf = (path: string, to: string) => (isStep(to) ? to : `${path} → ${to}`)
  const steps = [...order.filter((path) => !offJourney.includes(path)), ...offJourney]
  const boxes = steps.flatMap((path): Box[] => {
    const lane = offJourney.includes(path) ? 'off' : laneOf(flow, order, path)
    const ends = [...new Set(targetsOf(flow.steps[path]!))].filter((to) => !isStep(to))
    const end = (to: string): Box => ({
      key: keyOf(path, to),
      path: factWords(speak, to),
      title: speak.say(to.startsWith('/') ? 'map.host' : 'map.leaves'),
      lane,
      outside: true,
    })
    return [
      { key: path, path, title: speak.title(path, guestOfStep(flow.steps[path])), lane, outside: false },
      ...ends.map(end),
    ]
  })
  const arrows = steps.flatMap((path) => arrowsOf(flow, speak, path, keyOf))
  const guards = flow.guards.map(({ at, when, to }) =>
    speak.say('map.guard', {
      at: at.endsWith('-') ? speak.say('map.any', { at }) : at,
      when: conditionOf(speak, when, (name) => name),
      to,
    }),
  )
  return { boxes, arrows, guards }
}
