import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isLogo, logoFile } from '../../../server/pictures/pictures'
import { fileOf, type HostFile } from '../../../server/settings/host-files'
import { folder } from '../store/store-world'

const test = suite('the host’s logo and files')

const data = (type: string, bytes: string | Buffer) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const bytes = (text: string) => Buffer.from(text, 'latin1')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'

test('a logo is a picture whose first bytes confirm its kind', () => {
  for (const [type, content, right] of [
    ['png', png, true],
    ['png', png.subarray(0, 8), true],
    ['png', png.subarray(0, 7), false],
    ['jpeg', bytes('\xff\xd8\xff\xe0'), true],
    ['jpeg', bytes('\xff\xd8\xfe'), false],
    ['gif', 'GIF87a...', true],
    ['gif', 'GIF89a...', true],
    ['gif', 'GIF88a...', false],
    ['webp', 'RIFF\n\r\0\0WEBPVP8', true],
    ['webp', 'RIFF1234WEB', false],
    ['svg+xml', svg, true],
    ['svg+xml', `<?xml version="1.0"?>\n<!-- a --><!-- b --><!DOCTYPE svg>\n${svg}`, true],
    ['svg+xml', '<SVG/>', false],
    ['svg+xml', 'text', false],
    ['svg+xml', '<svg>', false],
    ['svg+xml', `${' '.repeat(2000)}<svg/>`, true],
    ['svg+xml', '<svg/><svg/>', false],
    ['svg+xml', '<svg/>text', false],
    ['svg+xml', '<svg><g></svg></g>', false],
    ['svg+xml', '<html/>', false],
    ['jpeg', png, false],
    ['bmp', 'BM', false],
  ] as const)
    assert.is(isLogo(data(type, content)), right, `${type} ${Buffer.from(content).toString('latin1').slice(0, 60)}`)
  for (const text of ['https://casa.example/logo.png', 'data:image/png;base64,', 'data:image/png;base64,@@', 'x'])
    assert.is(isLogo(text), false, text)
  assert.is(isLogo(''), true)
})

test('a picture with a script or a link is no logo', () => {
  const inside = (text: string) => data('svg+xml', svg.replace('<path', `${text}<path`))
  for (const text of [
    '<script>1</script>',
    '<x:SCRIPT/>',
    '<foreignObject/>',
    '<svg:foreignObject/>',
    '<g onload="x"/>',
    '<g\nONCLICK = "x"/>',
    '<a href="javascript:x"/>',
    '<a href="&#106;avascript:x"/>',
    "<a HREF = 'a&#x6a;'/>",
    '<!ENTITY a "b">',
    '<svg/onload=1>',
    '<svg/onload="1"/>',
    '<style>@import "https://evil.example/a.css";</style>',
    '<style>@im<!-- -->port "https://evil.example/a.css";</style>',
    '<style><![CDATA[a{fill:ur]]>l(https://evil.example/a)}</style>',
    '<style>a{fill:\\75rl(https://evil.example/a)}</style>',
    '<style>a{background:image-set("https://evil.example/a" 1x)}</style>',
    '<style>a{fill:ur<g/>l(//evil.example)}</style>',
    `<style>a{content:"url(#";fill:url(//evil.example)}</style>`,
    '<a href="https://evil.example/"/>',
    '<a xlink:href="//evil.example/"/>',
    '<use href="https://evil.example/a.svg#a"/>',
    '<image href="https://evil.example/a.png"/>',
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    '<rect fill="url(https://evil.example/a#b)"/>',
    '<rect style="fill:url( //evil.example )"/>',
    '<rect fill="&#117;rl(//evil.example)"/>',
    '<rect fill="\\75rl(//evil.example)"/>',
    '<animate attributeName="href" to="javascript:1"/>',
    '<set attributeName="onload" to="1"/>',
    '<iframe src="https://evil.example/"/>',
    '<g a="1" a="2"/>',
    '<g a=1/>',
    '<g>&unknown;</g>',
    '<!DOCTYPE svg [<!ENTITY a "b">]>',
  ])
    assert.is(isLogo(inside(text)), false, text)
  for (const text of [
    '<g/>',
    '<a href="#a"/>',
    '<text>once = 1 &amp; @import \u00e9</text>',
    '<style>.a{fill:url(#b)}</style>',
    '<rect style=\'fill:url("#b")\'/>',
    '<image href="data:image/png;base64,AAAA"/>',
  ])
    assert.is(isLogo(inside(text)), true, text)
  for (const page of ['<svg/onload=1>', '<script>', '<html >', '<SVG>', '<iframe\n', '<object>'])
    assert.is(isLogo(data('png', Buffer.concat([png, Buffer.from(page)]))), false, page)
  assert.is(isLogo(data('png', Buffer.concat([png, Buffer.from('<scripts')]))), true)
})

test('a drawing is served as it was parsed, without an editor’s own data', () => {
  const drawn = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 9 9"
  inkscape:version="1.3"><!-- a --><metadata><rdf:RDF>x</rdf:RDF></metadata><inkscape:grid type="xygrid"/>
  <style><![CDATA[.a > b {fill:#0e7490}]]></style><use xlink:href="#a"/><text class='a'>Caf&#xe9; &lt;b&gt; &quot;&apos;</text></svg>\n`
  const { body, type } = logoFile(data('svg+xml', drawn))!
  assert.is(type, 'image/svg+xml')
  assert.is(
    body.toString().replace(/\n\s*/g, ''),
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">' +
      '<style>.a &#62; b {fill:#0e7490}</style><use xlink:href="#a"></use>' +
      `<text class="a">Café &#60;b&#62; &#34;'</text></svg>`,
  )
  assert.equal(logoFile(data('svg+xml', body))!.body, body, 'what was written is read as it is')
  assert.is(logoFile(data('svg+xml', '<svg><script>1</script></svg>')), undefined, 'nor is one of before')
})

test('a logo has 256 kB at most', () => {
  const of = (size: number) => data('png', Buffer.concat([png, Buffer.alloc(size - png.length)]))
  assert.equal([isLogo(of(256 * 1024)), isLogo(of(256 * 1024 + 1))], [true, false])
})

test('a logo is a file under a name that changes with the picture', () => {
  const name = createHash('sha256').update(png).digest('hex').slice(0, 12)
  assert.equal(logoFile(data('png', png)), { path: `/assets/logo-${name}`, type: 'image/png', body: png })
  assert.equal([logoFile(''), logoFile('data:image/png;base64,@')], [undefined, undefined])
})

const asked = (dir: string, setting: HostFile, path: string) =>
  fileOf(dir, setting, path).then(
    (found) => found.replace(dir, ''),
    ({ status, message }) => [status, message],
  )

test('a setting names a file of the data folder, with its extension, by name or full path', async () => {
  const dir = folder()
  mkdirSync(join(dir, 'sub'))
  symlinkSync(join(dir, 'sub'), join(dir, 'link'))
  for (const [setting, path, found] of [
    ['excelCheckinsPath', '', '/checkins.xlsx'],
    ['excelSettingsPath', '  ', '/settings.xlsx'],
    ['excelIstatComuniPath', '', '/comuni.csv'],
    ['excelIstatStatiPath', '', '/stati.csv'],
    ['excelCheckinsPath', ' ospiti.XLSX ', '/ospiti.XLSX'],
    ['excelIstatComuniPath', 'a.xlsx', '/a.xlsx'],
    ['excelCheckinsPath', 'sub/a.xlsx', '/sub/a.xlsx'],
    ['excelCheckinsPath', 'link/a.xlsx', '/sub/a.xlsx'],
    ['excelCheckinsPath', 'new/deep/a.xlsx', '/new/deep/a.xlsx'],
    ['excelCheckinsPath', join(dir, 'a.xlsx'), '/a.xlsx'],
    ['excelCheckinsPath', '..a.xlsx', '/..a.xlsx'],
  ] as const)
    assert.equal(await asked(dir, setting, path), found, path)
})

test('a path outside the folder, a store file, a folder or another extension is refused in a sentence', async () => {
  const [dir, other] = [folder(), folder()]
  mkdirSync(join(dir, 'dir.xlsx'))
  writeFileSync(join(other, 'a.xlsx'), '')
  symlinkSync(other, join(dir, 'out'))
  symlinkSync(join(dir, 'checkin.sqlite'), join(dir, 'sly.xlsx'))
  writeFileSync(join(dir, 'checkin.sqlite'), '')
  symlinkSync(join(dir, 'nowhere'), join(dir, 'gone.xlsx'))
  const outside = (path: string) => [
    400,
    `Il file «${path.slice(0, 80)}» è fuori dalla cartella dei dati: scrivi un nome senza «..», per esempio checkins.xlsx`,
  ]
  for (const path of [
    '../a.xlsx',
    'a/../b.xlsx',
    'a\\..\\b.xlsx',
    'a\0.xlsx',
    'a\x7f.xlsx',
    '.',
    'out/a.xlsx',
    'gone.xlsx',
  ])
    assert.equal(await asked(dir, 'excelCheckinsPath', path), outside(path), path)
  for (const path of [join(other, 'a.xlsx'), `${dir}2/a.xlsx`, dir])
    assert.equal(await asked(dir, 'excelCheckinsPath', path), outside(path), path)
  const own = (path: string) => [
    400,
    `Il file «${path}» è dell'archivio di Benvenuto: scegli un altro nome, per esempio checkins.xlsx`,
  ]
  for (const path of [
    'checkin.sqlite',
    'checkin.journal.xlsx',
    'CHECKIN.sqlite.xlsx',
    'backups/a.xlsx',
    'backup',
    'lock-1.xlsx',
    '.lock-1.xlsx',
    'sly.xlsx',
  ])
    assert.equal(await asked(dir, 'excelCheckinsPath', path), own(path), path)
  assert.equal(await asked(dir, 'excelCheckinsPath', 'backupsmine.xlsx'), '/backupsmine.xlsx')
  const ending = (endings: string, example: string) => [
    400,
    `Il nome del file deve finire con ${endings}, per esempio ${example}`,
  ]
  assert.equal(await asked(dir, 'excelSettingsPath', 'a.csv'), ending('.xlsx', 'settings.xlsx'))
  assert.equal(await asked(dir, 'excelIstatStatiPath', 'a.txt'), ending('.csv o .xlsx', 'stati.csv'))
  assert.equal(await asked(dir, 'excelCheckinsPath', 'dir.xlsx'), [
    400,
    '«dir.xlsx» è una cartella: scrivi il nome di un file, per esempio checkins.xlsx',
  ])
})

test.run()
