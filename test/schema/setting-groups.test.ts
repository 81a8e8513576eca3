import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { settingGroups } from '../../schema/calls/access'
import type { Form } from '../../schema/steps'
import steps from '../../steps.json'

const forms = Object.entries(steps.forms as unknown as Record<string, Form>)
const fieldsOf = ({ sections = [] }: Form) => [
  ...new Set(sections.flatMap(({ fields = [], optional = [] }) => [...fields, ...optional])),
]
const test = suite('setting groups')

test('a form that saves a group asks for settings of one group alone, and each group has its form', () => {
  const groupsOf = (form: Form) =>
    Object.entries(settingGroups)
      .filter(([, names]) => fieldsOf(form).every((field) => names.some((name) => name === field)))
      .map(([group]) => group)
  const grouped = forms.filter(([, form]) => form.do === 'saveGroup')
  for (const [name, form] of grouped) assert.is(groupsOf(form).length, 1, name)
  const panels = forms.flatMap(([, { sections = [] }]) => sections.flatMap(({ panel }) => panel ?? []))
  // A panel with the name of a group saves it.
  const saved = Object.keys(settingGroups).filter(
    (group) => grouped.some(([, form]) => groupsOf(form).includes(group)) || panels.some((panel) => panel === group),
  )
  assert.equal(saved, Object.keys(settingGroups))
})

test.run()
