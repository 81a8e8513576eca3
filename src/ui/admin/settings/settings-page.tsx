import { useRef, useState } from 'react'
import { questionsIn, subjectOf } from '../../../core/flow/host-forms'
import { fieldId } from '../../controls/field'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { Page } from '../forms/form-frames'
import { HostForm } from '../forms/host-form'
import { settingValues } from '../forms/values'
import { GuideLine } from '../guide/guide-steps'
import { go, hostHouse, hostSettings } from '../session/host'
import { type PageProps, Tabs } from '../shell/menu'
import { TodayLine } from '../today/day-sheet'

type Found = { tab: string; words: string; of: string; id: string }

const most = 8

type SettingTabs = { readonly [tab: string]: readonly string[] }

const settingsOf = (tabs: SettingTabs): Found[] => {
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

/** Finds a setting by its words; a press opens its tab and focuses it. */
const SettingsSearch = ({ tabs, open }: { tabs: SettingTabs; open: (tab: string) => void }) => {
  useStore(hostHouse)
  const [typed, type] = useState('')
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
      // Headings are not focusable by default.
      if (place.tabIndex < 0) place.tabIndex = -1
      place.scrollIntoView({ block: 'center' })
      place.focus({ preventScroll: true })
    }, 60)
  }
  return (
    <search className="setting-search">
      <input
        type="search"
        aria-label={say('settings.find')}
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

/** Returns a page with one form. */
export const formPage = (name: string) => () => {
  const settings = useStore(hostSettings)
  const form = useStore(hostHouse)!.flow.forms[name]!
  return <HostForm name={name} values={form.of === 'settings' && settings ? settingValues(settings) : {}} />
}

/** The settings in tabs; an opened tab keeps what was typed. */
export const SettingsPage = ({ path, query }: PageProps) => {
  const { flow } = useStore(hostHouse)!
  const settings = useStore(hostSettings)
  const { tabs = {}, back } = flow.forms.settings!
  const names = Object.keys(tabs)
  const current = names.find((name) => name === query.tab) ?? names[0]!
  const visited = useRef(new Set<string>())
  visited.current.add(current)
  const [first] = useState(settings)
  const values = settingValues((settings ?? first)!)
  return (
    <Page title={say('forms.settings.title')} subtitle={settings?.companyName} back={back}>
      <GuideLine />
      <TodayLine />
      <SettingsSearch tabs={tabs} open={(name) => go(`${path}?tab=${name}`, true)} />
      <Tabs
        label={say('forms.settings.title')}
        names={names}
        current={current}
        pick={(name) => go(`${path}?tab=${name}`, true)}
      >
        {(name) =>
          visited.current.has(name) &&
          tabs[name]!.map((form) => <HostForm key={form} name={form} frame="tab" values={values} />)
        }
      </Tabs>
    </Page>
  )
}
