import { AuditLogEvent, type APIWebhook } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { editThread } from '../threads/edit.ts'
import { deleteWebhookMessage, editWebhookMessage, executeWebhook, webhookMessage } from './execute.ts'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  listWebhooks,
  shownTo,
  webhookOf,
  webhookOfToken,
} from './registry.ts'

function stage() {
  const demo = createDemoWorld()
  const general = demo.channelIdByName('general')
  const { guild, auditLog } = demo.guildByName('Tidewater Makers')
  const as = (login: string) => ({ userId: demo.idOf(login) })
  const make = (login: string, name = 'Kiln', channelId = general) =>
    createWebhook(demo.sandbox, as(login), channelId, { name })
  const hookOf = ({ id, token }: APIWebhook) => webhookOfToken(demo.sandbox, id, token ?? '')
  return { ...demo, general, guildId: guild.id, auditLog, as, make, hookOf }
}
const plain = { withComponents: false }

test('creating, changing and removing one sends ids and is logged with what changed', () => {
  const { sandbox, as, make, hookOf, dispatches, advance, auditLog, guildId, general } = stage()
  const hook = make('admin')
  expect(dispatches.at(-1)).toMatchObject({ type: 'WEBHOOKS_UPDATE', data: { guild_id: guildId, channel_id: general } })
  editWebhook(sandbox, as('admin'), hookOf(hook), { name: 'Oven' })
  deleteWebhook(sandbox, as('admin'), hookOf(hook))
  advance()
  expect(auditLog.slice(-3)).toMatchObject([
    { action_type: AuditLogEvent.WebhookCreate, target_id: hook.id },
    { action_type: AuditLogEvent.WebhookUpdate, changes: [{ key: 'name', old_value: 'Kiln', new_value: 'Oven' }] },
    { action_type: AuditLogEvent.WebhookDelete },
  ])
  expect(() => webhookOf(sandbox, hook.id)).toThrow('Unknown Webhook')
})

test('a new picture is logged by its hash', () => {
  const { sandbox, as, make, hookOf, advance, auditLog } = stage()
  const hook = make('admin')
  const pictures = ['one', 'two'].map(name => {
    const avatar = `data:image/gif;base64,${Buffer.from(`GIF89a\x01\0\x01\0${name}`, 'latin1').toString('base64')}`
    return editWebhook(sandbox, as('admin'), hookOf(hook), { avatar }).avatar
  })
  editWebhook(sandbox, as('admin'), hookOf(hook), { avatar: null })
  advance()
  const key = 'avatar_hash'
  expect(auditLog.slice(-3).map(({ changes }) => changes)).toEqual([
    [{ key, new_value: pictures[0] }],
    [{ key, old_value: pictures[0], new_value: pictures[1] }],
    [{ key, old_value: pictures[1] }],
  ])
})

test('only those who manage webhooks create or see them', () => {
  const { sandbox, make, idOf, guildId } = stage()
  make('admin')
  expect(() => make('member1')).toThrow('Missing Permissions')
  expect(() => listWebhooks(sandbox, idOf('member1'), guildId)).toThrow('Missing Permissions')
  expect(listWebhooks(sandbox, idOf('admin'), guildId)).toHaveLength(1)
})

test.each(['Clyde', 'my discord bot', '', 'x'.repeat(81)])('a webhook cannot be called %j', name => {
  expect(() => stage().make('admin', name)).toThrow('Invalid Form Body')
})

test('a channel has fifteen at most', () => {
  const { make } = stage()
  for (let count = 0; count < 15; count += 1) make('admin')
  expect(() => make('admin')).toThrow('Maximum number of webhooks')
})

test("another application's token is not shown", () => {
  const { sandbox, make, idOf } = stage()
  const hook = make('palisade')
  expect(shownTo(sandbox, idOf('admin'), hook)).not.toHaveProperty('token')
  expect(shownTo(sandbox, idOf('palisade'), hook)).toHaveProperty('token', hook.token)
})

test('it posts under any name, pings only users, and edits only its own messages', () => {
  const { sandbox, make, hookOf, idOf, dispatches } = stage()
  const hook = hookOf(make('palisade'))
  const body = { content: `@everyone <@${idOf('member1')}>`, username: 'Oven' }
  const message = executeWebhook(sandbox, hook, body, [], plain)
  expect(message).toMatchObject({
    author: { username: 'Oven', bot: true },
    webhook_id: hook.id,
    mention_everyone: false,
  })
  expect(message.mentions).toHaveLength(1)
  expect(dispatches.at(-1)?.data).not.toHaveProperty('member')
  editWebhookMessage(sandbox, hook, webhookMessage(sandbox, hook, message.id), { content: 'second' }, [])
  expect(message).toMatchObject({ content: 'second', author: { username: 'Oven' } })
  const other = hookOf(make('palisade', 'Other'))
  expect(() => webhookMessage(sandbox, other, message.id)).toThrow('Unknown Message')
  deleteWebhookMessage(sandbox, hook, message)
  expect(() => webhookMessage(sandbox, hook, message.id)).toThrow('Unknown Message')
})

test('a wrong token is refused', () => {
  const { sandbox, make } = stage()
  const { id } = make('admin')
  expect(() => webhookOfToken(sandbox, id, 'guess')).toThrow('Invalid Webhook Token')
})

test('in a forum it needs a thread or the name of a new one', () => {
  const { sandbox, make, hookOf, channelIdByName, general, as } = stage()
  const hook = hookOf(make('admin', 'Post', channelIdByName('show-and-tell')))
  expect(() => executeWebhook(sandbox, hook, { content: 'x' }, [], plain)).toThrow('thread_name or thread_id')
  const first = executeWebhook(sandbox, hook, { content: 'x', thread_name: 'Bowl' }, [], plain)
  expect(first.id).toBe(first.channel_id)
  editThread(sandbox, as('owner'), first.channel_id, { archived: true })
  const more = executeWebhook(sandbox, hook, { content: 'y' }, [], { ...plain, threadId: first.channel_id })
  expect(more.channel_id).toBe(first.channel_id)
  expect(sandbox.world.channels.get(first.channel_id)?.channel).toMatchObject({ thread_metadata: { archived: false } })
  expect(() => executeWebhook(sandbox, hook, { content: 'y' }, [], { ...plain, threadId: general })).toThrow(
    'Unknown Channel',
  )
})

test("a person's webhook carries no buttons, an application's does", () => {
  const { sandbox, make, hookOf } = stage()
  const components = [{ type: 1, components: [{ type: 2, style: 1, label: 'Go', custom_id: 'go' }] }]
  const body = { content: 'x', components }
  expect(() => executeWebhook(sandbox, hookOf(make('admin')), body, [], { withComponents: true })).toThrow(
    'Invalid Form Body',
  )
  expect(executeWebhook(sandbox, hookOf(make('palisade')), body, [], plain).components).toHaveLength(1)
})
