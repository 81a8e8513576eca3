import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { csv } from '../../../src/core/text/escape'

const test = suite('csv quoting')
const line = (...cells: string[]) => csv([cells]).slice(1, -2)

test('begins with the byte order mark for Excel, and ends every line with CRLF', () => {
  assert.is(
    csv([
      ['Nome', 'Cognome'],
      ['ANNA', 'FORLÌ'],
    ]),
    '\ufeffNome;Cognome\r\nANNA;FORLÌ\r\n',
  )
  assert.is(csv([]), '\ufeff')
})

test('no answer can end its cell and begin another with a formula', () => {
  assert.is(line("ciao;=cmd|' /C calc'!A0;"), `"ciao;=cmd|' /C calc'!A0;"`)
  assert.is(line('a\t=1+1'), '"a\t=1+1"')
})

test('cells with separators of any country, quotes or line breaks are quoted, and their quotes doubled', () => {
  assert.is(line('a,b', 'a;b', 'say "ciao"', 'one\ntwo', 'plain', ''), '"a,b";"a;b";"say ""ciao""";"one\ntwo";plain;')
})

test('a cell a spreadsheet would take for a formula stays text', () => {
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) assert.is(line(`${sign}1+1`), `'${sign}1+1`)
  assert.is(line('\t=1'), `"'\t=1"`)
  assert.is(line('\r=1'), `"'\r=1"`)
  assert.is(line('\n=1'), `"'\n=1"`)
  assert.is(line('=HYPERLINK("http://x","y")'), `"'=HYPERLINK(""http://x"",""y"")"`)
  assert.is(line('+39 333'), "'+39 333")
})

test('a negative figure stays a number, so that sums count it', () => {
  assert.is(line('-4,50', '-2', '8,00'), '"-4,50";-2;"8,00"')
  for (const text of ['-2+3', '-A1', '-2,', '--2', '-2,5,0', '-2\n=1']) assert.match(line(text), /^"?'/, text)
})

test('what a spreadsheet would take for a day stays text; a whole date may become one', () =>
  assert.is(line('07/2026', '3/4', '1-2', '31/12/2026', '101-102'), "'07/2026;'3/4;'1-2;31/12/2026;101-102"))

test('what a spreadsheet would take for another number stays text', () => {
  for (const text of ['00184', '01234567890', '1234E56', '1234567890123456']) assert.is(line(text), `'${text}`)
  for (const text of ['0', '184', '123456789012345', '08:30', '05/12/2026', 'E10', '0A1']) assert.is(line(text), text)
})

test('a formula character inside a cell is unchanged', () =>
  assert.is(line('1-20112026', 'a@b.it', 'x=1'), '1-20112026;a@b.it;x=1'))

test.run()
