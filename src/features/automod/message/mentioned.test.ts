import { expect, test } from 'vitest'
import { namedIn } from './mentioned.ts'

const one = '<@100000000000000001>'
const other = '<@!100000000000000002>'
const role = '<@&100000000000000003>'

test.each([
  'team@everyone.net',
  'write to info@here.com, please',
  'the word `@everyone` in code',
  '```\n@here\n```',
  '``@everyone``',
  '> `@here` is a keyword',
  '@everyones, @hereby, me@here',
  `\`${one}\` and \`\`\`${role}\`\`\``,
])('%j mentions nobody', text => {
  expect(namedIn(text)).toMatchObject({ users: new Set(), roles: new Set(), everyone: false, places: [] })
})

test.each(['@everyone', 'hey @here!', '**@everyone**', '||@here||', '> @everyone', '- @here', '(@everyone)', '`', ','])(
  'as %j calls everybody',
  text => {
    expect(namedIn(`${text} @here`).everyone).toBe(true)
  },
)

test('each mention is returned with its place, except in code', () => {
  const text = `\`${one}\` then ${one}, **${other}** ${role} and @here`
  const { users, roles, everyone, places } = namedIn(text)
  expect([[...users], [...roles], everyone]).toEqual([
    ['100000000000000001', '100000000000000002'],
    ['100000000000000003'],
    true,
  ])
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual([one, other, role, '@here'])
  expect(places[0]?.start).toBe(29)
})
