import { useId, useState } from 'react'
import { questionsIn, subjectOf } from '../../../core/flow/host-forms'
import { fieldId } from '../../controls/field'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { hostHouse } from '../session/host'

/** A setting that can be found: its words, and the tab and the element it stands in. */
type Found = { tab: string; words: string; of: string; id: string }

const most = 8

/** Returns the forms and the questions of all tabs. */
const settingsOf = (tabs: { readonly [tab: string]: readonly string[] }): Found[] => {
  const { flow, speak } = hostHouse.get()!
  return Object.entries(tabs).flatMap(([tab, names]) =>
    names.flatMap((name) => {
      const form = flow.forms[name]!
      const of = say(`forms.${name}.title`)
      const questions = (form.sections ?? []).flatMap((section) => questionsIn(flow, subjectOf(form), section))
      return [
        { tab, words: of, of: say(`tabs.${tab}`), id: `title-${name}` },
        ...questions.map((question) => ({ tab, words: speak.label(question.name), of, id: fieldId(question.name) })),
      ]
    }),
  )
}

/** Finds a setting by its words, over all tabs; a press opens its tab and puts the focus there. */
export const SettingsSearch = ({
  tabs,
  open,
}: {
  tabs: { readonly [tab: string]: readonly string[] }
  open: (tab: string) => void
}) => {
  useStore(hostHouse)
  const [typed, type] = useState('')
  const id = useId()
  const wanted = typed.trim().toLowerCase()
  const found = wanted
    ? settingsOf(tabs).filter(({ words, of }) => `${words} ${of}`.toLowerCase().includes(wanted))
    : []
  const press = ({ tab, id }: Found) => {
    type('')
    open(tab)
    // The tab is drawn first.
    setTimeout(() => {
      const place = document.getElementById(id) ?? document.querySelector<HTMLElement>(`[id^='${id}-']`)
      if (!place) return
      // A heading takes the focus only when it is asked to.
      if (place.tabIndex < 0) place.tabIndex = -1
      place.scrollIntoView({ block: 'center' })
      place.focus({ preventScroll: true })
    }, 60)
  }
  return (
    <search className="setting-search">
      <label htmlFor={id} className="unseen">
        {say('settings.find')}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        placeholder={`${say('settings.find')}: ${say('settings.findHint')}`}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      {wanted && (
        <ul aria-label={say('settings.find')}>
          {found.slice(0, most).map((one) => (
            <li key={`${one.tab} ${one.id}`}>
              <button type="button" className="button quiet" onClick={() => press(one)}>
                {one.words} <small>{one.of}</small>
              </button>
            </li>
          ))}
          {!found.length && <li>{say('settings.findNone')}</li>}
        </ul>
      )}
    </search>
  )
}
