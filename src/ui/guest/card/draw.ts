import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Draws the application. `react-dom` is the larger half of the first visit: it loads while the rest is prepared. */
export const draw = (what: ReactNode) => createRoot(document.getElementById('root')!).render(what)
