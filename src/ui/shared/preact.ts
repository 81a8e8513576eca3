/** What preact-iso's location provider needs of preact, from React; esbuild aliases `preact` to this file. */
import { Children } from 'react'

export { cloneElement, createContext, createElement as h } from 'react'
export const toChildArray = Children.toArray
