import { createRoot } from 'react-dom/client'
import { languages, type Language } from '../../schema/vocabulary'
import { App } from './app'
import { afterLanguage } from '../core/route'
import { readDraft, watchDraft, wipe } from './draft'
import './leave'
import { house, speakIn, start } from './house'
import { watchSettings } from './settings'

const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

/** A language that comes in the address, and goes from it. */
const inTheLink = () => {
  const asked = new URLSearchParams(location.search).get('lang')
  if (!isLanguage(asked)) return undefined
  history.replaceState(null, '', location.pathname)
  return asked
}

const stored = () => {
  try {
    return localStorage.getItem('selectedLanguage')
  } catch {
    return null
  }
}

const asked = inTheLink()
const remembered = stored()
await speakIn(asked ?? (isLanguage(remembered) ? remembered : start.language))
readDraft(house.get().flow)
// Chosen on the first card before the script had come: the link leads where choosing leads.
if (asked && location.pathname === afterLanguage(house.get().flow)) wipe({ selectedLanguage: asked })
watchDraft(() => house.get().flow)
watchSettings()
createRoot(document.getElementById('root')!).render(<App />)
