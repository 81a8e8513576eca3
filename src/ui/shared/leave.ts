import { store } from './page-store'

/** Handles the browser's Back before the router and may stop it; set by a page with unsaved changes. */
export const onBack = store<((event: PopStateEvent) => void) | undefined>(undefined)

// Listeners run in the order they were added: this one is added before the router's.
addEventListener('popstate', (event) => onBack.get()?.(event))
