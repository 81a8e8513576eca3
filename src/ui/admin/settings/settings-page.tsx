import { useRef, useState } from 'react'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { Page } from '../forms/form-frames'
import { HostForm } from '../forms/host-form'
import { settingValues } from '../forms/values'
import { GuideLine } from '../guide/guide-steps'
import { hostHouse, hostSettings } from '../session/host'
import type { PageProps } from '../shell/menu'
import { Tabs } from '../shell/tabs'
import { DueLine } from '../today/day-lines'
import { SettingsSearch } from './settings-search'

/** Returns a page with one form. */
export const formPage =
  (name: string) =>
  ({ go }: PageProps) => {
    const settings = useStore(hostSettings)
    const form = useStore(hostHouse)!.flow.forms[name]!
    return <HostForm name={name} values={form.of === 'settings' && settings ? settingValues(settings) : {}} go={go} />
  }

/** The settings in tabs; an opened tab keeps what was typed. */
export const SettingsPage = ({ path, query, go }: PageProps) => {
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
      <DueLine />
      <SettingsSearch tabs={tabs} open={(name) => go(`${path}?tab=${name}`, true)} />
      <Tabs
        label={say('forms.settings.title')}
        names={names}
        current={current}
        pick={(name) => go(`${path}?tab=${name}`, true)}
      >
        {(name) =>
          visited.current.has(name) &&
          tabs[name]!.map((form) => <HostForm key={form} name={form} frame="tab" values={values} go={go} />)
        }
      </Tabs>
    </Page>
  )
}
