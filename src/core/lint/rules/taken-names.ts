import { error, type LintRule } from '../findings'

/** No question of the host's goes under another name of a project's field: an older draft would be read as that one. */
export const takenNames: LintRule = ({ flow }) => {
  const aliases = new Map(
    Object.entries(flow.fields).flatMap(([field, { aliases = [] }]) => aliases.map((one) => [one, field])),
  )
  return Object.entries(flow.fields).flatMap(([field, { schema }]) => {
    const other = aliases.get(field)
    return schema && other && other !== field ? [error('aliasTaken', `/fields/${field}`, { field, value: other })] : []
  })
}
