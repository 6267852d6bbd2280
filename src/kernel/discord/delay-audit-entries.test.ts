import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Client } from 'discord.js'
import { expect, test } from 'vitest'
import { createHarness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { delayAuditEntries } from './delay-audit-entries.ts'
import { prioritizeFrames } from './frame-priority.ts'
import { sendAtOnce } from './send-at-once.ts'

test("discord.js handles an audit log entry after the features' requests about it have left, and before the next frame", async () => {
  const done: string[] = []
  const action = { handle: () => void done.push('library') }
  delayAuditEntries({ actions: { GuildAuditLogEntryCreate: action } } as unknown as Client)
  const open = new Duplex({
    read: () => undefined,
    write(_piece, _encoding, written) {
      done.push('request')
      written()
    },
  })
  const punish = async () => {
    for (let step = 0; step < 30; step += 1) await Promise.resolve()
    await sendAtOnce(open, 'http://localhost/guilds/1/bans/2', { method: 'PUT' })
  }
  // Like the library, it has read a frame only a moment after taking it.
  const handle = async (data: unknown) => {
    await Promise.resolve()
    if (String(data).includes('ENTRY')) {
      void punish()
      action.handle()
    } else done.push('next frame')
  }
  const take = prioritizeFrames(handle, () => null)
  for (const data of ['{"t":"GUILD_AUDIT_LOG_ENTRY_CREATE","d":{}}', '2']) void take(data, false)
  await nextTurn()
  expect(done).toEqual(['request', 'library', 'next frame'])
})

test('features get an entry before the library does, early enough for a request to leave', async () => {
  const harness = await createHarness()
  const { client } = harness.product.services
  const done: string[] = []
  client.on('raw', ({ t }: { t: string }) => {
    if (t !== 'GUILD_AUDIT_LOG_ENTRY_CREATE') return
    // A request gets its connection in the first tick and can be seen to leave in the second.
    process.nextTick(() => process.nextTick(() => done.push('request')))
  })
  client.on('guildAuditLogEntryCreate', () => done.push('library'))
  await harness.as('owner').rest('DELETE', `/channels/${harness.channel('woodwork')}`)
  await until('an entry', () => done.includes('library') && done.includes('request'))
  expect(done).toEqual(['request', 'library'])
  await harness.close()
})
