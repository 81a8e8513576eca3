import type { ReactNode } from 'react'
import { ConsultPage } from '../consult/consult'
import { FlowPage } from '../flow/flow-page'
import { LoginPage } from './login'
import type { PageProps } from './page'
import { formPage, SettingsPage } from './settings-page'

/** The host's pages by address; `open` ones need no sign-in. */
export const pages: Record<string, { Page: (props: PageProps) => ReactNode; open?: true }> = {
  '/admin': { Page: ConsultPage },
  '/admin-flow': { Page: FlowPage },
  '/admin-login': {
    Page: (props) => LoginPage({ ...props, isOurs: (path) => Object.hasOwn(pages, path) && !pages[path]!.open }),
    open: true,
  },
  '/admin-settings': { Page: SettingsPage },
  '/ross1000-settings': { Page: formPage('ross1000') },
  '/new-checkin': { Page: formPage('newCheckin') },
}
