import worked from '../../data/templates.json'
import type { Operation } from './operations'

export type TemplateName = keyof typeof worked

/** The template flows, each a list of edits of the shipped flow. */
export const templates = worked as unknown as { readonly [name in TemplateName]: readonly Operation[] }

export const templateNames = Object.keys(worked) as TemplateName[]
