import { store } from './page-store'

/** What hears of the browser's Back before the router does, and may stop it; a page with something unsaved sets it. */
export const beforeBack = store<((event: PopStateEvent) => void) | undefined>(undefined)

// Listeners of the window are told in the order they came: this one comes with the script, before the router's.
addEventListener('popstate', (event) => beforeBack.get()?.(event))
