import type { ReactNode } from 'react'
import { type HostPath, hostPage, isHostPath } from '../../../schema/host-pages'
import { ArrivalsPage } from './arrivals/arrivals-page'
import { ConsultPage } from './consult/consult'
import { EditorPage } from './editor/editor-page'
import { GuidePage } from './guide/guide'
import { LoginPage } from './login'
import { StatisticsPage } from './numbers/statistics'
import { TaxPage } from './numbers/tax'
import { SendingPage } from './sending/sending-page'
import { formPage, SettingsPage } from './settings/settings-page'
import type { PageProps } from './shell/menu'
import { TodayPage } from './today/today'

const isSignedInPage = (path: string) => isHostPath(path) && !hostPage(path).open

export const pages: Record<HostPath, (props: PageProps) => ReactNode> = {
  '/admin-today': TodayPage,
  '/admin': ConsultPage,
  '/admin-flow': EditorPage,
  '/admin-statistics': StatisticsPage,
  '/admin-tax': TaxPage,
  '/admin-guide': GuidePage,
  '/admin-login': (props) => LoginPage({ ...props, isOurs: isSignedInPage }),
  '/admin-sending': SendingPage,
  '/admin-arrivals': ArrivalsPage,
  '/admin-settings': SettingsPage,
  '/ross1000-settings': formPage('ross1000'),
  '/new-checkin': formPage('newCheckin'),
}
