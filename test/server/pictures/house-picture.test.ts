import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pictureFile } from '../../../server/pictures/pictures'

const test = suite("pictures of the house's folder")

const dir = mkdtempSync(join(tmpdir(), 'pictures-'))
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
mkdirSync(join(dir, 'pictures', 'folder.png'), { recursive: true })
const put = (name: string, bytes: Buffer | string) => writeFileSync(join(dir, 'pictures', name), bytes)
put('door.png', png)
put('named-jpg.jpg', png)
put('largest.png', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 - png.length)]))
put('larger.png', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 - png.length + 1)]))
put('page.png', '<html><script>alert(1)</script>')
put('both.png', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
put('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
put('drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>')
put('.hidden.png', png)
writeFileSync(join(dir, 'secret.png'), png)
symlinkSync(join(dir, 'secret.png'), join(dir, 'pictures', 'link.png'))

test('a raster picture is served with the type of its bytes, whatever its name', async () => {
  for (const name of ['door.png', 'named-jpg.jpg']) {
    const found = await pictureFile(dir, name)
    assert.is(found?.type, 'image/png', name)
    assert.ok(found?.body.equals(png))
  }
  assert.is((await pictureFile(dir, 'largest.png'))?.body.length, 2 * 1024 * 1024)
})

test('no other file of the disk is served', async () => {
  for (const name of [
    'none.png',
    'larger.png',
    'page.png',
    'both.png',
    'drawing.svg',
    'drawing.png',
    'folder.png',
    'link.png',
    '.hidden.png',
    '../secret.png',
    '..%2Fsecret.png',
    '/etc/passwd',
    'door.png\0.png',
    `${'a'.repeat(200)}.png`,
    '',
  ])
    assert.is(await pictureFile(dir, name), undefined, name)
  assert.is(await pictureFile(join(dir, 'elsewhere'), 'door.png'), undefined)
})

test.run()
