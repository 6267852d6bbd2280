import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { everyoneDefault } from '../blank.ts'
import type { World } from '../state.ts'
import type { DemoIds } from './demo-accounts.ts'
import { climbersHistory, readingRoomHistory } from './demo-history.ts'
import { addDemoMessages } from './demo-messages.ts'
import { botPermissions } from './demo-roles.ts'
import { addChannel, addGuild, addMember, addRole, bits, imageHash } from './draft.ts'

/** A guild without the bot. `owner` manages it, so `owner` may add the bot. */
export function addReadingRoom(world: World, ids: DemoIds): void {
  const made = '2022-11-05T19:00:00Z'
  const state = addGuild(world, { name: 'Lantern Reading Room', created: made, ownerId: ids.get('admin') ?? '' })
  state.guild.icon = imageHash('Lantern Reading Room')
  const caretaker = addRole(state, made, {
    name: 'Caretaker',
    position: 1,
    color: 0xc9_8b_2e,
    hoist: true,
    permissions: bits(everyoneDefault | P.ManageGuild | P.ManageChannels | P.ManageMessages),
  })
  addMember(state, ids.get('owner') ?? '', '2022-11-06T08:00:00Z', [caretaker.id])
  for (const login of ['member1', 'member2', 'member3']) addMember(state, ids.get(login) ?? '', '2023-10-01T18:30:00Z')
  const general = addChannel(world, state, made, {
    type: ChannelType.GuildText,
    name: 'general',
    topic: 'Page by page',
  })
  addChannel(world, state, made, { type: ChannelType.GuildText, name: 'this-month', topic: 'What we are reading' })
  addChannel(world, state, made, { type: ChannelType.GuildVoice, name: 'Read aloud' })
  state.guild.system_channel_id = general.id
  addDemoMessages(world, state, ids, readingRoomHistory)
}

/** A stranger's guild with the bot, in which `owner` has no rights. */
export function addClimbers(world: World, ids: DemoIds): void {
  const made = '2021-08-14T06:00:00Z'
  const state = addGuild(world, { name: 'Northwind Climbers', created: made, ownerId: ids.get('rogue') ?? '' })
  const managed = addRole(state, made, {
    name: 'Palisade',
    position: 1,
    permissions: bits(botPermissions),
    managed: true,
    tags: { bot_id: ids.get('palisade') ?? '' },
  })
  addMember(state, ids.get('palisade') ?? '', '2023-05-01T12:00:00Z', [managed.id])
  /** Above the bot's role: the bot cannot act on members who hold it. */
  const guide = addRole(state, made, {
    name: 'Guide',
    position: 2,
    color: 0x4f_8f_b0,
    hoist: true,
    permissions: bits(everyoneDefault | P.ManageMessages),
  })
  addMember(state, ids.get('member4') ?? '', '2022-04-18T16:20:00Z', [guide.id])
  for (const login of ['owner', 'member5', 'member6']) addMember(state, ids.get(login) ?? '', '2023-09-09T07:45:00Z')
  const general = addChannel(world, state, made, {
    type: ChannelType.GuildText,
    name: 'general',
    topic: 'Weather and rides',
  })
  addChannel(world, state, made, { type: ChannelType.GuildText, name: 'routes', topic: 'Grade, rock, approach' })
  state.guild.system_channel_id = general.id
  addDemoMessages(world, state, ids, climbersHistory)
}
