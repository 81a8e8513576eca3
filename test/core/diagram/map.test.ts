import { readFileSync, writeFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../../src/core/diagram/graph'
import { layout, size } from '../../../src/core/diagram/map-layout'
import { flowMap } from '../../../src/core/diagram/map-svg'
import { cards } from '../../fixtures/words'
import { flow } from '../flow/draft'

const test = suite('map')
const kept = 'test/fixtures/flow/map.svg'

test('the map of the frozen flow equals the reviewed one', () => {
  const svg = flowMap(flow, cards)
  // `MAP=new node test/run.mjs core/diagram` writes the file again; look at it before you commit it.
  if (process.env.MAP) writeFileSync(kept, `${svg}\n`)
  assert.is(`${svg}\n`, readFileSync(kept, 'utf8'))
})

test('the picture of the docs is that of the shipped flow', () => {
  const shipped = JSON.parse(readFileSync('steps.json', 'utf8'))
  const svg = `${flowMap(shipped, { ...cards, ...shipped.words.it })}\n`
  if (process.env.MAP) writeFileSync('docs/flow.svg', svg)
  assert.is(svg, readFileSync('docs/flow.svg', 'utf8'))
})

test('an arrow that curves behind the last column stays inside the picture', () => {
  const boxes = ['/a', '/b', '/c'].map((path): Box => ({ key: path, path, title: path, lane: 'rest', outside: false }))
  const plan = layout(boxes, [
    { from: '/a', to: '/b', label: '' },
    { from: '/a', to: '/c', label: 'altrimenti' },
  ])
  const right = plan.columns[0]! + size.width
  assert.ok(plan.trackAt(0, '/c') > right)
  assert.ok(plan.width > plan.trackAt(0, '/c') + size.margin, `${plan.width}`)
  const { width } = layout(boxes, [])
  assert.is(width, right + size.margin)
})

test.run()
