import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { asset } from '../../../server/flow/assets'

const test = suite('files for the browser')

test('a file is under a name that its content decides, and packed once, when first asked for', () => {
  const text = 'export default { città: 1 }'
  const made = asset('flow.it.*.js', text, 'text/javascript')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10)
  assert.is(made.path, `/assets/flow.it.${hash}.js`)
  assert.is(made.type, 'text/javascript')
  assert.is(made.body.toString(), text)
  assert.is(brotliDecompressSync(made.brotli).toString(), text)
  assert.is(made.brotli, made.brotli)
  assert.is.not(asset('flow.it.*.js', `${text} `, 'text/javascript').path, made.path)
})

test.run()
