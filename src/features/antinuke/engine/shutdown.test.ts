import { AuditLogEvent, SnowflakeUtil } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { actionsOf } from './action-rows.ts'
import { takeIn } from './intake.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('a shutdown waits until somebody who had to be looked up is judged', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  const at = services.now()
  const waitedFor: Promise<unknown>[] = []
  takeIn({ ...services, background: running => void waitedFor.push(running) }, server.guildId, {
    id: SnowflakeUtil.generate({ timestamp: at }).toString(),
    action_type: AuditLogEvent.ChannelDelete,
    user_id: '123456789012345678',
    target_id: server.app.channel('general'),
  })
  expect(waitedFor).toHaveLength(1)
  const judged = () => actionsOf(services, server.guildId, null, at - 1000)
  expect(judged()).toEqual([])
  await Promise.all(waitedFor)
  expect(judged()).toHaveLength(1)
})
