import worked from '../../data/templates.json'
import type { Operation } from './operations'

export type TemplateName = keyof typeof worked

/** The worked flows a host can begin from: the edits of the shipped one that each is made of, in their order. */
export const templates = worked as unknown as { readonly [name in TemplateName]: readonly Operation[] }

/** The names of the templates, in the order they are offered. */
export const templateNames = Object.keys(worked) as TemplateName[]
