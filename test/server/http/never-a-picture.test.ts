import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkin } from '../../../schema/record'
import { settings } from '../../../schema/settings'
import { controlNames } from '../../../schema/vocabulary'
import { callTable } from '../../../server/api/handlers'
import { answers, atTheDoor, type Door, type Jar, openDoor } from './door-world'

const test = suite('never a picture')

/** For a server this is a phone's photograph: the first bytes of a JPEG, then 30 kB that occur nowhere else. */
const picture = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100', 'hex'),
  randomBytes(30_000),
  Buffer.from('ffd9', 'hex'),
])
const dataUrl = `data:image/jpeg;base64,${picture.toString('base64')}`

/** Pieces of the picture as they would be stored: bytes, and base64 from each of its three offsets. */
const pieces = [
  picture.subarray(15_000, 15_024),
  ...[15_000, 15_001, 15_002].map((at) =>
    Buffer.from(
      picture
        .subarray(at, at + 24)
        .toString('base64')
        .slice(0, 28),
    ),
  ),
  Buffer.from(picture.subarray(15_000, 15_024).toString('hex')),
]

const files = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    return statSync(path).isDirectory() ? files(path) : statSync(path).isFile() ? [path] : []
  })

const holding = (dir: string) =>
  files(dir).filter((path) => {
    const bytes = readFileSync(path)
    return pieces.some((piece) => bytes.includes(piece))
  })

const multipart = () => {
  const head =
    '--part\r\nContent-Disposition: form-data; name="document"; filename="id.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
  return Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--part--\r\n')])
}

const others = [
  'code',
  'draftId',
  'invitation',
  'value',
  'csv',
  'kind',
  'name',
  'reason',
  'words',
  'by',
  'how',
  'key',
  'pin',
]
const fields = [...Object.keys(checkin.properties), ...others]

/** Every way to send a picture: raw, declared as JSON, as a form, and as text in a JSON body. */
const ways: { raw: Buffer; type: string }[] = [
  { raw: picture, type: 'image/jpeg' },
  { raw: picture, type: 'application/json' },
  { raw: multipart(), type: 'multipart/form-data; boundary=part' },
  ...[
    Object.fromEntries(fields.map((field) => [field, dataUrl])),
    ...['document', 'image', 'photo'].map((field) => ({ ...answers(), [field]: dataUrl })),
  ].map((body) => ({ raw: Buffer.from(JSON.stringify(body)), type: 'application/json' })),
]

const sendAll = async ({ ask }: Door, jar: Jar, id: number) => {
  for (const { method, path } of callTable.filter(({ method }) => method !== 'GET'))
    for (const { raw, type } of ways)
      await ask(method, path.replace(':id', String(id)).replace(':name', 'companyName'), {
        jar: { ...jar },
        raw,
        headers: { 'content-type': type },
      }).catch((error: NodeJS.ErrnoException) => {
        // The server closes the connection while a body that is too large is still being sent.
        if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) throw error
      })
}

test('no call takes a picture, from nobody, a guest or the host, in any form: nothing of it is on the disk', async () => {
  const door = await openDoor()
  const guest = await door.guest()
  const { id } = (await door.ask('POST', '/api/checkin', { jar: guest, body: answers() })).json.data
  for (const jar of [{}, guest, await door.host()]) await sendAll(door, jar, id)
  await door.close()
  assert.equal(holding(door.dir), [])
  assert.not.match(door.lines.join('\n'), dataUrl.slice(100, 140))
})

test('the search does find a picture on the disk, such as the house’s logo', async () => {
  const door = await openDoor({ settings: { logoUrl: dataUrl } })
  await door.close()
  assert.ok(holding(door.dir).length > 0)
})

test(
  'no field of a check-in and no setting but the logo of the house takes one as text',
  atTheDoor(async ({ ask, guest, host, store }) => {
    const own = await guest()
    const { id } = (await ask('POST', '/api/checkin', { jar: own, body: answers() })).json.data
    const jar = await host()
    for (const field of Object.keys(checkin.properties)) {
      await ask('PATCH', `/api/checkin/${id}/update`, { jar: own, body: { ...answers(), [field]: dataUrl } })
      await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { [field]: dataUrl } })
    }
    assert.not.match(JSON.stringify(await store.checkin(id)), dataUrl.slice(100, 140))
    const taking: string[] = []
    for (const name of Object.keys(settings.properties)) {
      await ask('PATCH', `/api/settings/${name}`, { jar, body: { value: dataUrl } })
      if (JSON.stringify(await store.settings()).includes(dataUrl.slice(100, 140))) taking.push(name)
      await store.saveSettings({ [name]: null } as never)
    }
    assert.equal(taking, ['logoUrl'])
  }),
)

/** The source code that runs in a guest's browser. */
const guestCode = ['src/ui/guest', 'src/ui/controls', 'src/ui/shared']
  .flatMap(files)
  .filter((path) => /\.tsx?$/.test(path))

test('only the two readers choose a file, and one of them opens the camera; no page sends anything but JSON', () => {
  assert.ok(guestCode.length > 30)
  const found = guestCode.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return [
      /type=["'{]+file/,
      /getUserMedia|ImageCapture|mediaDevices/,
      /\bFormData\b|FileReader|multipart/,
      /\bcapture=/,
      /sendBeacon|XMLHttpRequest/,
    ]
      .filter((sign) => sign.test(text))
      .map((sign) => `${path}: ${sign}`)
  })
  const allowed = {
    'aids/barcode.tsx': /file|capture=/,
    'later-cards/document/document-panel.tsx': /file|capture=/,
    'later-cards/document/reading.ts': /getUserMedia/,
  }
  const isReader = (line: string) =>
    Object.entries(allowed).some(([path, sign]) => line.startsWith(`src/ui/guest/${path}: `) && sign.test(line))
  assert.equal(
    found.filter((line) => !isReader(line)),
    [],
  )
  assert.not.ok((controlNames as readonly string[]).includes('picture'))
})

test.run()
