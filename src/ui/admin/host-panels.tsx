import { Button } from '../look/parts'
import { Offline, Refused } from '../shared/api'
import { house, say } from '../shared/published'
import { toast } from '../shared/toast'
import { DoorCodePanel } from './arrival/arrival-part'
import { ArrivalGuides } from './arrival/guides'
import { Codes } from './codes/codes'
import { Consult } from './consult/consult'
import { useBusy } from './dialogs/work'
import { PastedListPanel } from './forms/pasted-list'
import type { HostPanelTable } from './forms/use-host-form'
import { HostLanguageChoice, KeySignIn } from './login'
import { TaxRules } from './numbers/tax-rules'
import { AccessLogPanel, RetentionPanel } from './privacy/privacy-panels'
import { ConnectedPrograms } from './programs/programs'
import { Webhook } from './programs/webhook'
import { callAsHost } from './session/host'
import { Backup, WorkbookFiles } from './settings/backup'
import { Devices } from './settings/devices'
import { StayLetterWords } from './stays/stay-words'
import { Tables } from './tables/tables'

const Info = ({ say, warns = false }: { say: string; warns?: boolean }) => (
  <p className={warns ? 'info warns' : 'info'}>{house.get().speak.say(say)}</p>
)

const HostLanguagePanel = () => (
  <>
    <Info say="hostLanguage.text" />
    <HostLanguageChoice />
  </>
)

const TestMail = () => {
  const { busy, once } = useBusy()
  const send = async () => {
    try {
      const { success, message } = await callAsHost('GET /api/smtp2go-test')
      toast.show(
        success
          ? { tone: 'good', title: say('testMail.sent') }
          : { tone: 'bad', title: say('toast.error.title'), text: message, life: 8000 },
      )
    } catch (error) {
      const status = error instanceof Refused ? say('testMail.failed', { status: error.status }) : say('host.offline')
      const why = error instanceof Refused && error.body.message ? ` ${error.body.message}` : ''
      toast.show({
        tone: 'bad',
        title: say('toast.error.title'),
        text: error instanceof Offline ? say('host.offline') : `${status}.${why}`,
        life: 8000,
      })
    }
  }
  return (
    <p className="buttons">
      <Button aria-disabled={busy || undefined} aria-busy={busy || undefined} onClick={() => void once(send)}>
        {say(busy ? 'testMail.sending' : 'testMail.send')}
      </Button>
      <span>{say('testMail.text')}</span>
    </p>
  )
}

export const hostPanels: HostPanelTable = {
  codes: () => <Codes />,
  testMail: () => <TestMail />,
  consult: () => <Consult />,
  structureInfo: () => <Info say="structureInfo.text" warns />,
  capacityInfo: () => <Info say="capacityInfo.text" warns />,
  accessInfo: () => <Info say="accessInfo.text" />,
  redirectInfo: () => <Info say="redirectInfo.text" />,
  accountInfo: () => <Info say="accountInfo.text" />,
  mailInfo: () => <Info say="mailInfo.text" />,
  tables: () => <Tables />,
  workbookFiles: () => <WorkbookFiles />,
  backup: () => <Backup />,
  retention: () => <RetentionPanel />,
  accessLog: () => <AccessLogPanel />,
  devices: () => <Devices />,
  programs: () => <ConnectedPrograms />,
  webhook: () => <Webhook />,
  arrivalGuides: () => <ArrivalGuides />,
  doorCode: () => <DoorCodePanel />,
  keySignIn: () => <KeySignIn />,
  hostLanguage: () => <HostLanguagePanel />,
  taxRules: () => <TaxRules />,
  stayLetters: () => <StayLetterWords />,
  pastedList: (props) => <PastedListPanel {...props} />,
}
