// The code of the later cards, loaded by engine/loader.ts.

import './new-tabs'

export { partAt } from '../../../core/flow/parts'
export { controls } from '../../controls/table'
export { cautionOf } from '../aids/cautions'
export { sayFlowChanged } from '../state/failures'
export { effects } from './effects'
export { NotFound, Unfinished } from './extra-cards'
export { OwnPhone as Below } from './own-phone'
export { furnish } from './own-phone-house'
export { panels } from './panels'
export { readDraft } from './read-draft'
export { openBeforeSending, send } from './sending'
