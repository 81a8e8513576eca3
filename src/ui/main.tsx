import { createRoot } from 'react-dom/client'
import { languages, type Language } from '../../schema/vocabulary'
import { App } from './app'
import { draft, keep, readDraft, watchDraft } from './draft'
import { effects } from './effects'
import './leave'
import { house, speakIn, start } from './house'
import { watchSettings } from './settings'

const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

/** A language chosen before the script had loaded comes in the address. */
const chosenByLink = () => {
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

const asked = chosenByLink()
const remembered = stored()
await speakIn(asked ?? (isLanguage(remembered) ? remembered : start.language))
readDraft(house.get().flow)
if (asked) {
  const { set } = await effects.chooseLanguage({ ...draft.get(), selectedLanguage: asked }, house.get().flow)
  keep({ selectedLanguage: set!.selectedLanguage! })
}
watchDraft(() => house.get().flow)
watchSettings()
createRoot(document.getElementById('root')!).render(<App />)
