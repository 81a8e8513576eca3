import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

// Code treats every guest alike: it names the second or third one only where the specification does.
const test = suite('the named guests')

const allowed: { [file: string]: string } = {
  'schema/guest.ts': 'the table of names',
  'src/core/checkin/record-parts.ts': "the record's specified fields",
  'schema/record.ts': "the record's specified fields",
  'schema/settings.ts': 'the specified settings',
  'server/checkin/intake.ts': 'the specified settings',
  'src/core/checkin/party.ts': 'the specified settings',
  'src/core/flow/parts.ts': 'the specified settings',
  'src/ui/admin/editor/card/step-card.tsx': 'the specified settings',
  'src/ui/admin/checkins/card-fields.ts': "the record's specified fields",
  'src/core/editor/edits/own-question-edits.ts': 'the words of yes and no',
  'src/core/diagram/map-svg.ts': 'a colour for each named guest',
  'src/data/example-parties.ts': 'invented records',
}

const named = /(second|third)-?guest|['"](second|third)['"]|^\s*(second|third):/im
const withoutComments = (code: string) => code.replace(/\/\*[^]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1')

test('the second and the third guest are named only where the specification names them', () => {
  const found = ['src', 'server', 'schema'].flatMap((root) =>
    readdirSync(root, { recursive: true })
      .map((path) => join(root, String(path)))
      .filter((path) => /\.tsx?$/.test(path) && named.test(withoutComments(readFileSync(path, 'utf8')))),
  )
  assert.equal(found.sort(), Object.keys(allowed).sort())
})

test.run()
