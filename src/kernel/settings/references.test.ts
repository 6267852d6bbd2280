import { expect, test } from 'vitest'
import { z } from 'zod'
import { field } from '#contract'
import type { GuildChannelItem, GuildRoleItem } from '../contract.ts'
import { hasReferences, resolveReferences } from './references.ts'

const channel = (id: string, name: string, type = 0, parentId: string | null = null): GuildChannelItem => ({
  id,
  name,
  type,
  parentId,
  position: 0,
  botCanView: true,
  botCanSend: true,
  callerCanView: true,
  hiddenFromBot: false,
})
const role = (id: string, name: string, reason: string | null = null): GuildRoleItem => ({
  id,
  name,
  colour: '#000000',
  position: 1,
  managed: false,
  assignable: reason === null,
  reason,
  takingReason: null,
})
const id = (digit: number) => String(digit).repeat(18)

const guild = {
  channels: [
    channel(id(1), 'general', 0, id(8)),
    channel(id(2), 'twins', 0, id(8)),
    channel(id(3), 'twins'),
    channel(id(4), 'Lounge', 2),
    channel(id(5), 'mixed', 2),
    channel(id(6), 'mixed'),
    channel(id(8), 'Info', 4),
    channel(id(7), 'General', 2),
  ],
  roles: [role(id(1), 'Member'), role(id(2), 'Admin', 'This role is too high.')],
}
const schema = z.object({
  log: field.channel('Log').nullable().default(null),
  exempt: field.channels('Exempt').default([]),
  voice: field.channel('Voice', { channelTypes: [2, 13] }).optional(),
  given: field.role('Given', { assignable: true }).nullable().default(null),
  pinged: field.roles('Pinged').default([]),
  nested: z.object({ panels: z.array(z.object({ channel: field.channel('Panel') })) }).optional(),
  byName: z.record(z.string(), field.channel('Any')).optional(),
  plain: z.string().default(''),
})
const resolve = (value: object, before?: object) => resolveReferences(schema, value, guild, before)

test.each([
  ['its id', id(1)],
  ['its name', 'general'],
  ['its name with #', '#general'],
  ['its name in other case', '#GENERAL'],
])('a channel given by %s becomes its id', (_, given) => {
  expect(resolve({ log: given })).toEqual({ value: { log: id(1) }, problems: {} })
})

test('a name that several channels share is refused with the choices', () => {
  const { problems } = resolve({ log: '#twins' })
  expect(problems['log']).toBe(
    `Several channels are called #twins. Give the ID of the one you mean: ${id(2)} (in Info), ${id(3)}.`,
  )
})

test('a name that only one channel of the right kind has is not ambiguous', () => {
  expect(resolve({ log: 'mixed', voice: 'mixed' })).toEqual({ value: { log: id(6), voice: id(5) }, problems: {} })
})

test('a name in other case means the channel of the right kind, although one of another kind is called exactly that', () => {
  expect(resolve({ log: '#General', voice: 'general' })).toEqual({ value: { log: id(1), voice: id(7) }, problems: {} })
  expect(resolve({ log: id(7) }).problems['log']).toBe('Choose a text channel: #General is a voice channel.')
})

test('a channel of the wrong kind, of another server or of no server is refused', () => {
  expect(resolve({ log: 'Lounge' }).problems['log']).toBe('Choose a text channel: #Lounge is a voice channel.')
  expect(resolve({ voice: 'twins' }).problems['voice']).toBe(
    'Choose a voice or stage channel: #twins is a text channel.',
  )
  expect(resolve({ log: 'Info' }).problems['log']).toBe('Choose a text channel: #Info is a category.')
  expect(resolve({ log: id(9) }).problems['log']).toBe('That channel is not in this server.')
  expect(resolve({ log: '#nowhere' }).problems['log']).toBe('There is no channel #nowhere in this server.')
})

test('lists are resolved item by item, without duplicates', () => {
  expect(resolve({ exempt: ['general', id(1), '#mixed'] }).value).toEqual({ exempt: [id(1), id(6)] })
  expect(resolve({ exempt: ['general', 'nope'] }).problems['exempt']).toContain('#nope')
})

test('a role must be in the server, and one that the bot gives must be below its own', () => {
  expect(resolve({ given: id(1), pinged: [id(2)] }).problems).toEqual({})
  expect(resolve({ given: id(2) }).problems['given']).toBe('This role is too high.')
  expect(resolve({ pinged: [id(7)] }).problems['pinged']).toBe('That role is not in this server.')
})

test('values inside objects, lists and records are found, and the sentence names their path', () => {
  expect(resolve({ nested: { panels: [{ channel: '#general' }] }, byName: { a: 'mixed' } }).value).toEqual({
    nested: { panels: [{ channel: id(1) }] },
    byName: { a: id(6) },
  })
  expect(Object.keys(resolve({ nested: { panels: [{ channel: id(1) }, { channel: 'x' }] } }).problems)).toEqual([
    'nested.panels.1.channel',
  ])
})

test('a channel that was deleted after it was saved does not block saving something else', () => {
  const before = { log: id(9), exempt: [id(9)], plain: 'a' }
  expect(resolve({ ...before, plain: 'b', exempt: [id(9), 'general'] }, before)).toEqual({
    value: { log: id(9), exempt: [id(9), id(1)], plain: 'b' },
    problems: {},
  })
})

test('a schema reports whether it refers to guild objects at all', () => {
  expect(hasReferences(schema)).toBe(true)
  expect(hasReferences(z.object({ on: field.toggle('On').default(false), list: z.array(z.string()) }))).toBe(false)
})
