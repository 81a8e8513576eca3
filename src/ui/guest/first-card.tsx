import { renderToStaticMarkup as html } from 'react-dom/server'
import { LanguageLinks } from '../controls/languages'
import { Icon } from '../look/icon'
import { begun, Card, HostDoor } from '../shared/card'

/** A token for a word that the server fills in with each answer; the page itself is built once. */
const say = (key: string) => `%say:${key}%`
const home = { to: '/', text: say('home') }

const first = (
  <Card
    title={say('/.title')}
    home={home}
    ok={{ text: say('ok'), ready: true, busy: false, press: () => {}, href: '#field-selectedLanguage-%language%' }}
    greeting={
      <div className="welcome">
        %logo%
        <p className="house">%greeting%</p>
        <p>{say('/.about')}</p>
      </div>
    }
  >
    <p className="lead">{say('/.hint')}</p>
    <div className="fields">
      <fieldset className="field of-language">
        <legend className="unseen">{say('selectedLanguage.label')}</legend>
        <LanguageLinks id="field-selectedLanguage" isChosen={(language) => `%chosen:${language}%`} />
      </fieldset>
    </div>
    <p className="panel privacy">
      <Icon name="heroicons:lock-closed" />
      <span>
        {say('privacy.text')}{' '}
        <a className="aside" href="/privacy-notice?lang=%language%" target="_blank" rel="noreferrer">
          {say('privacy.more')}
        </a>
      </span>
    </p>
    %door%
    <HostDoor say={say} />
    %doorEnd%
  </Card>
)

const other = (
  <Card title={say('loading')} brand="%brand%" home={home} progress={begun}>
    <p className="spinner" role="status">
      <span className="unseen">{say('loading')}</span>
    </p>
  </Card>
)

/** The line above every card while a draft is on trial, with a link to end the trial. */
const trial = (
  <p className="trial-note">
    <strong>{say('trial.note')}</strong>{' '}
    <a href="/trial/end" target="_top">
      {say('trial.end')}
    </a>
  </p>
)

const offline = (
  <template id="away" title={say('toast.offline.title')}>
    <p className="lead" role="alert">
      {say('toast.offline')}
    </p>
    <button type="button" className="choice primary">
      {say('retry')}
    </button>
  </template>
)

/** The page around the application; the build writes it, the server fills in its tokens. */
export const page = `<!doctype html>
<html lang="%language%">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="referrer" content="no-referrer">
<title>%say:/.title%</title>
<link rel="icon" href="data:,">
<meta name="theme-color" content="%theme%">
<style>%style%</style>%accent%
%preload%<link rel="modulepreload" href="%flow%">
%laterCode%<link rel="%later%" href="%flowRest%">
<link rel="towns" href="%towns%">
<link rel="birthplaces" href="%birthplaces%">
<link rel="later-style" href="%laterStyle%">
<link rel="host-style" href="%hostStyle%">
%ofHost%<link rel="manifest" href="/host.webmanifest"><link rel="apple-touch-icon" href="/assets/host-icon-192.png">%hostCode%<link rel="modulepreload" href="%hostFile%"><link rel="modulepreload" href="%hostWords%"><link rel="preload" as="style" href="%hostStyle%">
%ofHostEnd%<script id="start" type="application/json">%start%</script>
<script type="module" src="%main%"></script>
</head>
<body>%onTrial%${html(trial)}%onTrialEnd%<div id="root">%first%${html(first)}%rest%${html(other)}%end%</div>${html(offline)}</body>
</html>
`
