import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { child, childrenOf, readXml, xmlText } from '../../../server/offices/soap'

const test = suite('xml')

test('elements are read without prefix and attributes, with their text untrimmed', () => {
  const root = readXml(
    '\ufeff<?xml version="1.0"?>\r\n<s:a xmlns:s="x"><b y=\'1\'> 1 &amp; 2 </b><b/><![CDATA[<c>]]></s:a>',
  )
  assert.is(root?.name, 'a')
  assert.equal(
    childrenOf(root, 'b').map(({ text }) => text),
    [' 1 & 2 ', ''],
  )
  assert.is(root?.text, '<c>')
  assert.is(child(root, 'b'), undefined)
})

for (const [why, text] of Object.entries({
  'an element left open': '<a><b></a>',
  'a second root': '<a/><b/>',
  'text outside the root': '<a/>x',
  'a document type': '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
  'an entity of its own': '<a>&nbsp;</a>',
  'a bare ampersand': '<a>1 & 2</a>',
  'an entity left open': '<a>1 &amp 2</a>',
  'a reference beyond Unicode': '<a>&#x110000;</a>',
  'a page': '<!DOCTYPE html><html><br></html>',
  'a cut end': '<a><b>tex',
  nothing: '',
}))
  test(`${why} is read as nothing`, () => {
    assert.is(readXml(text), undefined)
  })

test('text survives being written and read', () => {
  const text = `<&>"' à €\ud83d\ude00 1`
  assert.is(readXml(`<a>${xmlText(text)}</a>`)?.text, text)
  assert.is(readXml(`<a>${xmlText('a\u0000b\u001bc')}</a>`)?.text, 'abc')
})

test('a very long answer is read in time that grows with its length', () => {
  const rows = '<r><c>1</c></r>'.repeat(20_000)
  assert.is(readXml(`<a>${rows}</a>`)?.children.length, 20_000)
  assert.is(readXml(`<a>${'<'.repeat(100_000)}`), undefined)
})

test.run()
