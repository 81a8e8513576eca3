import '../card/common'

export { partAt } from '../../../core/flow/parts'
/** What the cards after the first ones need, in one file: `journey.ts` brings it. */
export { cautionOf } from '../../controls/cautions'
export { controls } from '../../controls/table'
export { furnish } from '../../shared/furnish'
export { run } from './effects'
export { NotFound } from './not-found'
export { panels } from './panels'
export { readDraft } from './read-draft'
export { openBeforeSending, sayFlowChanged, send } from './sending'
export { Unfinished } from './unfinished'
