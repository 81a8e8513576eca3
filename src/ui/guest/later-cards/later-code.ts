// What the cards after the first ones need, in one file, which engine/loader.ts loads.

export { partAt } from '../../../core/flow/parts'
export { cautionOf } from '../../controls/cautions'
export { controls } from '../../controls/table'
export { furnish } from '../../shared/furnish'
export { effects } from './effects'
export { NotFound, Unfinished } from './extra-cards'
export { sayFlowChanged } from './failures'
export { panels } from './panels'
export { readDraft } from './read-draft'
export { openBeforeSending, send } from './sending'
