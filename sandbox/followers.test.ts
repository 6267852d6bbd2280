import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'

const intents = [
  Intent.Guilds,
  Intent.GuildModeration,
  Intent.GuildWebhooks,
  Intent.GuildMessages,
  Intent.MessageContent,
]

async function open() {
  const world = await openWire(intents)
  const [source, target] = [world.channel('announcements'), world.channel('general')]
  const follow = (who: string, body: object = { webhook_channel_id: target }, from = source) =>
    world.ask(who, `POST /channels/${from}/followers`, { body, reason: 'news' })
  return { world, source, target, follow }
}

test('a channel follows another through a webhook without a token, and gets copies of published messages', async () => {
  const { world, source, target, follow } = await open()
  const { body, status } = await follow('bot')
  expect({ status, body }).toMatchObject({ status: 200, body: { channel_id: source } })
  const hookId = String(body.webhook_id)
  await world.settle()
  const told = world.take('WEBHOOKS_UPDATE', 'MESSAGE_CREATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE')
  expect(told.map(({ t }) => t)).toEqual(['WEBHOOKS_UPDATE', 'MESSAGE_CREATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE'])
  expect(told[0]?.d).toEqual({ guild_id: world.guildId, channel_id: target })
  expect(told[1]?.d).toMatchObject({ type: 12, channel_id: target, message_reference: { channel_id: source } })
  const [entry] = await world.logged(50)
  expect(entry).toMatchObject({ target_id: hookId, reason: 'news' })
  expect(entry?.['changes']).toContainEqual({ key: 'type', new_value: 2 })

  const { body: hook } = await world.ask('bot', `GET /webhooks/${hookId}`)
  expect(hook).toMatchObject({ type: 2, source_channel: { id: source }, source_guild: { id: world.guildId } })
  expect(hook).not.toHaveProperty('token')

  const { body: news } = await world.ask('bot', `POST /channels/${source}/messages`, {
    body: { content: 'Open at nine' },
  })
  await world.heard('MESSAGE_CREATE')
  await world.ask('bot', `POST /channels/${source}/messages/${news.id}/crosspost`)
  expect(await world.heard('MESSAGE_CREATE')).toMatchObject({
    channel_id: target,
    content: 'Open at nine',
    webhook_id: hookId,
    flags: 2,
    message_reference: { channel_id: source, message_id: news.id, guild_id: world.guildId },
  })
  await world.settle()
  world.take('MESSAGE_UPDATE')
  await world.ask('bot', `PATCH /channels/${source}/messages/${news.id}`, { body: { content: 'Open at ten' } })
  await world.settle()
  expect(world.take('MESSAGE_UPDATE').map(({ d }) => [d['channel_id'], d['content']])).toEqual([
    [source, 'Open at ten'],
    [target, 'Open at ten'],
  ])
  await world.ask('bot', `DELETE /channels/${source}/messages/${news.id}`)
  expect(await world.heard('MESSAGE_UPDATE')).toMatchObject({ channel_id: target, webhook_id: hookId, flags: 2 | 8 })
  expect(world.sandbox.violations()).toEqual([])
})

test('following needs MANAGE_WEBHOOKS in one channel, a view of the other, and the right kinds of channels', async () => {
  const { source, target, follow } = await open()
  expect((await follow('member1')).body.code).toBe(50_013)
  expect((await follow('bot', { webhook_channel_id: source })).body.code).toBe(50_024)
  expect((await follow('bot', { webhook_channel_id: target }, target)).body.code).toBe(50_024)
  expect((await follow('owner', {})).body.code).toBe(50_035)
  for (let made = 0; made < 15; made++) await follow('bot')
  expect((await follow('bot')).body.code).toBe(30_007)
})

test('a follower webhook hides its source when its creator cannot see it, and is deleted with the channel', async () => {
  const { world, source, follow } = await open()
  const { body } = await follow('owner')
  const path = `GET /webhooks/${body.webhook_id}` as const
  expect((await world.ask('bot', path)).body).toHaveProperty('source_channel')
  const { body: other } = await follow('admin')
  world.sandbox.context.world.guilds.get(world.guildId)?.members.delete(world.idOf('admin'))
  expect((await world.ask('bot', `GET /webhooks/${other.webhook_id}`)).body).not.toHaveProperty('source_channel')
  await world.settle()
  world.take('WEBHOOKS_UPDATE')
  await world.ask('bot', `DELETE /channels/${source}`)
  await world.settle()
  expect(world.take('WEBHOOKS_UPDATE')).toEqual([])
  expect((await world.ask('bot', path)).body.code).toBe(10_015)
})

test('a webhook can be renamed and deleted with its token alone, and the log then names nobody', async () => {
  const { world, target } = await open()
  const avatar = 'data:image/png;base64,iVBORw0KGgo='
  const { body: hook } = await world.ask('bot', `POST /channels/${target}/webhooks`, { body: { name: 'Kiln', avatar } })
  const path = `/webhooks/${hook.id}/${hook.token}` as const
  const changed = await world.ask('', `PATCH ${path}`, { body: { name: 'Oven', avatar: null }, reason: 'mine now' })
  expect(changed.body).toMatchObject({ name: 'Oven', avatar: null, channel_id: target })
  expect(await world.ask('', `PATCH /webhooks/${hook.id}/guess`, { body: {} })).toMatchObject({
    body: { code: 50_027 },
  })
  expect((await world.ask('', `DELETE ${path}`, { reason: 'gone' })).status).toBe(204)
  await world.settle()
  const [update] = await world.logged(51)
  expect(update).toMatchObject({ user_id: null, target_id: hook.id })
  expect(update).not.toHaveProperty('reason')
  expect(update?.['changes']).toEqual([
    { key: 'name', old_value: 'Kiln', new_value: 'Oven' },
    { key: 'avatar_hash', old_value: hook.avatar },
  ])
  const [gone] = await world.logged(52)
  expect(gone).toMatchObject({ user_id: null, target_id: hook.id })
  expect(JSON.stringify([update, gone])).not.toContain(hook.token)
  expect(world.take('WEBHOOKS_UPDATE')).toHaveLength(3)
})
