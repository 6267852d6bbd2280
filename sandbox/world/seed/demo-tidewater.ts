import { ChannelType, GuildFeature, GuildPremiumTier, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { inviteState } from '../blank.ts'
import type { GuildState, World } from '../state.ts'
import type { DemoIds } from './demo-accounts.ts'
import { tidewaterHistory } from './demo-history.ts'
import { addDemoMessages, addDemoPost, pinBooking } from './demo-messages.ts'
import { addDemoRoles } from './demo-roles.ts'
import { addChannel, addGuild, addMember, type ChannelDraft, forRole, imageHash } from './draft.ts'

type Roles = ReturnType<typeof addDemoRoles>

/** The guild with the bot in it, owned by `owner`: the main one to explore. */
export function addTidewater(world: World, ids: DemoIds): GuildState {
  const ownerId = ids.get('owner') ?? ''
  const state = addGuild(world, { name: 'Tidewater Makers', created: '2023-04-20T09:30:00Z', ownerId })
  const roles = addDemoRoles(state, ids)
  addPeople(state, ids, roles)
  const channels = addRooms(world, state, roles)
  Object.assign(state.guild, {
    icon: imageHash('Tidewater Makers'),
    description: 'Making things, slowly.',
    features: [GuildFeature.Community, GuildFeature.News, GuildFeature.VanityURL],
    premium_tier: GuildPremiumTier.Tier3,
    premium_subscription_count: 14,
    verification_level: 2,
    explicit_content_filter: 2,
    default_message_notifications: 1,
    vanity_url_code: 'tidewater',
    system_channel_id: channels.get('arrivals') ?? null,
    rules_channel_id: channels.get('rules') ?? null,
    public_updates_channel_id: channels.get('safety') ?? null,
    afk_channel_id: channels.get('Quiet corner') ?? null,
  } satisfies Partial<GuildState['guild']>)
  state.vanityUses = 41
  const general = channels.get('general') ?? ''
  state.invites.set(
    'kiln24',
    inviteState({
      code: 'kiln24',
      channelId: general,
      inviterId: ownerId,
      createdAt: '2024-02-10T09:05:00.000Z',
      uses: 9,
    }),
  )
  addDemoMessages(world, state, ids, tidewaterHistory)
  pinBooking(world, state)
  addDemoPost(world, state, ids)
  return state
}

function addPeople(state: GuildState, ids: DemoIds, roles: Roles): void {
  const join = (login: string, at: string, ...held: { id: string }[]) =>
    addMember(
      state,
      ids.get(login) ?? '',
      at,
      held.map(role => role.id),
    )
  join('owner', '2023-04-20T09:30:00Z', roles.keeper)
  join('palisade', '2023-04-20T09:45:00Z', roles.palisade)
  join('admin', '2023-04-21T18:00:00Z', roles.admin, roles.potter)
  join('moderator', '2023-05-02T20:10:00Z', roles.moderator, roles.regular)
  join('jukebox', '2023-06-11T12:00:00Z', roles.jukebox)
  join('tally', '2023-06-11T12:05:00Z', roles.tally)
  join('member1', '2023-07-15T16:20:00Z', roles.regular, roles.potter)
  join('member2', '2023-09-03T11:00:00Z', roles.regular)
  join('rogue', '2024-01-08T23:15:00Z', roles.admin)
  join('member3', '2024-03-17T10:40:00Z', roles.regular, roles.joiner)
  join('member4', '2024-05-29T13:33:00Z')
  join('member5', '2024-08-12T19:05:00Z', roles.joiner)
  join('member6', '2025-01-04T08:50:00Z')
  join('member8', '2025-06-23T21:12:00Z', roles.joiner)
  join('member7', '2026-03-12T18:02:00Z', roles.potter)
  const admin = state.members.get(ids.get('admin') ?? '')
  if (admin) admin.nick = 'Tobias (kiln keys)'
}

/** @returns channel ids by name */
function addRooms(world: World, state: GuildState, roles: Roles): Map<string, string> {
  const everyone = state.guild.id
  const readOnly = [
    forRole(everyone, 0n, P.SendMessages | P.CreatePublicThreads | P.AddReactions),
    forRole(roles.moderator.id, P.SendMessages),
    forRole(roles.palisade.id, P.SendMessages),
  ]
  const staffOnly = [
    forRole(everyone, 0n, P.ViewChannel),
    forRole(roles.moderator.id, P.ViewChannel),
    forRole(roles.palisade.id, P.ViewChannel),
  ]
  const listeners = [
    forRole(everyone, 0n, P.Speak),
    forRole(roles.moderator.id, P.Speak | P.MuteMembers | P.MoveMembers),
  ]
  const plan: { category: string; overwrites?: typeof staffOnly; rooms: Omit<ChannelDraft, 'parentId'>[] }[] = [
    {
      category: 'Information',
      rooms: [
        {
          type: ChannelType.GuildAnnouncement,
          name: 'announcements',
          topic: 'Dates, doors and deadlines',
          overwrites: readOnly,
        },
        { type: ChannelType.GuildText, name: 'rules', topic: 'Short and meant', overwrites: readOnly },
        { type: ChannelType.GuildText, name: 'arrivals', topic: 'Say hello, or do not' },
      ],
    },
    {
      category: 'Workshop',
      rooms: [
        { type: ChannelType.GuildText, name: 'general', topic: 'Making things, slowly' },
        { type: ChannelType.GuildText, name: 'kiln-and-clay', topic: 'Bookings, glazes, cracks' },
        { type: ChannelType.GuildText, name: 'woodwork', topic: 'Mind the bandsaw' },
        { type: ChannelType.GuildForum, name: 'show-and-tell', topic: 'One post for one piece of work' },
        {
          type: ChannelType.GuildText,
          name: 'open-a-ticket',
          topic: 'Reach the team in private',
          overwrites: readOnly,
        },
      ],
    },
    {
      category: 'Staff',
      overwrites: staffOnly,
      rooms: [
        { type: ChannelType.GuildText, name: 'mod-log', topic: 'What was done, and why', overwrites: staffOnly },
        { type: ChannelType.GuildText, name: 'safety', overwrites: staffOnly },
      ],
    },
    {
      category: 'Voice',
      rooms: [
        { type: ChannelType.GuildVoice, name: 'Bench talk' },
        { type: ChannelType.GuildVoice, name: 'Quiet corner' },
        { type: ChannelType.GuildStageVoice, name: 'Town hall', topic: 'Once a month', overwrites: listeners },
      ],
    },
  ]
  const made = '2023-04-20T10:30:00Z'
  const found = new Map<string, string>()
  for (const { category, overwrites, rooms } of plan) {
    const { id } = addChannel(world, state, made, {
      type: ChannelType.GuildCategory,
      name: category,
      ...(overwrites && { overwrites }),
    })
    for (const room of rooms) found.set(room.name, addChannel(world, state, made, { ...room, parentId: id }).id)
  }
  return found
}
