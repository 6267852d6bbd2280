import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonValues, cut, trusted, type MemberFacts, render, type ServerFacts, usesPlaceholder } from './template.ts'

const values = { 'member.name': 'Mara', user: 'mara', 'member.mention': trusted('<@123456789012345678>'), count: 7 }

test('all three families of placeholders are filled', () => {
  expect(render('{member.name} {member:name} {user} {count}', values)).toBe('Mara Mara mara 7')
})

test('an unknown placeholder stays as typed', () => {
  expect(render('{member.nmae} {} { user } {{user}}', values)).toBe('{member.nmae} {} { user } {mara}')
})

test('a typed backslash-n becomes a line break, one inside a name does not', () => {
  expect(render('a\\n{name}', { name: 'b\\nc' })).toBe('a\nb\\nc')
})

test('a name that looks like a placeholder or a replacement pattern stays a name', () => {
  expect(render('{name}{user}', { name: '{user}$&$1$$', user: 'x' })).toBe('{user}$&$1$$x')
})

test('a name cannot ping, mention or hide a link; an intended mention works', () => {
  const hostile = '@everyone <@&123456789012345678> <#1> [gift](https://evil.example)'
  const text = render('{name} {member.mention}', { ...values, name: hostile })
  expect(text).not.toMatch(/@everyone|<@&|<#|\]\(/)
  expect(text).toContain('<@123456789012345678>')
})

test('a name cannot change the direction of the text around it', () => {
  expect(render('{name} was banned', { name: '\u202Egnp.exe\u2067' })).toBe('gnp.exe was banned')
})

test('names of object properties are not placeholders', () => {
  expect(render('{constructor} {__proto__} {toString}', values)).toBe('{constructor} {__proto__} {toString}')
})

test('whatever the values are, each is inserted once and never expanded again', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, name, after) => {
      fc.pre(!/[{}\\]/.test(before + after))
      const text = render(`${before}{name}${after}`, { name, user: 'NESTED' })
      expect(text.startsWith(before) && text.endsWith(after)).toBe(true)
      expect(text.slice(before.length, text.length - after.length).replaceAll('\u200B', '')).toBe(
        name.replaceAll('\u200B', ''),
      )
    }),
  )
})

const mara: MemberFacts = {
  id: '401800000000007719',
  username: 'mara.w',
  displayName: 'Mara',
  discriminator: '0',
  avatarURL: 'https://cdn.example/a.png',
  createdAt: Date.UTC(2021, 4, 3),
  joinedAt: undefined,
}
const makers: ServerFacts = {
  id: '718300000000000217',
  name: 'Makers',
  iconURL: '',
  members: 12,
  owner: 'Jun',
  boosts: 2,
  boostTier: 1,
}

test.each([
  ['Mara', '{member} {user} {member.name} {member:name} {user.name} {user:name} {member.nick} {Member:Nick}'],
  ['mara.w', '{username} {member.tag} {member:tag} {user.tag} {user:tag}'],
  ['<@401800000000007719>', '{member.mention} {member:mention} {user.mention} {user:mention}'],
  ['401800000000007719', '{member.id} {user:id}'],
  ['<t:1620000000:D>', '{member.createdAt} {user:createdat}'],
  ['', '{member.joinedAt}{user.joinedAt}'],
  ['Makers', '{server} {server.name} {server:name}'],
  ['12', '{server.members} {memberCount} {count} {server:members}'],
])('every template knows a member and a server by the same names: %s', (value, template) => {
  const filled = render(template, commonValues(mara, makers))
  expect(new Set(filled.split(' '))).toEqual(new Set([value]))
})

test('where Discord renders no markup, a mention becomes a name and a date is spelled out', () => {
  expect(render('{member.mention}, {member.createdAt}', commonValues(mara, makers, 'plain'))).toBe('@Mara, 3 May 2021')
})

test('a text is cut between characters, with an ellipsis', () => {
  expect([cut('👋👋👋', 3), cut('👋👋👋', 2), cut('abc', 0)]).toEqual(['👋👋👋', '👋…', '…'])
})

const id = '401800000000007719'
test.each([
  [`Hello <@${id}>`, 'Hello…'],
  [`Hello <@&${id}> there`, 'Hello…'],
  [`Hello <#${id}>`, 'Hello…'],
  [`Hello <a:kiln:${id}>`, 'Hello…'],
  [`Hello <t:1700000000:R>`, 'Hello…'],
  [`Hello </ban:${id}>`, 'Hello…'],
  ['Hello <1, 2 or 3>', 'Hello <1, …'],
  [`<#${id}>`, '…'],
])('no mention is cut in two: %s', (text, shown) => {
  expect(cut(text, 11)).toBe(shown)
  expect(cut(text, text.length)).toBe(text)
})

test('a mention before the cut stays', () => {
  expect(cut(`<#${id}> and more`, 26)).toBe(`<#${id}> and…`)
})

test('the texts determine which values have to be looked up', () => {
  expect(usesPlaceholder(['', 'by {Inviter:Name}'], 'inviter')).toBe(true)
  expect(usesPlaceholder(['inviter', '{member}'], 'inviter')).toBe(false)
})
