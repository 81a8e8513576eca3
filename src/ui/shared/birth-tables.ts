import { birthplaces } from '../../core/fiscal-code/birthplaces'
import type { BirthTables } from '../../core/fiscal-code/fiscal-code'
import { store } from './page-store'
import { house } from './published'

/** The tables that places of birth are compared with, once they are loaded. */
export const birthTables = store<BirthTables | undefined>(undefined)

const textOf = async (rel: string) => {
  const response = await fetch(document.querySelector<HTMLLinkElement>(`link[rel=${rel}]`)!.href)
  if (!response.ok) throw new Error(`${rel}: ${response.status}`)
  return response.text()
}

const load = async (): Promise<BirthTables> => {
  const [towns, codes] = await Promise.all([textOf('towns'), textOf('birthplaces')])
  const isoOf = (country: string) => house.get().countries.find(([italian]) => italian === country)?.[2]
  const tables = { places: birthplaces(towns, codes), isoOf }
  birthTables.set(tables)
  return tables
}

let loading: Promise<BirthTables> | undefined

/** Returns the tables of places of birth, loaded once. Rejects offline; the next call tries again. */
export const loadBirthTables = (): Promise<BirthTables> =>
  (loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  }))
