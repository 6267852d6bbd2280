import { ApplicationCommandPermissionType as Type } from 'discord.js'
import { expect, test } from 'vitest'
import type { DiscordOverride } from '../declarations/command-permissions.ts'
import { allowedByDiscord } from './discord-overrides.ts'

const guildId = '1000'
const subject = { guildId, userId: '1', roleIds: new Set([guildId, '2', '3']), channelId: '4' }
const says = (type: Type, id: string, permission: boolean): DiscordOverride => ({ type, id, permission })
const user = (permission: boolean) => says(Type.User, '1', permission)
const role = (id: string, permission: boolean) => says(Type.Role, id, permission)
const channel = (id: string, permission: boolean) => says(Type.Channel, id, permission)
const everyone = (permission: boolean) => role(guildId, permission)
const everywhere = (permission: boolean) => channel('999', permission)

test.each<[string, DiscordOverride[], DiscordOverride[], boolean]>([
  ['nothing is said', [], [], true],
  ['somebody else and elsewhere are spoken of', [says(Type.User, '9', false), channel('9', false)], [], true],
  ['the person is denied though a role is allowed', [user(false), role('2', true)], [], false],
  ['the person is allowed though everyone is denied', [user(true), everyone(false)], [], true],
  ['one role is allowed and one denied', [role('2', true), role('3', false)], [], true],
  ['a role is denied though everyone is allowed', [role('3', false), everyone(true)], [], false],
  ['everyone is denied', [everyone(false)], [], false],
  ['the application denies everyone', [], [everyone(false)], false],
  ['the command allows whom the application denies', [role('2', true)], [everyone(false)], true],
  ['the channel is denied though the person is allowed', [user(true), channel('4', false)], [], false],
  ['all channels are denied', [everywhere(false)], [], false],
  ['all channels but this are denied', [everywhere(false), channel('4', true)], [], true],
  ['the command allows the channel that the application denies', [channel('4', true)], [channel('4', false)], true],
  ['the application denies all channels', [user(true)], [everywhere(false)], false],
])('%s', (_, command, application, allowed) => {
  expect(allowedByDiscord(command, application, subject)).toBe(allowed)
})
