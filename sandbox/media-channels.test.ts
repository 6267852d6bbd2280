import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'

test('a media channel has posts like a forum, but no layout setting', async () => {
  const world = await openWire([Intent.Guilds, Intent.GuildMessages])
  const body = {
    name: 'Shelf Of Work',
    type: 16,
    topic: 'x'.repeat(4096),
    available_tags: [{ name: 'Clay' }],
    flags: 1 << 15,
  }
  const made = await world.ask('bot', `POST /guilds/${world.guildId}/channels`, { body })
  expect(made).toMatchObject({
    status: 201,
    body: { type: 16, name: 'shelf-of-work', available_tags: [{ name: 'Clay' }] },
  })
  expect(made.body).not.toHaveProperty('default_forum_layout')
  const id = String(made.body.id)
  expect(await world.heard('CHANNEL_CREATE')).toMatchObject({ id, type: 16, flags: 1 << 15 })
  const post = { name: 'Bowl', message: { content: 'First' }, applied_tags: [made.body.available_tags[0].id] }
  const thread = await world.ask('bot', `POST /channels/${id}/threads`, { body: post })
  expect(thread).toMatchObject({ status: 201, body: { parent_id: id, applied_tags: post.applied_tags } })
  expect((await world.ask('bot', `POST /channels/${id}/messages`, { body: { content: 'x' } })).status).toBe(400)
  const { body: hook } = await world.ask('bot', `POST /channels/${id}/webhooks`, { body: { name: 'Kiln' } })
  const posted = await world.ask('', `POST /webhooks/${hook.id}/${hook.token}?wait=true`, {
    body: { content: 'Second', thread_name: 'Cup' },
  })
  expect(posted.status).toBe(200)
  expect(world.sandbox.violations()).toEqual([])
})
