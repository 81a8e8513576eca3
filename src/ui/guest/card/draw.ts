import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import './common'

/**
 * Draws something in the page. What draws is the larger half of what a guest loads: it is a file of its own, which who
 * needs it asks for while the rest is made ready.
 */
export const draw = (what: ReactNode) => createRoot(document.getElementById('root')!).render(what)
