import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { zip } from '../../../server/excel/xlsx'

const test = suite('archives')

test('an archive of two files, byte for byte, as APPNOTE.TXT has it', async () => {
  const hello = { said: 'ac2a93d8 04000000 02000000', packed: 'cbc80400' }
  const described = `1400 0008 0800 0000 2100 ${hello.said} 0100 0000`
  const local = (name: string) => `504b0304 ${described} ${name} ${hello.packed}`
  const listed = (name: string, at: string) => `504b0102 1400 ${described} 0000 0000 0000 00000000 ${at} ${name}`
  const expected = [
    local('61'),
    local('62'),
    listed('61', '00000000'),
    listed('62', '23000000'),
    '504b0506 0000 0000 0200 0200 5e000000 46000000 0000',
  ]
  const archive = await zip([
    { path: 'a', parts: ['h', 'i'] },
    { path: 'b', parts: ['hi'] },
  ])
  assert.is(Buffer.from(archive).toString('hex'), expected.join('').replaceAll(' ', ''))
})

test.run()
