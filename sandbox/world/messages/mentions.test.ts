import { expect, test } from 'vitest'
import { allowed, allowedMentions, namedIn, pingAll } from './mentions.ts'

test('users, roles and everyone are found once each, in the order they are named', () => {
  expect(namedIn('hey <@2> and <@!1>, <@&3> <@2> @here')).toEqual({
    userIds: ['2', '1'],
    roleIds: ['3'],
    everyone: true,
  })
})

test.each(['`<@1> @everyone`', '```\n<@1> <@&2> @here\n```', '`` a ` <@1> ``'])(
  'mentions in code ping nobody: %s',
  content => {
    expect(namedIn(content)).toEqual({ userIds: [], roleIds: [], everyone: false })
  },
)

test('a backslash does not keep anyone from being pinged', () => {
  expect(namedIn('\\<@1> \\@everyone')).toMatchObject({ userIds: ['1'], everyone: true })
})

test('text that only resembles a mention names nobody', () => {
  expect(namedIn('<@abc> <@> <#5> mail@everyoneelse.org @everyones')).toEqual({
    userIds: [],
    roleIds: [],
    everyone: false,
  })
})

const named = { userIds: ['1', '2'], roleIds: ['3'], everyone: true }

test('empty allowed mentions ping nobody', () => {
  expect(allowed(named, { parse: [] })).toEqual({ userIds: [], roleIds: [], everyone: false })
})

test('a list of ids pings exactly those', () => {
  expect(allowed(named, { users: ['2', '9'], roles: ['3'] })).toEqual({
    userIds: ['2'],
    roleIds: ['3'],
    everyone: false,
  })
})

test('without allowed mentions everyone named is pinged', () => {
  expect(allowed(named, pingAll)).toEqual(named)
})

test('a kind cannot be parsed and listed at once', () => {
  expect(allowedMentions.safeParse({ parse: ['users'], users: ['1'] }).success).toBe(false)
  expect(allowedMentions.safeParse({ parse: ['users'], users: [] }).success).toBe(true)
  expect(allowedMentions.safeParse({ parse: ['anyone'] }).success).toBe(false)
})

test('a hostile text of signs and brackets names nobody and does not stall the parser', () => {
  const hostile = `${'`'.repeat(50_000)}${'<@'.repeat(50_000)}`
  expect(namedIn(hostile).userIds).toEqual([])
})
