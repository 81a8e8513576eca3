import { flushSync } from 'react-dom'
import { laterGuests } from '../../../../../schema/guest'
import { changesOf, guardOf, guestOf, withChanges } from '../../../../core/flow/arms'
import { facts } from '../../../../core/flow/facts'
import { askedFields } from '../../../../core/flow/fields'
import { speaker } from '../../../../core/flow/speaker'
import type { Validate } from '../../../../core/flow/validation'
import { StepForm } from '../../../guest/card/step-form'
import { loadLaterCode } from '../../../guest/engine/loader'
import { forNextCard } from '../../../guest/engine/step-run'
import { draft } from '../../../guest/state/guest-draft'
import { readyHouse } from '../../../shared/furnish'
import { houseSettings } from '../../../shared/house-settings'
import { store, useStore } from '../../../shared/page-store'
import { house, type PublishedFiles } from '../../../shared/published'
import { publishedIn } from '../../session/host'
import { type FrameNews, findTexts, markedWords, placedTexts, type Scene } from './scene'

/** Responses of a trial, by the end of the method and address. */
const answers: readonly [end: RegExp, data: unknown][] = [
  [
    /\/api\/reservation-code$/,
    { kind: 'checkin', reservationCode: '1234', roomDescription: 'Camera Standard', showPaymentPage: true },
  ],
  [/\/api\/checkin$/, { id: 1 }],
  [/\/payment$/, { status: 'completed' }],
  [/\/(confirm|stay-tax)$/, {}],
  [/POST .*\/guest-links$/, { token: 'trial' }],
  [/GET .*\/guest-links$/, laterGuests.map((guest) => ({ guest, state: 'ready' }))],
]

const trialAnswer = async (call: string): Promise<Response> => {
  const [, data] = answers.find(([end]) => end.test(call.split('?')[0]!)) ?? []
  return new Response(JSON.stringify({ success: true, data }), {
    status: 200,
    headers: { 'content-type': 'application/json' },
  })
}

/** The address of this script: the frame loads it again, with stores of its own. */
export const address = import.meta.url

const post = (news: FrameNews) => parent.postMessage(news, '*')

/** Schemas of the host's own questions are compiled by the server only. */
const withoutOwnFields = (validate: Validate, own: ReadonlySet<string>): Validate => {
  const check: Validate = (data) => {
    const known = Object.fromEntries(Object.entries(data as object).filter(([field]) => !own.has(field)))
    const isGood = validate(known)
    check.errors = validate.errors ?? null
    return isGood
  }
  return check
}

const at = store<{ path: string; turn: number; scene: Scene } | undefined>(undefined)

const furnished = (published: PublishedFiles, { flow, words, language }: Scene) => {
  const own = new Set(Object.keys(flow.fields).filter((field) => flow.fields[field]!.schema))
  return readyHouse({
    ...published,
    flow,
    language,
    words: { ...published.words, ...words },
    validator: (given) => withoutOwnFields(published.validator(given), own),
  })
}

const afterGuardsOf = (path: string): string => {
  const { flow } = house.get()
  for (let turns = 0; turns <= flow.guards.length; turns++) {
    const known = facts(draft.get(), houseSettings.get())
    const guard = guardOf(flow, path, known)
    if (!guard) break
    draft.set(withChanges(draft.get(), changesOf(guard.set, known)))
    path = guard.to
  }
  return path
}

const go = (scene: Scene, to: string) => {
  const [path = '/'] = to.split('?')
  const turn = (at.get()?.turn ?? 0) + 1
  const { flow } = house.get()
  if (!scene.trial || !flow.steps[afterGuardsOf(path)]) return
  at.set({ path: afterGuardsOf(path), turn, scene })
}

const show = async (scene: Scene) => {
  const shown = furnished(await publishedIn(scene.language), scene)
  document.documentElement.lang = scene.language
  draft.set(scene.known)
  houseSettings.set(scene.settings)
  const step = shown.flow.steps[scene.path]
  const who = step && guestOf(step, facts(scene.known, scene.settings))
  const fields = step && scene.faults ? askedFields(shown.flow, step, who, facts(scene.known, scene.settings)) : []
  forNextCard.set({ faults: fields.map(({ field, optional }) => ({ field, rule: optional ? 'pattern' : 'required' })) })
  const turn = (at.get()?.turn ?? 0) + 1
  house.set(shown)
  at.set({ path: scene.path, turn, scene })
}

/** Marks find the texts; the card is drawn without them before the browser paints. */
const locateTexts = (keys: readonly string[]) => {
  const shown = house.get()
  flushSync(() => house.set({ ...shown, speak: speaker(markedWords(shown.words, keys), shown.language) }))
  const found = findTexts(document.body, keys)
  flushSync(() => house.set(shown))
  return found
}

const followTexts = () => {
  let found: ReturnType<typeof findTexts> = []
  const measure = () => {
    // The first card scrolls as a whole, the others below their head.
    const boxes = [...document.querySelectorAll('.card, main')]
    if (!boxes.length || !at.get()?.scene.texts) return
    const height = boxes.reduce((sum, one) => sum + one.scrollHeight - one.clientHeight, innerHeight)
    post({ card: 'texts', texts: placedTexts(document.body, found), height })
  }
  const find = () => {
    found = locateTexts(at.get()?.scene.texts ?? [])
    changes.takeRecords()
    measure()
  }
  let timer = 0
  // Waits for an idle browser: the checker's result comes first.
  const changes = new MutationObserver(() => {
    clearTimeout(timer)
    timer = window.setTimeout(find, 50)
  })
  changes.observe(document.body, { subtree: true, childList: true, characterData: true })
  addEventListener('resize', measure)
  document.addEventListener('load', measure, true)
}

const Stage = () => {
  const current = useStore(at)
  const answers = useStore(draft)
  const shown = useStore(house)
  if (!current || !shown) return null
  const { path, scene } = current
  const step = shown.flow.steps[path]
  if (!step) return null
  const who = guestOf(step, facts(answers, scene.settings))
  return (
    <StepForm
      key={`${path} ${who} ${current.turn}`}
      {...{ path, step, who }}
      query={{}}
      go={(to) => go(scene, to)}
      arrived={false}
    />
  )
}

/** A trial stores in a map and answers calls here. */
const isolate = () => {
  const memory = new Map<string, string>()
  Object.defineProperty(window, 'localStorage', {
    value: {
      getItem: (name: string) => memory.get(name) ?? null,
      setItem: (name: string, value: string) => void memory.set(name, value),
      removeItem: (name: string) => void memory.delete(name),
    },
  })
  const real = window.fetch.bind(window)
  window.fetch = (input, given) => {
    const address = String(input instanceof Request ? input.url : input)
    return address.includes('/api/') ? trialAnswer(`${given?.method ?? 'GET'} ${address}`) : real(input, given)
  }
  window.open = () => null
}

const begin = async () => {
  const [{ draw }] = await Promise.all([import('../../../guest/card/draw'), loadLaterCode()])
  isolate()
  addEventListener('message', ({ source, data }) => source === parent && void show(data as Scene))
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a')
    if (!link) return
    event.preventDefault()
    const scene = at.get()?.scene
    if (scene) go(scene, link.getAttribute('href') ?? '/')
  })
  at.subscribe(() => post({ card: 'at', path: at.get()!.path }))
  followTexts()
  draw(<Stage />)
  post({ card: 'ready' })
}

if (window.frameElement?.hasAttribute('data-card')) void begin()
