import type { APIMessage } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { useKilledProduct } from '../killed-product.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

const product = useKilledProduct()

test('the process is killed again and again while messages are sent: after another try, each is sent once', async () => {
  const { sandbox, home } = product
  const { world } = sandbox.context
  const channels = [...(world.guilds.get(home.guildId)?.channelIds ?? [])]
  const channelId = channels.find(id => world.channels.get(id)?.channel.name === 'general') ?? ''
  const owner = createVisitor(sandbox, await product.run())
  await owner.signIn('owner')
  const said = () =>
    [...(world.channels.get(channelId)?.messages.values() ?? [])]
      .filter(({ content }: APIMessage) => content.startsWith('Notice '))
      .map(({ id, content }) => ({ id, content }))
  const send = (content: string, byHook: boolean) =>
    owner.call('POST', `/api/guild/${home.guildId}/embeds/posts`, {
      key: content.toLowerCase().replaceAll(' ', '-'),
      channelId,
      sender: byHook ? { name: 'Notices' } : null,
      message: { content, embeds: [{ title: content, fields: [{ name: 'When', value: 'Friday' }] }] },
    })
  const written: string[] = []
  for (const kills of [1, 2, 3]) {
    const before = said().length
    const notices = Array.from({ length: 8 }, (_, at) => ({ content: `Notice ${kills} ${at}`, byHook: at % 2 === 1 }))
    written.push(...notices.map(({ content }) => content))
    const trying = Promise.allSettled(notices.map(({ content, byHook }) => send(content, byHook)))
    await until('some to be sent', () => said().length > before)
    await product.killed()
    await trying
    await product.run()
    for (const { content, byHook } of notices) expect((await send(content, byHook)).status).toBe(200)
  }
  expect(
    said()
      .map(({ content }) => content)
      .toSorted(),
  ).toEqual(written.toSorted())
  const rows = product.query<{ id: string }>("select message_id as id from embed_posts where state = 'sent'")
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    said()
      .map(({ id }) => id)
      .toSorted(),
  )
})
