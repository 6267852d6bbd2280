import { AuditLogEvent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createEmoji, emojis } from './emojis.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='
const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

function stage() {
  const demo = createDemoWorld()
  const { guild, auditLog } = demo.guildByName('Tidewater Makers')
  const as = (login: string) => ({ userId: demo.idOf(login) })
  const make = (login: string, body: object = {}) =>
    createEmoji(demo.sandbox, as(login), guild.id, { name: 'clay', image: png, ...body })
  return { ...demo, guild, guildId: guild.id, auditLog, as, make }
}

test('creating, renaming and deleting an emoji sends the whole list and is logged', () => {
  const { sandbox, as, make, guildId, dispatches, advance, auditLog } = stage()
  const emoji = make('admin')
  expect(dispatches.at(-1)).toMatchObject({
    type: 'GUILD_EMOJIS_UPDATE',
    data: { guild_id: guildId, emojis: [{ name: 'clay' }] },
  })
  emojis.edit(sandbox, as('admin'), guildId, emoji.id ?? '', { name: 'glaze' })
  emojis.remove(sandbox, as('admin'), guildId, emoji.id ?? '')
  expect(emojis.list(sandbox, as('member1').userId, guildId)).toEqual([])
  advance()
  expect(auditLog.slice(-3)).toMatchObject([
    { action_type: AuditLogEvent.EmojiCreate, changes: [{ key: 'name', new_value: 'clay' }] },
    { action_type: AuditLogEvent.EmojiUpdate, changes: [{ old_value: 'clay', new_value: 'glaze' }] },
    { action_type: AuditLogEvent.EmojiDelete, changes: [{ key: 'name', old_value: 'glaze' }] },
  ])
})

test('creating an emoji needs the permission, a valid name and a valid picture', () => {
  const { make } = stage()
  expect(() => make('member1')).toThrow('Missing Permissions')
  for (const wrong of [
    { name: 'a' },
    { name: 'with blank' },
    { image: 'data:text/html;base64,AAAA' },
    { image: 'data:image/png;base64,AAAA' },
    { image: null },
  ])
    expect(() => make('admin', wrong)).toThrow('Invalid Form Body')
})

test('fifty static and fifty animated ones are the limit', () => {
  const { make, guild } = stage()
  guild.premium_tier = 0
  for (let count = 0; count < 50; count += 1) make('admin')
  expect(() => make('admin')).toThrow('Maximum number of emojis')
  expect(make('admin', { image: gif }).animated).toBe(true)
})
