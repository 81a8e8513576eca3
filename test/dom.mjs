// A document for the tests of controls: loaded before React, which looks for one when it is imported.
import { Window } from 'happy-dom'

const window = new Window({ url: 'http://localhost/' })
window.document.body.innerHTML =
  '<script id="start" type="application/json">{"files":{},"host":"","language":"it","settings":{},"known":true}</script><div id="root"></div>'
for (const name of [
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'HTMLElement',
  'Node',
  'Event',
  'InputEvent',
  'KeyboardEvent',
  'FocusEvent',
  'CustomEvent',
  'requestAnimationFrame',
  'getComputedStyle',
])
  Object.defineProperty(globalThis, name, {
    value: name === 'window' ? window : Reflect.get(window, name),
    configurable: true,
    writable: true,
  })
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
