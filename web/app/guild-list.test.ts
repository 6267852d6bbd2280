import { expect, test } from 'vitest'
import { inviteUrl, isManaged, managedFirst, matching, shortId } from './guild-list.ts'

const origin = 'https://palisade.example'

test.each(['/manage/1/dashboard', `${origin}/manage/1/dashboard`])(
  'a server with settings at %s is managed',
  settingsUrl => expect(isManaged({ settingsUrl }, origin)).toBe(true),
)

test.each([
  'https://discord.com/oauth2/authorize?guild_id=1',
  'https://discordapp.com/x',
  '//discord.com/x',
  'javascript:1',
  'http://',
])('a server with settings at %s is not managed', settingsUrl => expect(isManaged({ settingsUrl }, origin)).toBe(false))

test('the bot can be added only through a web address', () => {
  const url = 'https://discord.com/oauth2/authorize?guild_id=1'
  expect(inviteUrl({ settingsUrl: url })).toBe(url)
  expect(inviteUrl({ settingsUrl: 'javascript:alert(1)' })).toBeUndefined()
  expect(inviteUrl({ settingsUrl: '/manage/1' })).toBeUndefined()
})

test('servers are found by any part of their name, in any case', () => {
  const guilds = [{ name: 'Tidewater Makers' }, { name: 'Orbital Film Club' }]
  expect(matching(guilds, 'FILM')).toEqual([{ name: 'Orbital Film Club' }])
  expect(matching(guilds, ' ')).toEqual(guilds)
  expect(matching(guilds, 'lighthouse')).toEqual([])
})

test('an id is abbreviated to its first eight digits', () => {
  expect(shortId('718349020000000000')).toBe('71834902')
})

test('servers with the bot come first, otherwise their order stays', () => {
  const [a, b, c] = [
    { settingsUrl: 'https://discord.com/1' },
    { settingsUrl: '/manage/2' },
    { settingsUrl: '/manage/3' },
  ] as const
  expect(managedFirst([a, b, c], origin)).toEqual([b, c, a])
})
