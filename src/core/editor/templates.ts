import worked from '../../data/templates.json'
import type { Operation } from './operations'

export type TemplateName = keyof typeof worked

export const templates = worked as unknown as { readonly [name in TemplateName]: readonly Operation[] }

export const templateNames = Object.keys(worked) as TemplateName[]
