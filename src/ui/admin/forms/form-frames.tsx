import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Frame } from '../../../../schema/host-vocabulary'
import { Button, ButtonLink } from '../../look/parts'
import { Card } from '../../shared/card'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { Dialog } from '../dialogs/dialog'
import { titleIn, useBusy } from '../dialogs/page-hooks'
import { mayDiscard } from '../dialogs/questions'
import { hostHouse, hostSettings } from '../session/host'
import { Menu } from '../shell/menu'
import { useUnsavedSettings } from '../shell/unsaved'

/** Opens the tab of a form that could not be saved, and goes to what it says. */
const openFaulty = (form: Element) => {
  const panel = form.closest('[role=tabpanel][hidden]')
  if (!panel) return
  document.getElementById(panel.getAttribute('aria-labelledby')!)?.click()
  // The tab is drawn first.
  setTimeout(() => form.querySelector<HTMLElement>('.faults, [aria-invalid=true]')?.focus(), 60)
}

/** The one Save of all settings, at the foot of the window while any is unsaved. */
const SaveBar = () => {
  const forms = useUnsavedSettings()
  const { busy, once } = useBusy()
  const saveAll = async () => {
    // The button goes with the last change, and would take the focus with it.
    const [first] = forms
    if (first?.box.current) titleIn(first.box.current)?.focus({ preventScroll: true })
    const faulty: (Element | null)[] = []
    for (const { box, save } of forms) if (!(await save())) faulty.push(box.current)
    if (faulty[0]) openFaulty(faulty[0])
  }
  if (!forms.length) return null
  return (
    <footer className="actions save-bar">
      <span>{say('unsaved.bar', { forms: forms.map(({ title }) => title).join(', ') })}</span>
      <Button
        text={say(busy ? 'host.busy' : 'host.ok')}
        kind="primary"
        isBusy={busy}
        onClick={() => void once(saveAll)}
      />
    </footer>
  )
}

/** Lets Enter save a form whose button stands elsewhere. */
export const EnterSaves = () => <button type="submit" hidden />

type PageProps = {
  title: string
  subtitle?: string | undefined
  back?: string | undefined
  actions?: ReactNode
  children: ReactNode
}

/** A page of the host: title, subtitle, menu and content. */
export const Page = ({ title, subtitle, back, actions, children }: PageProps) => {
  const { say } = useStore(hostHouse)!.speak
  const house = useStore(hostSettings)?.companyName
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    if (document.activeElement === document.body) heading.current?.focus()
  }, [title])
  return (
    <div className="host">
      <Menu />
      <header className="head">
        <div className="titles">
          {back && <ButtonLink text={say('host.back')} icon="heroicons:chevron-left" kind="quiet back" href={back} />}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p>{subtitle}</p>}
          {house && house !== subtitle && <p className="on-paper">{house}</p>}
        </div>
        {actions}
      </header>
      <main>
        {children}
        <SaveBar />
      </main>
    </div>
  )
}

type FrameProps = {
  box: RefObject<HTMLFormElement | null>
  name: string
  title: string
  subtitle?: string | undefined
  back?: string | undefined
  dirty: boolean
  whenSaved: () => Promise<unknown>
  /** Forms of the settings are saved by the page's one button. */
  isInBar: boolean
  cancel: { text: string; run?: (() => void) | undefined }
  ok?: { text: string; ready: boolean; busy: boolean; press: () => void } | undefined
  children: ReactNode
}

/** Returns the handler of a form's submit event, which presses OK. */
export const submit = (press?: () => void) => (event: FormEvent) => {
  event.preventDefault()
  event.stopPropagation()
  press?.()
}

const Ok = ({ ok }: { ok: NonNullable<FrameProps['ok']> }) => (
  <Button text={ok.text} type="submit" kind="primary" isOff={!ok.ready || ok.busy} isBusy={ok.busy} />
)

const CardFrame = ({ box, title, subtitle, back = '/', ok, children }: FrameProps) => {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = title
    box.current = inside.current?.closest('form') ?? null
    inside.current?.querySelector('input')?.focus()
  }, [title])
  return (
    <Card title={title} home={{ to: back, text: say('host.back') }} ok={ok}>
      {subtitle && <p className="lead">{subtitle}</p>}
      <div ref={inside} className="stack host-card">
        {children}
      </div>
    </Card>
  )
}

const PageFrame = ({ box, name, title, subtitle, back, cancel, ok, children }: FrameProps) => (
  <Page title={title} subtitle={subtitle} back={back}>
    <form ref={box} className={`sheet form-${name}`} noValidate autoComplete="off" onSubmit={submit(ok?.press)}>
      {children}
      <footer className="actions">
        {back && <ButtonLink text={cancel.text} href={back} />}
        {ok && <Ok ok={ok} />}
      </footer>
    </form>
  </Page>
)

const TabFrame = ({ box, name, title, subtitle, isInBar, ok, children }: FrameProps) => {
  const inside = (
    <>
      <header>
        <h2 id={`title-${name}`}>{title}</h2>
        {subtitle && <p>{subtitle}</p>}
      </header>
      {children}
      {ok && isInBar && <EnterSaves />}
      {ok && !isInBar && (
        <footer className="actions">
          <Ok ok={ok} />
        </footer>
      )}
    </>
  )
  const is = { className: `sheet form-${name}`, 'aria-labelledby': `title-${name}` }
  // Without anything to save it may contain forms.
  return ok ? (
    <form ref={box} noValidate autoComplete="off" onSubmit={submit(ok?.press)} {...is}>
      {inside}
    </form>
  ) : (
    <section {...is}>{inside}</section>
  )
}

const DialogFrame = ({ box, name, title, subtitle, dirty, whenSaved, cancel, ok, children }: FrameProps) => {
  const close = async () => {
    if (!dirty || (await mayDiscard(whenSaved()))) cancel.run?.()
  }
  return (
    <Dialog title={title} subtitle={subtitle} onClose={() => void close()} className={`form-${name}`}>
      <form ref={box} noValidate autoComplete="off" onSubmit={submit(ok?.press)}>
        <div className="scroll">{children}</div>
        <footer className="actions">
          <Button text={cancel.text} onClick={() => void close()} />
          {ok && <Ok ok={ok} />}
        </footer>
      </form>
    </Dialog>
  )
}

export const frames: Record<Frame, (props: FrameProps) => ReactNode> = {
  card: CardFrame,
  page: PageFrame,
  tab: TabFrame,
  dialog: DialogFrame,
}
