import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../schema/steps'
import { withChanges } from '../../src/core/flow/arms'
import type { ReadDocument } from '../../src/core/reader/document'
import { addDays } from '../../src/core/text/dates'
import { DocumentPanel } from '../../src/ui/guest/later-cards/document/document-panel'
import type { ReaderAnswer } from '../../src/ui/guest/later-cards/document/reader-worker'
import { fillFromDocument, reading } from '../../src/ui/guest/later-cards/document/reading'
import { draft, saveDraft } from '../../src/ui/guest/state/guest-draft'
import { today } from '../../src/ui/shared/published'
import { openItalianHouse } from './asked'

const test = suite('answers of a document')
test.before(openItalianHouse)
test.after(() => reading.set(undefined))

const passport: ReadDocument = {
  kind: 'TD3',
  answers: {
    name: 'ERIKA',
    lastName: 'MUSTERMANN',
    gender: 'DONNA',
    birthDate: '1984-08-12',
    documentType: 'PASS',
    documentNumber: 'C01X00T47',
  },
  citizenship: 'DE',
  expiry: '2030-01-01',
  cut: [],
  isIdentity: true,
}
const strip = { data: new Uint8Array(4), width: 2, height: 2 }
const filled = (document: Partial<ReadDocument>, draft: Record<string, string> = {}) => {
  reading.set({ document: { ...passport, ...document }, strip })
  return fillFromDocument(draft, {} as Flow)
}

test('every answer of the document is filled in, once: a second press keeps what the guest corrected', async () => {
  const { outcome, set } = await filled({})
  assert.is(outcome, 'read')
  assert.equal(set, {
    mainGuestName: 'ERIKA',
    mainGuestLastName: 'MUSTERMANN',
    mainGuestGender: 'DONNA',
    mainGuestBirthDate: '1984-08-12',
    mainGuestDocumentType: 'PASS',
    mainGuestDocumentNumber: 'C01X00T47',
    mainGuestCitizenship: 'Germania',
    readDocument: 'C01X00T47',
  })
  assert.equal(await filled({}, { readDocument: 'C01X00T47' }), { outcome: 'read' })
  const other = { answers: { ...passport.answers, documentNumber: 'C01X00T48' } }
  assert.is((await filled(other, { readDocument: 'C01X00T47' })).set!.readDocument, 'C01X00T48')
})

test('a cut name is left to the guest, and a state the house does not know is not guessed', async () => {
  const { set } = await filled({ cut: ['name'], citizenship: 'XK' })
  assert.equal(
    [set!.mainGuestName, set!.mainGuestLastName, set!.mainGuestCitizenship],
    [undefined, 'MUSTERMANN', undefined],
  )
})

test('a second document leaves nothing of the first, and one that is not used leaves nothing at all', async () => {
  const first = (await filled({})).set as Record<string, string>
  const { gender: _, documentType: _type, documentNumber: _number, ...rest } = passport.answers
  const answers = { ...rest, birthDate: '1990-02-03' }
  const { set } = await filled({ kind: 'TD1', answers, cut: ['name'], isIdentity: false }, first)
  assert.equal(withChanges(first, set!), {
    mainGuestLastName: 'MUSTERMANN',
    mainGuestBirthDate: '1990-02-03',
    mainGuestCitizenship: 'Germania',
    readDocument: '1990-02-03',
  })

  saveDraft({ ...first, email: 'erika@example.com' })
  const box = window.document.createElement('div')
  const root = createRoot(box)
  await act(async () => root.render(<DocumentPanel hasQuestions={false} />))
  const discard = [...box.querySelectorAll('button')].find(({ textContent }) => /Non usare/.test(textContent!))!
  await act(async () => discard.click())
  assert.equal(draft.get(), { email: 'erika@example.com' })
  assert.is((await fillFromDocument(draft.get(), {} as Flow)).outcome, 'skipped')
  await act(async () => root.unmount())
  saveDraft({})
})

test('without a document the guest types; after a reload the answers read before stay', async () => {
  reading.set(undefined)
  assert.equal(await fillFromDocument({}, {} as Flow), { outcome: 'skipped' })
  assert.equal(await fillFromDocument({ readDocument: 'C01X00T47' }, {} as Flow), { outcome: 'read' })
})

const shown = async (document: Partial<ReadDocument>) => {
  reading.set({ document: { ...passport, ...document }, strip })
  const box = window.document.createElement('div')
  const root = createRoot(box)
  await act(async () => root.render(<DocumentPanel hasQuestions />))
  const cautions = [...box.querySelectorAll('.caution')].map((one) => one.textContent)
  const text = box.textContent
  await act(async () => root.unmount())
  return { cautions, text }
}

test('beside the answers stand who and which document was read, and what the guest must know of it', async () => {
  const { cautions, text } = await shown({})
  assert.equal(cautions, [])
  assert.match(text!, /ERIKA MUSTERMANN.*C01X00T47/)
  assert.equal((await shown({ expiry: today() })).cautions, [], 'the last day is a good one')
  assert.match((await shown({ expiry: addDays(today(), -1) })).cautions.join(), /scaduto il /)
  assert.match((await shown({ cut: ['lastName'] })).cautions.join(), /più lungo delle righe/)
  assert.match((await shown({ isIdentity: false })).cautions.join(), /permesso di soggiorno/)
  assert.equal((await shown({ expiry: undefined })).cautions, [])
})

/** The reader's thread, which answers what a test has laid down; without an answer its file does not come. */
let next: ReaderAnswer | undefined
class Thread {
  onmessage?: (event: { data: ReaderAnswer }) => void
  onerror?: () => void
  postMessage() {
    const answer = next
    queueMicrotask(() => (answer ? this.onmessage?.({ data: answer }) : this.onerror?.()))
  }
  terminate() {}
}
const stubs = { Worker: Thread, OffscreenCanvas: class {}, documentReaderFile: '/reader.js', isSecureContext: true }
const before = Object.keys(stubs).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
test.after(() => {
  for (const [name, found] of before)
    if (found) Object.defineProperty(globalThis, name, found)
    else Reflect.deleteProperty(globalThis, name)
})
const stub = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

test('each reason why nothing was read has its own sentence, as a caution, and the ways to try again stay', async () => {
  for (const [name, value] of Object.entries(stubs)) stub(name, value)
  const devices = { getUserMedia: () => Promise.reject(new DOMException('', refusal)) }
  let refusal = ''
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
  reading.set(undefined)
  const box = window.document.createElement('div')
  window.document.body.append(box)
  const root = createRoot(box)
  await act(async () => root.render(<DocumentPanel hasQuestions={false} />))
  const settle = () => act(() => new Promise<void>((done) => setTimeout(done, 5)))
  const choose = async (answer?: ReaderAnswer) => {
    next = answer
    const input = box.querySelector<HTMLInputElement>('input:not([capture])')!
    Object.defineProperty(input, 'files', { value: [new Blob(['x'])], configurable: true })
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
    await settle()
  }
  const film = async (secure: boolean, why = '') => {
    stub('isSecureContext', secure)
    refusal = why
    await act(async () => box.querySelector('button')!.click())
    await settle()
  }
  const trials: [RegExp, () => Promise<void>][] = [
    [/non è un'immagine/, () => choose({ why: 'picture' })],
    [/la patente non le ha/, () => choose({ why: 'none' })],
    [/non si leggono bene/, () => choose({ why: 'unclear' })],
    [/manca la connessione/, () => choose()],
    [/solo su pagine sicure/, () => film(false)],
    [/non è permessa/, () => film(true, 'NotAllowedError')],
    [/non risponde nessuna videocamera/, () => film(true, 'NotFoundError')],
  ]
  /** What a screen reader reads. */
  const heard = () => {
    const copy = box.cloneNode(true) as HTMLElement
    for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
    return copy.textContent!
  }
  assert.match(heard(), /tre righe di segni minore.*due righe di segni minore/)
  for (const [words, trial] of trials) {
    await trial()
    assert.not.match(heard(), /</, 'signs are named')
    const status = box.querySelector('[role=status]')!
    assert.match(status.textContent!, words)
    assert.is(status.className, 'caution')
    assert.is(box.querySelectorAll('input[type=file], button').length, 3, String(words))
  }
  await choose({ document: passport, strip })
  assert.match(box.querySelector('[role=status]')!.textContent!, /^Letto/)
  await act(async () => root.unmount())
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test.run()
