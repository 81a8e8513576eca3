/**
 * The few of preact's names that preact-iso's location provider uses, as React has them; esbuild puts this in preact's
 * place.
 */
import { Children } from 'react'

export { cloneElement, createContext, createElement as h } from 'react'
export const toChildArray = Children.toArray
