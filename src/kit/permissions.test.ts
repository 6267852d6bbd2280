import { EventEmitter } from 'node:events'
import type { GuildTextBasedChannel } from 'discord.js'
import { expect, test } from 'vitest'
import { watchDiscordTime } from './discord-time.ts'
import { mayWrite } from './permissions.ts'

test('the bot writes nowhere while Discord times it out, whatever the time is on this machine', () => {
  /** A full second. */
  const noon = Date.UTC(2026, 3, 1, 12)
  const hour = 3_600_000
  const mayAt = (machine: number, until: number) => {
    const rest = new EventEmitter()
    watchDiscordTime(rest as unknown as Parameters<typeof watchDiscordTime>[0], () => machine)
    rest.emit('response', {}, { headers: new Headers({ date: new Date(noon).toUTCString() }) })
    const me = {
      client: { rest },
      communicationDisabledUntilTimestamp: until,
      isCommunicationDisabled: () => until > machine,
    }
    const channel = {
      guild: { members: { me } },
      isThread: () => false,
      isVoiceBased: () => false,
      permissionsFor: () => ({ missing: () => [] }),
    }
    return mayWrite(channel as unknown as GuildTextBasedChannel)
  }
  expect([-hour, 0, hour].map(ahead => mayAt(noon + ahead, noon + 600_000))).toEqual([false, false, false])
  expect([-hour, 0, hour].map(ahead => mayAt(noon + ahead, noon - 600_000))).toEqual([true, true, true])
})
