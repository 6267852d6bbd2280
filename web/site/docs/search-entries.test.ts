import { expect, test } from 'vitest'
import { entriesOf, findEntries } from './search-entries.ts'

const entries = entriesOf({
  commands: [
    {
      name: 'whitelist add',
      category: 'Anti-Nuke Protection',
      description: 'Trusts somebody',
      aliases: ['trust'],
      usage: '.whitelist add <user>',
      slashUsage: '/whitelist add <user>',
      examples: [],
      needs: [],
      cooldown: 0,
      options: [],
    },
  ],
  defaults: [{ title: 'Tickets', topic: 'Tickets', settings: [{ label: 'Log channel', help: 'Where it is told' }] }],
  guides: [
    {
      id: 'first-hour',
      title: 'Your first hour',
      summary: '',
      blocks: [
        { kind: 'paragraph', children: ['From the beginning.'] },
        { kind: 'heading', level: 2, id: 'greet', children: ['Greet people'] },
        {
          kind: 'list',
          ordered: false,
          items: [[{ kind: 'paragraph', children: ['Add a ', { kind: 'code', text: 'log' }] }]],
        },
      ],
    },
  ],
  api: [],
})
const found = (search: string) => findEntries(entries, search, 10).map(({ page, hash }) => `${page}#${hash}`)

test('commands, settings and parts of guides are found on their pages', () => {
  expect(found('trust')).toEqual(['anti-nuke-protection#command-whitelist-add'])
  expect(found('told')).toEqual(['ticket-system#setting-tickets-log-channel'])
  expect(found('beginning')).toEqual(['first-hour#'])
})

test('every typed word has to be the beginning of a word; titles come before texts', () => {
  expect(found('LOG')).toEqual(['ticket-system#setting-tickets-log-channel', 'first-hour#greet'])
  expect(found('log channel')).toEqual(['ticket-system#setting-tickets-log-channel'])
  expect(found('hannel')).toEqual([])
  expect(found(' ')).toEqual([])
  expect(findEntries(entries, 'log', 1)).toHaveLength(1)
})
