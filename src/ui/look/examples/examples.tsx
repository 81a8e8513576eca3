import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Card } from '../../shared/card'
import { TextBox } from '../boxes'
import { Icon } from '../icon'
import { Button, Chip, Initials, RowMenu, Skeleton } from '../parts'

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="sheet">
    <header>
      <h2>{name}</h2>
    </header>
    {children}
  </section>
)

const colours = ['accent', 'accent-pale', 'ink', 'soft', 'line', 'hair', 'paper', 'ground', 'good', 'warn', 'bad']

const Row = ({ name, state }: { name: string; state: ReactNode }) => (
  <li className="row">
    <div className="who">
      <Initials name={name} />
      <div>
        <h3>{name}</h3>
        <small>3 ospiti</small>
      </div>
    </div>
    <p>
      Camera Blu<small>3 notti</small>
    </p>
    <p className="pay">Da pagare</p>
    <p className="police">{state}</p>
    <div className="act">
      <Button text="Identifica" icon="heroicons:identification" />
      <RowMenu label="Altro">{null}</RowMenu>
    </div>
  </li>
)

const Actions = () => (
  <>
    <Part name="Button: first, plain, quiet, icon, danger, not ready">
      <p className="buttons">
        <Button text="Invia 2 arrivi" icon="heroicons:paper-airplane" kind="primary" />
        <Button text="Segna come inviati" />
        <Button text="Indietro" kind="quiet" />
        <Button icon="heroicons:phone" kind="icon" aria-label="Chiama" />
        <Button text="Elimina" kind="danger" />
        <Button text="Salva" kind="primary" aria-disabled />
      </p>
    </Part>
    <Part name="Chip">
      <p className="buttons">
        <Chip tone="good">Inviato</Chip>
        <Chip tone="go">Abilitato</Chip>
        <Chip tone="warn">Da controllare</Chip>
        <Chip tone="bad">Incompleto</Chip>
        <Chip tone="plain">Da fare</Chip>
      </p>
    </Part>
    <Part name="Row, initials, menu">
      <ul className="rows">
        <Row name="GIULIA RICCI" state={<Chip tone="go">Abilitato</Chip>} />
        <Row name="HANS-PETER OBERHUBER" state={<Chip tone="good">Inviato</Chip>} />
      </ul>
    </Part>
  </>
)

const Inputs = () => (
  <>
    <Part name="Tabs, field, switch, banner">
      <div className="tabs">
        <button type="button" role="tab" aria-selected>
          Generale
        </button>
        <button type="button" role="tab" aria-selected={false}>
          Branding
        </button>
      </div>
      <div className="grid">
        <TextBox label="Nome della struttura" value="Villa Flora" put={() => {}} />
        <div className="field of-toggle">
          <label className="name" htmlFor="switch">
            Chiedi il secondo ospite
          </label>
          <input id="switch" type="checkbox" role="switch" aria-checked defaultChecked />
        </div>
      </div>
      <p className="info">Chi comunica sei tu, anche quando lo fa il programma.</p>
      <p className="info warns">Senza codici, qualsiasi codice viene accettato.</p>
    </Part>
    <Part name="Empty, skeleton">
      <p className="empty">
        Oggi non arriva nessuno.<span>Chi fa il check-in per oggi compare qui da solo.</span>
      </p>
      <Skeleton label="In attesa" rows={1} />
    </Part>
    <Part name="Toast">
      <div className="toast">
        <p>Impostazioni salvate</p>
      </div>
    </Part>
  </>
)

const bar = {
  brand: <p className="brand">Villa Flora</p>,
  home: { to: '#', text: 'Home' },
  back: { to: '#', text: 'Indietro' },
}

const ok = { text: 'OK', ready: true, busy: false, press: () => {} }

/** Two cards of the guest: a question, and one that was refused above a block of the review. */
const GuestCards = () => (
  <div className="pair">
    <Card {...bar} title="Documento" ok={ok} progress={{ number: 2, of: 4, filled: 0.5 }}>
      <p className="lead">Per legge dobbiamo comunicarne i dati alla polizia.</p>
      <div className="choices">
        <button type="button" className="choice" aria-pressed>
          <Icon name="heroicons:identification" />
          Carta d’identità
        </button>
        <button type="button" className="choice" aria-pressed={false}>
          <Icon name="heroicons:book-open" />
          Passaporto
        </button>
      </div>
      <div className="field of-text right">
        <label className="name" htmlFor="number">
          Numero del documento
        </label>
        <div className="box">
          <input id="number" defaultValue="CA12345AB" />
        </div>
      </div>
    </Card>
    <Card {...bar} title="Controlla i dati" ok={{ ...ok, ready: false }} progress={{ number: 4, of: 4, filled: 0.5 }}>
      <div className="faults">
        <strong>Nessuna connessione</strong>
        <p>I tuoi dati sono salvati su questo dispositivo.</p>
      </div>
      <section className="summary">
        <header>
          <Icon name="heroicons:user" />
          <h2>
            MARIO ROSSI<small>Ospite principale</small>
          </h2>
          <button type="button" className="link">
            Modifica
          </button>
        </header>
        <dl>
          <div>
            <dt>Cittadinanza</dt>
            <dd>Italia</dd>
          </div>
          <div>
            <dt>Data di nascita</dt>
            <dd>10 maggio 1980</dd>
          </div>
        </dl>
      </section>
    </Card>
  </div>
)

const Examples = () => (
  <div className="host">
    <header className="head">
      <div className="titles">
        <h1>Benvenuto: the parts</h1>
        <p>One accent, one ink, greys and three states. Every screen is made of these.</p>
      </div>
    </header>
    <main className="stack apart today">
      <Part name="Colour">
        <p className="buttons">
          {colours.map((name) => (
            <span key={name} className="chip swatch" data-colour={name}>
              {name}
            </span>
          ))}
        </p>
      </Part>
      <Actions />
      <Inputs />
    </main>
    <GuestCards />
  </div>
)

/** The page of all parts. The development server shows it at `/assets/look.html`, docs/look.md as a picture. */
export const examples = `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Benvenuto: the parts</title>
<style>%style%
${colours.map((name) => `.swatch[data-colour="${name}"]{border-bottom:16px solid var(--${name});border-radius:0}`).join('\n')}
.sheet > :is(.info, .skeleton) + *, .info {margin-top:12px} .empty {margin-bottom:12px}
.pair {display:flex;justify-content:center;gap:24px;padding:24px;--card-height:26rem}</style>
</head><body><div id="root">${renderToStaticMarkup(<Examples />)}</div></body></html>
`
