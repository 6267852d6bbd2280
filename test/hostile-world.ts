import { ChannelType } from 'discord-api-types/v10'
import { createWorld } from '#sandbox/world/create.ts'
import type { World } from '#sandbox/world/state.ts'

/** Texts that people put into names to break pages, to impersonate somebody, or to ping everybody. */
export const hostile = {
  picture: '<img src=x onerror=alert(1)>',
  script: '"><script>alert(1)</script>',
  vector: "'><svg onload=alert(1)>",
  link: '[free](javascript:alert(1))',
  address: 'javascript:alert(1)//',
  masked: '[x](https://evil.example)',
  pings: '@everyone @here <@&1> <@1>',
  template: '{{7*7}}${7*7}{member.name}',
  backwards: '\u202Egnp.exe\u2066 \u200Bzero',
  stacked: `Z${'\u0317'.repeat(25)}`,
  wide: 'W'.repeat(32),
  family: '👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
} as const
const names: readonly string[] = Object.values(hostile)

const nth = (place: number) => names[place % names.length] ?? ''
/** As long as Discord allows. */
const filled = (text: string, length: number) => text.padEnd(length, 'W').slice(0, length)

/**
 * The demo world after somebody renamed everything in it: servers, channels, roles, people, topics and pictures. The
 * channel `general` keeps its name, so that tests can find it.
 */
export function createHostileWorld(): World {
  const world = createWorld({ kind: 'demo' })
  let guilds = 0
  let users = 0
  for (const account of world.accounts.values()) {
    account.user = { ...account.user, global_name: nth(users++).slice(0, 32) }
  }
  for (const state of world.guilds.values()) {
    const name = filled(nth(guilds++), 100)
    state.guild = { ...state.guild, name, description: names.join(' ').slice(0, 300) }
    let place = 0
    for (const role of state.roles.values()) if (role.id !== state.guild.id) role.name = filled(nth(place++), 100)
    for (const member of state.members.values()) member.nick = nth(place++).slice(0, 32)
    for (const id of state.channelIds) {
      const channel = world.channels.get(id)?.channel
      if (!channel || channel.name === 'general') continue
      channel.name = channel.type === ChannelType.GuildText ? filled(nth(place++), 100) : nth(place++)
      if ('topic' in channel) channel.topic = names.join('\n').slice(0, 1000)
    }
  }
  return world
}
