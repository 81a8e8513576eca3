import { isLater, type Later, laterGuests, partyFlag, type Who } from '../../../schema/guest'
import { isHostPath } from '../../../schema/host-pages'
import type { Arm, Flow, Step } from '../../../schema/steps'
import { follow, stepDoing, targetOf } from '../flow/arms'
import type { Facts } from '../flow/facts'
import { fieldNamesOf } from '../flow/fields'
import { nameResolver } from '../flow/names'

/** The address of a stay's own link; its token stands behind `#`. */
export const stayCard = '/stay'

/** The address of a guest's receipt with the arrival instructions; its token stands behind `#`. */
export const arrivalCard = '/arrival'

/** The address of the QR code at the door, and of the page that shows it on a tablet; their tokens stand behind `#`. */
export const hereCard = '/here'
export const doorCard = '/door'

/** A fragment reaches no proxy log and no other site. */
const linkAt = (card: string) => (base: string, token: string, language?: string) =>
  `${base.replace(/\/+$/, '')}${card}${language ? `?lang=${language}` : ''}#${token}`

/** Returns the address of a stay's link at a house's address, in a guest's language. */
export const stayLinkAt = linkAt(stayCard)

/** Returns the address of a receipt's link at a house's address, in a guest's language. */
export const receiptLinkAt = linkAt(arrivalCard)

/** Returns a flow without the question for a code: arms to it lead where a right code leads. */
export const withoutCode = (flow: Flow): Flow => {
  const card = stepDoing(flow, 'acceptCode')
  if (!card) return flow
  const afterCode = flow.steps[card]!.next.filter(({ when }) => [when?.outcome].flat().includes('checkin'))
  const withoutCard = (arm: Arm): Arm[] =>
    arm.to !== card
      ? [arm]
      : afterCode.map(({ when: { outcome: _, ...when } = {}, set, ...rest }) => ({
          ...rest,
          when: { ...when, ...arm.when },
          set: { ...arm.set, ...set },
        }))
  return {
    ...flow,
    steps: Object.fromEntries(
      Object.entries(flow.steps).flatMap(([path, step]) =>
        path === card ? [] : [[path, { ...step, next: step.next.flatMap(withoutCard) }]],
      ),
    ),
  }
}

type Steps = Pick<Flow, 'steps'>

/** The cards that only a guest on an own phone sees: the opened link, the answers to send, and that they were sent. */
export const ownCards = { open: '/guest-link', check: '/your-answers', sent: '/answers-sent' } as const

/** The addresses of all cards that the flow does not have. */
export const linkCards: readonly string[] = [stayCard, arrivalCard, hereCard, doorCard, ...Object.values(ownCards)]

/** Addresses that the server answers before it looks for a step. */
const serverPaths = /^\/(api|assets|healthz|pictures|privacy-notice|readyz|trial)(\/|$)/

/** Returns whether a host's page or the server itself has an address, so that no step can have it. */
export const isReservedPath = (path: string): boolean => isHostPath(path) || serverPaths.test(path)

const flags = new Map(laterGuests.map((who) => [partyFlag(who), who]))

/** Returns the later guest whose coming a step asks about. */
export const askedFor = (step: Step | undefined): Later | undefined =>
  fieldNamesOf(step ?? {})
    .map((field) => flags.get(field))
    .find(Boolean)

/** Returns the path of the card that asks whether a guest comes. */
export const questionOf = ({ steps }: Steps, who: Who): string | undefined =>
  isLater(who) ? Object.keys(steps).find((path) => askedFor(steps[path]) === who) : undefined

const pathsOf = ({ steps }: Steps, who: Later) => Object.keys(steps).filter((path) => steps[path]!.guest === who)

const exitFrom = ({ steps }: Steps, path: string, who: Later, known: Facts): string => {
  const passed = new Set<string>()
  while (steps[path]?.guest === who && !passed.has(path)) {
    passed.add(path)
    const { next } = steps[path]!
    path = targetOf(follow(next, known, nameResolver(who)) ?? next.at(-1)!, known) ?? ''
  }
  return path
}

/** Returns a flow without the cards of guests on own phones. The server joins their answers and walks it whole. */
export const withGuestsAway = (flow: Flow, away: readonly Later[], known: Facts): Flow => ({
  ...flow,
  guards: [
    ...flow.guards,
    ...away.flatMap((who) =>
      pathsOf(flow, who).map((at) => ({
        at,
        when: { [partyFlag(who)]: 'yes' },
        to: exitFrom(flow, at, who, known),
      })),
    ),
  ],
})

const nextCardOf = ({ steps }: Steps, who: Later, from: readonly string[]): string | undefined => {
  const passed = new Set(from)
  for (const path of passed) {
    const step = steps[path]
    if (step?.guest === who) return path
    if (step && !askedFor(step) && !step.guest)
      for (const { to } of step.next) if (typeof to === 'string') passed.add(to)
  }
  return undefined
}

/** Returns the journey of one guest on an own phone; undefined if the flow has no cards of this guest. */
export const guestJourney = (flow: Flow, who: Later): Flow | undefined => {
  const question = questionOf(flow, who)
  const targets = flow.steps[question ?? '']?.next.flatMap(({ to }) => (typeof to === 'string' ? [to] : [])) ?? []
  const first = nextCardOf(flow, who, targets)
  if (!first) return undefined
  const inside = (step: Step): Step => ({
    ...step,
    next: step.next.map((arm) => {
      const to = typeof arm.to === 'string' ? nextCardOf(flow, who, [arm.to]) : undefined
      return { ...arm, to: to ?? ownCards.check }
    }),
  })
  const begin = Object.values(flow.steps).find((step) => step.do === 'chooseLanguage')
  return {
    ...flow,
    homes: [
      { at: ownCards.sent, to: ownCards.open },
      { at: '/', to: '/' },
    ],
    guards: [],
    steps: {
      '/': { ...begin, next: [{ when: { outcome: 'chosen' }, to: first }] },
      ...Object.fromEntries(pathsOf(flow, who).map((path) => [path, inside(flow.steps[path]!)])),
      [ownCards.check]: {
        panel: 'review',
        do: 'submit',
        next: [{ when: { outcome: 'saved' }, to: ownCards.sent }],
      },
      [ownCards.sent]: { do: 'confirm', next: [] },
    },
  }
}
