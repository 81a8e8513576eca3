import { type HostLanguage, hostLanguageCookie, hostLanguages, languageRow } from '../../../../schema/languages'
import { say, start } from '../../shared/published'
import { confirmLeaving } from '../shell/unsaved'

const year = 31_536_000

const choose = async (language: HostLanguage) => {
  if (language === start.hostLanguage || !(await confirmLeaving())) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The server needs it with the next page, before any script runs.
  // biome-ignore lint/suspicious/noDocumentCookie: Safari 15 has no Cookie Store API
  document.cookie = `${hostLanguageCookie}=${language}; Path=/; Max-Age=${year}; SameSite=Strict${secure}`
  location.reload()
}

/** The languages of the host's pages, each by its own name; a choice is stored in this browser. */
export const HostLanguageChoice = () => (
  <nav className="host-languages" aria-label={say('hostLanguage.label')}>
    {hostLanguages.map((language) => (
      <button
        key={language}
        type="button"
        className="link"
        lang={language}
        aria-pressed={language === start.hostLanguage}
        onClick={() => void choose(language)}
      >
        {languageRow(language)!.name}
      </button>
    ))}
  </nav>
)
