import { ChannelType } from 'discord-api-types/v10'
import { emptyWorld, type World } from '../state.ts'
import { addAccount, addApplication, addChannel, addGuild, addMember, addRole, bits } from './draft.ts'
import { botPermissions } from './demo-roles.ts'

export interface Sizes {
  guilds: number
  channels: number
  /** The number of roles besides @everyone and the bot's own. */
  roles: number
  /** Besides the bot. Guilds share them: there are `people` accounts in all, at least as many as members. */
  members: number
  people?: number
}

const made = (index: number) => new Date(Date.UTC(2022, 0, 1) + index * 1000).toISOString()

/** Many guilds at once, for benchmarks. */
export function generatedWorld(seed: number, sizes: Sizes): World {
  const world = emptyWorld(seed)
  const people = Array.from({ length: Math.max(sizes.people ?? 0, sizes.members) }, (_, index) =>
    addAccount(world, { login: `person${index}`, username: `person${index}`, created: made(index) }),
  )
  const bot = addApplication(
    world,
    { login: 'palisade', username: 'Palisade', created: made(0) },
    {
      description: '',
      clientSecret: 'sandbox-palisade-secret',
      ownerId: people[0]?.user.id ?? '',
      redirectUris: ['http://localhost:3000/api/login/callback'],
      privilegedIntents: (1 << 8) | (1 << 1) | (1 << 15),
    },
  )
  for (let index = 0; index < sizes.guilds; index++) {
    const created = made(1_000_000 + index)
    const memberAt = (offset: number) => people[(index * sizes.members + offset) % people.length]?.user.id ?? ''
    const state = addGuild(world, { name: `Guild ${index}`, created, ownerId: memberAt(0) })
    for (let offset = 0; offset < sizes.roles; offset++)
      addRole(state, created, { name: `Role ${offset}`, position: offset + 1 })
    const own = addRole(state, created, {
      name: 'Palisade',
      position: sizes.roles + 1,
      permissions: bits(botPermissions),
      managed: true,
      tags: { bot_id: bot.botUserId },
    })
    const held = [...state.roles.keys()].slice(1, 1 + Math.min(3, sizes.roles))
    addMember(state, bot.botUserId, created, [own.id])
    for (let offset = 0; offset < sizes.members; offset++) addMember(state, memberAt(offset), created, held)
    for (let offset = 0; offset < sizes.channels; offset++)
      addChannel(world, state, created, { type: ChannelType.GuildText, name: `room-${offset}` })
  }
  return world
}
