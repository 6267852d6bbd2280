import { type APIOverwrite, ChannelType as Type, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import type { GuildChannel, GuildChannelKind } from '../../channels/kinds.ts'
import type { GuildState, World } from '../../state.ts'
import { addChannel, forRole, idAt } from '../draft.ts'
import { type Dice, subjects } from './random-choices.ts'
import type { SeedRoles } from './roles.ts'

export interface SeedRooms {
  categories: GuildChannel[]
  rules: GuildChannel
  updates: GuildChannel
  /** The channels of the first category: everybody reads and writes there. */
  open: GuildChannel[]
  /** All but categories. */
  rooms: GuildChannel[]
}

interface Place {
  world: World
  state: GuildState
  dice: Dice
  roles: SeedRoles
  made: string
  /** Members who may have an overwrite of their own. */
  memberIds: readonly string[]
}

const kinds: readonly [type: GuildChannelKind, share: number][] = [
  [Type.GuildText, 0.55],
  [Type.GuildVoice, 0.2],
  [Type.GuildForum, 0.1],
  [Type.GuildAnnouncement, 0.06],
  [Type.GuildStageVoice, 0.04],
  [Type.GuildMedia, 0.05],
]

/** @param count categories included */
export function addRooms(place: Place, count: number, categoryCount: number): SeedRooms {
  const { world, state, dice, made } = place
  const categories = Array.from({ length: categoryCount }, (_, index) =>
    addChannel(world, state, made, {
      type: Type.GuildCategory,
      name: index === 0 ? 'Welcome' : `${dice.one(subjects)} ${index}`,
      overwrites: index === 0 ? [] : categoryOverwrites(place),
    }),
  )
  const add = (type: GuildChannelKind, name: string, category: GuildChannel | undefined, overwrites: APIOverwrite[]) =>
    addChannel(world, state, made, { type, name, parentId: category?.id ?? '', overwrites })
  const [welcome] = categories
  const readOnly = forRole(state.guild.id, 0n, P.SendMessages)
  const rules = add(Type.GuildText, 'rules', welcome, [readOnly])
  const updates = add(Type.GuildText, 'team-news', categories[1], staffOnly(place))
  const open = Array.from({ length: 10 }, (_, index) => add(Type.GuildText, `hall-${index}`, welcome, []))
  const rooms = [rules, updates, ...open]
  for (let index = 0; rooms.length + categoryCount < count; index++) {
    const category = categories[1 + (index % (categoryCount - 1))]
    const type = kindOf(dice)
    const spoken = type === Type.GuildVoice || type === Type.GuildStageVoice
    const name = spoken ? `${dice.one(subjects)} room ${index}` : `${dice.one(subjects)}-${index}`
    rooms.push(furnished(place, add(type, name, category, roomOverwrites(place, category))))
  }
  return { categories, rules, updates, open, rooms }
}

function kindOf(dice: Dice): GuildChannelKind {
  let left = dice.below(100) / 100
  for (const [type, share] of kinds) {
    left -= share
    if (left < 0) return type
  }
  return Type.GuildText
}

const staffOnly = ({ state, roles }: Place): APIOverwrite[] => [
  forRole(state.guild.id, 0n, P.ViewChannel),
  ...roles.moderators.map(role => forRole(role.id, P.ViewChannel)),
]

function categoryOverwrites(place: Place): APIOverwrite[] {
  const { state, dice, roles } = place
  if (dice.chance(0.2)) return staffOnly(place)
  const powers = [P.ViewChannel, P.SendMessages, P.AttachFiles, P.Connect, P.AddReactions]
  const named = dice.some([...roles.plain, ...roles.moderators], 1 + dice.below(4))
  return [
    ...(dice.chance(0.4) ? [forRole(state.guild.id, 0n, dice.one(powers))] : []),
    ...named.map(({ id }) => forRole(id, dice.one(powers), dice.chance(0.2) ? P.MentionEveryone : 0n)),
  ]
}

/** The overwrites of a channel; most are in sync with their category. */
function roomOverwrites(place: Place, category: GuildChannel | undefined): APIOverwrite[] {
  const { dice, memberIds } = place
  const above = (category?.permission_overwrites ?? []).map(one => ({ ...one }))
  if (dice.chance(0.6)) return above
  const own = categoryOverwrites(place).filter(one => above.every(({ id }) => id !== one.id))
  const guest = { id: dice.one(memberIds), type: OverwriteType.Member, allow: String(P.ViewChannel), deny: '0' }
  return [...above, ...own, ...(dice.chance(0.3) ? [guest] : [])]
}

/** Adds the fields that channels of this kind have besides their name. */
function furnished({ dice, made }: Place, channel: GuildChannel): GuildChannel {
  if ('topic' in channel) channel.topic = dice.chance(0.7) ? `About ${dice.one(subjects)}.` : null
  if ('rate_limit_per_user' in channel) channel.rate_limit_per_user = dice.chance(0.2) ? dice.one([5, 30, 120]) : 0
  if (channel.type !== Type.GuildCategory) channel.nsfw = dice.chance(0.03)
  if (channel.type === Type.GuildVoice) channel.user_limit = dice.chance(0.5) ? 2 + dice.below(20) : 0
  if ('available_tags' in channel) {
    channel.default_reaction_emoji = { emoji_id: null, emoji_name: '👍' }
    channel.available_tags = dice.some(subjects, 2 + dice.below(6)).map(name => ({
      id: idAt(made, `${channel.id} ${name}`),
      name,
      moderated: dice.chance(0.2),
      emoji_id: null,
      emoji_name: dice.chance(0.5) ? '🪵' : null,
    }))
  }
  return channel
}
