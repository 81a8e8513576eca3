import type { DoorCode } from '../../../../schema/calls/guest-links'
import { Button } from '../../look/parts'
import { houseSettings } from '../../shared/house-settings'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { CopyLink, Qr, useCopy } from '../dialogs/copying'
import { ask, Dialog } from '../dialogs/dialog'
import { useAnswer } from '../dialogs/work'
import { callAsHost, dayShown, hostSettings, useSpeaker } from '../session/host'

type Codes = DoorCode & { display: string }

const base = () => (hostSettings.get()?.publicAddress || location.origin).replace(/\/+$/, '')

const Sheet = ({ codes: { day, here }, close }: { codes: Codes; close: () => void }) => {
  const [italian, english] = [useSpeaker('it'), useSpeaker('en')]
  const { companyName } = houseSettings.get()
  const shown = dayShown(day)
  return (
    <Dialog title={say('doorCode.title', { day: shown })} onClose={close} className="invite">
      <div className="poster">
        {companyName && <p className="house">{companyName}</p>}
        <p className="call" lang="it">
          {italian.say('door.text')}
        </p>
        <p className="call" lang="en">
          {english.say('door.text')}
        </p>
        <Qr text={base() + here} label={say('doorCode.qr', { link: base() })} />
        <p className="link-text">{shown}</p>
      </div>
      <footer className="actions">
        <Button onClick={close}>{say('close')}</Button>
        <Button kind="primary" onClick={() => print()}>
          {say('doorCode.print')}
        </Button>
      </footer>
    </Dialog>
  )
}

const readCodes = async () => (await callAsHost('GET /api/door')).data

const show = async () => {
  const codes = await readCodes()
  await ask<void>((answer) => <Sheet codes={codes} close={answer} />)
}

/** The panel of the QR code at the door: a sheet to print, and the link of the tablet's page. */
export const DoorCodePanel = () => {
  const { answer: codes } = useAnswer(readCodes)
  const copying = useCopy()
  const tablet = codes && base() + codes.display
  return (
    <div className="stack">
      <p className="info">{say('doorCode.text')}</p>
      <p className="buttons">
        <Button onClick={() => void show().catch(showReason)}>{say('doorCode.show')}</Button>
      </p>
      {tablet && (
        <CopyLink label={say('doorCode.tablet')} hint={say('doorCode.tabletHint')} link={tablet} copying={copying} />
      )}
    </div>
  )
}
