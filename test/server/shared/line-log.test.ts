import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { lineLog } from '../../../server/http/request-log'

const test = suite('the log')

test('lines that arrive together are written together, in order, soon or when the process ends', async () => {
  const written: string[] = []
  const { line, flush } = lineLog((text) => void written.push(text))
  line('one')
  line('two')
  assert.equal(written, [])
  await new Promise((done) => setTimeout(done, 100))
  assert.equal(written, ['one\ntwo\n'])
  line('three')
  flush()
  flush()
  assert.equal(written, ['one\ntwo\n', 'three\n'])
})

test.run()
