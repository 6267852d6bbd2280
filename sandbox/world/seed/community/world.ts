import { GuildFeature, GuildPremiumTier } from 'discord-api-types/v10'
import { createRandom } from '../../../snowflake.ts'
import { type Account, emptyWorld, type World } from '../../state.ts'
import { addAccount, addApplication, addGuild, addMember, imageHash } from '../draft.ts'
import { addBans, addInvites, addWebhooks } from './access.ts'
import { createDice, type Dice } from './random-choices.ts'
import { addEvents } from './events.ts'
import { addExpressions } from './expressions.ts'
import { addRoles, type SeedRoles } from './roles.ts'
import { addRooms } from './rooms.ts'
import { addAnswers, addRules, addWelcome } from './safety.ts'
import { addTalk } from './talk.ts'

export interface CommunitySizes {
  /** The number of channels; by default, 40 of them are categories. */
  channels: number
  categories: number
  /** The number of roles, including @everyone and those of bots. */
  roles: number
  /** The number of members, including the bots. */
  members: number
  bans: number
  events: number
}

const usual: CommunitySizes = { channels: 500, categories: 40, roles: 250, members: 2000, bans: 60, events: 25 }

const at = (index: number) => new Date(Date.UTC(2022, 0, 1) + index * 1000).toISOString()
const made = at(1_000_000)
/** When the messages begin, after everybody has joined. */
const talkBegins = at(1_200_000)

const everyIntent = (1 << 8) | (1 << 1) | (1 << 15)

/**
 * One server with everything in it, for tests that save, attack or restore a whole server. Each seed makes a server of
 * its own, always the same one. Logins are 'owner', 'admin', 'moderator', 'member3' and so on, 'stranger0' for those
 * outside; bots are 'palisade' and 'tally', both administrators.
 */
export function communityWorld(seed: number, sizes: Partial<CommunitySizes> = {}): World {
  const { channels, categories, roles, members, bans, events } = { ...usual, ...sizes }
  const world = emptyWorld(seed)
  const dice = createDice(createRandom(seed))
  const people = ['owner', 'admin', 'moderator', ...Array.from({ length: members - 5 }, (_, index) => `member${index}`)]
  const accounts = people.map((login, index) => addAccount(world, { login, username: login, created: at(index) }))
  const [owner, admin, moderator] = accounts
  if (!owner || !admin || !moderator) throw new Error('a community has at least five members')
  const bot = (login: string, username: string, index: number) =>
    addApplication(
      world,
      { login, username, created: at(index) },
      {
        description: '',
        clientSecret: `sandbox-${login}-secret`,
        ownerId: owner.user.id,
        redirectUris: login === 'palisade' ? ['http://localhost:3000/api/login/callback'] : [],
        privilegedIntents: everyIntent,
      },
    )
  const [palisade, tally] = [bot('palisade', 'Palisade', 500_000), bot('tally', 'Tally', 500_001)]
  const state = addGuild(world, { name: `Community ${seed}`, created: made, ownerId: owner.user.id })
  const bots = [palisade, tally].map(({ name, botUserId }) => [name, botUserId] as const)
  const seedRoles = addRoles(state, dice, new Map(bots), made, roles)
  for (const [name, botUserId] of bots)
    addMember(
      state,
      botUserId,
      made,
      [...state.roles.values()].filter(role => role.name === name).map(role => role.id),
    )
  addPeople(world, state.guild.id, dice, seedRoles, accounts)
  const memberIds = accounts.map(({ user }) => user.id)
  const rooms = addRooms({ world, state, dice, roles: seedRoles, made, memberIds }, channels, categories)
  const team = [owner, admin, moderator].map(({ user }) => user)
  addExpressions(world, state, dice, team, made)
  Object.assign(state.guild, {
    icon: imageHash(`icon ${seed}`),
    banner: imageHash(`banner ${seed}`),
    splash: imageHash(`splash ${seed}`),
    description: 'Making things together.',
    features: [GuildFeature.Community, GuildFeature.News, GuildFeature.WelcomeScreenEnabled, GuildFeature.VanityURL],
    premium_tier: GuildPremiumTier.Tier3,
    premium_subscription_count: 20,
    verification_level: 2,
    explicit_content_filter: 2,
    default_message_notifications: 1,
    vanity_url_code: `community-${seed}`,
    system_channel_id: dice.one(rooms.open).id,
    rules_channel_id: rooms.rules.id,
    public_updates_channel_id: rooms.updates.id,
    safety_alerts_channel_id: rooms.updates.id,
    widget_enabled: true,
    widget_channel_id: dice.one(rooms.open).id,
  })
  addWebhooks(state, dice, rooms, team, tally, made)
  addInvites(state, dice, rooms, seedRoles, team)
  const outside = Array.from({ length: bans }, (_, index) =>
    addAccount(world, { login: `stranger${index}`, username: `stranger${index}`, created: at(600_000 + index) }),
  )
  addBans(
    state,
    dice,
    outside.map(({ user }) => user),
  )
  addEvents(state, dice, rooms, memberIds.slice(0, 100), made, events)
  addRules(state, dice, seedRoles, rooms, made)
  addWelcome(state, dice, seedRoles, rooms, made)
  addAnswers(state, dice, memberIds)
  addTalk(
    world,
    state,
    dice,
    rooms,
    accounts.map(({ user }) => user),
    Date.parse(talkBegins),
  )
  return world
}

function addPeople(world: World, guildId: string, dice: Dice, roles: SeedRoles, accounts: readonly Account[]): void {
  const state = world.guilds.get(guildId)
  if (!state) return
  for (const [index, { user, login }] of accounts.entries()) {
    const held = new Set(dice.some(roles.plain, dice.below(7)).map(role => role.id))
    if (login === 'owner') held.add(roles.keeper.id)
    if (login === 'admin') held.add(roles.admin.id)
    if (login === 'moderator' || index % 200 === 3) held.add(dice.one(roles.moderators).id)
    addMember(state, user.id, at(1_000_001 + index * 60), [...held])
    const member = state.members.get(user.id)
    if (member && dice.chance(0.15)) member.nick = `${user.username} of the hall`
  }
}
