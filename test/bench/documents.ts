import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { ReaderAnswer } from '../../src/ui/guest/later-cards/document/reader-worker'
import { badPictures } from '../browser/bad-pictures'
import { openBrowser, phone } from '../browser/house'
import { judgedDistortions, kindNames } from '../reader/judge'
import { judgingLevels } from '../reader/levels'
import { wholePicture, zonePicture } from '../reader/pictures'
import { pngOf } from '../reader/png'
import { randomOf } from '../reader/random'
import { median, row } from './table'
import { filled, started } from './world'

type Answered = { ms: number; said: string }
type Reading = Window & { readPicture: (file: Blob) => Promise<Answered> }

/**
 * Runs in the page: loads the file of the reader's thread into the page's own thread, the only one that can be slowed.
 * The browser's threads that decode a picture keep their speed.
 */
const loadReader = async (file: string) => {
  let answered: (answer: ReaderAnswer) => void
  Object.assign(window, { postMessage: (answer: ReaderAnswer) => answered(answer) })
  await import(file)
  const readPicture: Reading['readPicture'] = async (picture) => {
    const began = performance.now()
    const answer = await new Promise<ReaderAnswer>((done) => {
      answered = done
      window.onmessage!(new MessageEvent('message', { data: { picture, today: '2026-11-26' } }))
    })
    return { ms: performance.now() - began, said: 'why' in answer ? answer.why : 'read' }
  }
  const input = Object.assign(document.createElement('input'), { type: 'file', id: 'picture' })
  document.body.append(input)
  Object.assign(window, { readPicture })
}

const read = async (page: Page, buffer: Buffer): Promise<Answered> => {
  await page.setInputFiles('#picture', { name: 'picture', mimeType: 'image/png', buffer })
  return page.evaluate(() => {
    const [file] = document.querySelector<HTMLInputElement>('#picture')!.files!
    return (window as unknown as Reading).readPicture(file!)
  })
}

/** Zones and whole pages in good light, each kind under each distortion in turn. */
const goodPictures = () =>
  Array.from({ length: 12 }, (_, turn) => {
    const random = randomOf(700_000_000 + turn)
    const kind = kindNames[turn % kindNames.length]!
    const levels = judgingLevels(random, judgedDistortions[turn % 9]!, 1)
    return pngOf(turn % 3 ? zonePicture(random, kind, levels) : wholePicture(random, kind, levels, 2))
  })

/** How long a slow phone takes to read a document, and to say that a picture shows none. */
export const documents = async () => {
  const [house, browser] = await Promise.all([
    started(['dist/server.mjs'], { DATA_DIR: await filled(1) }),
    openBrowser(),
  ])
  const { context, page } = await phone(browser)
  await page.goto(house.url)
  const [, name] = /public(.*\/document-reader\..*\.js)$/m.exec(readFileSync('dist/files.txt', 'utf8'))!
  await page.evaluate(loadReader, name!)
  const pictures = goodPictures()
  // The first one compiles the reader.
  await read(page, pictures[0]!)
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const good: Answered[] = []
  for (const picture of pictures) good.push(await read(page, picture))
  const bad: (Answered & { name: string })[] = []
  for (const [name, made] of Object.entries(badPictures)) {
    const { buffer } = made()
    for (let turn = 0; turn < 3; turn++) bad.push({ name, ...(await read(page, buffer)) })
  }
  await Promise.all([house.stop(), browser.close()])
  row(
    'a document read from a good picture, CPU ÷ 4',
    good.map(({ ms }) => ms),
    'ms',
    1000,
    { beside: `${good.filter(({ said }) => said === 'read').length} of ${good.length} read` },
  )
  const times = Object.keys(badPictures).map((name) => {
    const some = bad.filter((one) => one.name === name)
    return { name, ms: median(some.map(({ ms }) => ms)), said: some[0]!.said }
  })
  row(
    'a picture that cannot be read is answered, CPU ÷ 4: the slowest',
    Math.max(...times.map(({ ms }) => ms)),
    'ms',
    2000,
    {
      beside: times.map(({ name, ms, said }) => `${name} ${Math.round(ms)} (${said})`).join(', '),
    },
  )
}
