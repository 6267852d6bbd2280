import { PermissionFlagsBits } from 'discord.js'
import { expect, test } from 'vitest'
import { settings } from '../contract.ts'
import { type Ground, simulate } from './simulate.ts'

const bits = PermissionFlagsBits.Administrator
const role = (id: string, position: number) => ({ id, position, bits, own: bits, managed: false, botId: null })

function ground(limit: { minute: number; hour: number }): Ground {
  return {
    powers: {
      guildId: '1',
      ownerId: '2',
      everyone: 0n,
      roles: new Map([['8', role('8', 1)]]),
      members: new Map(),
      self: { id: '3', bits, top: { id: '9', position: 2 } },
    },
    own: settings.parse({ enabled: true, limits: { anti_channel: limit } }),
    withoutBypass: new Set(),
    targets: { channels: Array.from({ length: 400 }, (_, place) => `${1000 + place}`), roles: [], bans: [] },
    at: Date.UTC(2026, 0, 1),
  }
}
/** Deletes one channel a second, as far as nobody stops it. */
const attack = {
  attacker: { id: '200000000000000005', bot: false, roles: ['8'] },
  attack: 'channels',
  rate: 1,
  profile: 'ideal',
} as const

test('only what happens within one minute counts towards the limit for a minute', () => {
  expect(simulate(ground({ minute: 60, hour: 1000 }), attack)).toMatchObject({ ending: 'stopped', landed: 60 })
  expect(simulate(ground({ minute: 70, hour: 1000 }), attack)).toMatchObject({ ending: 'harmless', landed: 400 })
})

test('the limit for an hour stops what is slow enough for the one for a minute', () => {
  expect(simulate(ground({ minute: 70, hour: 200 }), attack)).toMatchObject({ ending: 'stopped', landed: 200 })
})
