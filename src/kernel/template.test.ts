import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { intended, render } from './template.ts'

const values = { 'member.name': 'Mara', user: 'mara', 'member.mention': intended('<@123456789012345678>'), count: 7 }

test('all three families of placeholders are filled', () => {
  expect(render('{member.name} {member:name} {user} {count}', values)).toBe('Mara Mara mara 7')
})

test('an unknown placeholder stays as it was typed', () => {
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

test('a name cannot turn the direction of what stands beside it', () => {
  expect(render('{name} was banned', { name: '\u202Egnp.exe\u2067' })).toBe('gnp.exe was banned')
})

test('names of object members are no placeholders', () => {
  expect(render('{constructor} {__proto__} {toString}', values)).toBe('{constructor} {__proto__} {toString}')
})

test('whatever the values are, each is inserted once and never read again', () => {
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
