import type { Flow } from '../../../schema/steps'

/** Four steps in a row; the second has a branch past the third. Every list has an entry before and after. */
export const small = {
  fields: {
    name: { control: 'text' },
    lastName: { control: 'text' },
    email: { control: 'email' },
    gender: { control: 'buttons', options: ['M', { value: 'F', when: {} }] },
    pets: { control: 'text', schema: { type: 'string' } },
  },
  steps: {
    '/': { next: [{ to: '/a' }] },
    '/a': {
      guest: 'main',
      fields: ['name', 'lastName'],
      optional: ['email'],
      next: [{ when: { name: 'X' }, to: '/c' }, { when: { name: 'Y' }, to: '/b' }, { to: '/b' }],
      back: [{ when: { name: 'X' }, to: '/' }, { to: '/' }],
    },
    '/b': {
      guest: 'main',
      fields: ['gender'],
      choices: { gender: ['M'] },
      home: '/a',
      next: [{ to: '/c' }],
      back: [{ to: '/a' }],
    },
    '/c': { fields: ['pets'], next: [{ to: '/end' }] },
    '/end': {
      panel: 'finish',
      do: 'confirm',
      on: 'enter',
      wait: 2000,
      next: [{ when: { outcome: 'done' }, to: 'https://x.example' }],
    },
  },
  guards: [
    { at: '/b', when: { name: false }, to: '/a' },
    { at: '/c', when: { name: false }, to: '/a' },
  ],
  homes: [
    { at: '/b', to: '/a' },
    { at: '/c', to: '/b' },
    { at: '/', to: '/' },
  ],
  forms: {},
  exceptions: [{ at: '/b', rule: 'unreached', because: 'for the trial' }],
  words: { it: { '/b.title': 'B', 'pets.label': 'Animali' }, de: { '/b.title': 'B' } },
} as unknown as Flow
