import { ChannelType, type Guild, type GuildBasedChannel, type GuildMember, type PermissionsString } from 'discord.js'
import type { z } from 'zod'
import { describeField, type Endpoint, type FieldMeta } from '#contract'
import { UserError } from '#kit/errors.ts'
import { cannotSee, hiddenFromBot, isHidden } from '#kit/hidden-channel.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { opensDashboard, roleJudge } from '#kit/role-grants.ts'
import { joined } from '#kit/validation-messages.ts'
import type { Access } from '../access.ts'
import { isPermission } from './permissions.ts'
import { hiddenName, type RoleProblem, shapeOf } from '../discord/guild-shape.ts'
import { resolveReferences } from '../settings/references.ts'

/**
 * The permissions that a member lacks in a channel, as Discord computes it; the chat of a voice channel requires the
 * permission to join it.
 */
const missingThere = (channel: GuildBasedChannel, member: GuildMember, wanted: readonly PermissionsString[]) =>
  channel.permissionsFor(member).missing([...wanted, ...(channel.isVoiceBased() ? (['Connect'] as const) : [])])

/**
 * Whether somebody sees a channel, as far as that is known without asking Discord: for a private thread it is only
 * known of moderators of threads, and for a channel that is hidden from the bot only of administrators.
 */
export function sees(viewer: GuildMember, channel: GuildBasedChannel): boolean {
  const may = channel.permissionsFor(viewer)
  return may.has('ViewChannel') && (channel.type !== ChannelType.PrivateThread || may.has('ManageThreads'))
}

/** Whether somebody sees a channel; asks Discord for the members of a private thread. */
export async function seesNow(viewer: GuildMember, channel: GuildBasedChannel): Promise<boolean> {
  if (sees(viewer, channel)) return true
  if (channel.type !== ChannelType.PrivateThread || !channel.permissionsFor(viewer).has('ViewChannel')) return false
  return (await channel.members.fetch(viewer.id).catch(() => undefined)) !== undefined
}

const lacking = (missing: readonly PermissionsString[]) =>
  missing.includes('ViewChannel')
    ? 'You cannot see that channel.'
    : `You need ${listed(missing.map(permissionName))} in that channel for this.`

/**
 * Checks that somebody could do by themselves in the channel what they do through the bot.
 * @param key the field with the channel, if there is one
 * @throws UserError 403
 */
export async function demandInChannel(
  channel: GuildBasedChannel,
  member: GuildMember,
  wanted: readonly PermissionsString[],
  key?: string,
): Promise<void> {
  const inThread = channel.isThread()
    ? wanted.map(one => (one === 'SendMessages' ? 'SendMessagesInThreads' : one))
    : wanted
  const missing = missingThere(channel, member, inThread)
  const shutOut = missing.length === 0 && !(await seesNow(member, channel))
  if (missing.length === 0 && !shutOut && !isHidden(channel)) return
  const sentence = isHidden(channel) ? cannotSee : lacking(shutOut ? ['ViewChannel'] : missing)
  throw new UserError('access.channel', sentence, 403, key === undefined ? undefined : { [key]: sentence })
}

/** All channels that a text could mean: by id, or by name with or without `#`. */
function meant(guild: Guild, given: string): GuildBasedChannel[] {
  const byId = guild.channels.cache.get(given)
  const name = given.replace(/^#/, '').toLowerCase()
  return byId
    ? [byId]
    : [...guild.channels.cache.filter(one => !isHidden(one) && one.name.toLowerCase() === name).values()]
}

/**
 * Checks the channels in a call's input against what its endpoint declares.
 * @throws UserError 403 when the caller lacks something in every channel that could be meant
 */
export async function demandChannels(
  { channels = {}, path }: Pick<Endpoint, 'channels' | 'path'>,
  input: Readonly<Record<string, unknown>>,
  member: GuildMember,
): Promise<void> {
  for (const [key, names] of Object.entries(channels)) {
    const wanted = names.filter(isPermission)
    if (wanted.length < names.length)
      throw new Error(`${path}: Discord has no permission of the name that ${key} declares`)
    for (const given of [input[key]].flat()) {
      if (typeof given !== 'string') continue
      const tries = meant(member.guild, given).map(channel => demandInChannel(channel, member, wanted, key))
      const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected')
      if (tries.length > 0 && refused.length === tries.length) await tries[0]
    }
  }
}

/** Why somebody may not choose a channel in a setting. */
function refusal(
  channel: GuildBasedChannel | undefined,
  member: GuildMember,
  { posts }: FieldMeta,
): string | undefined {
  if (!channel) return undefined
  if (isHidden(channel)) return cannotSee
  const missing = missingThere(channel, member, posts ? ['ViewChannel', 'SendMessages'] : ['ViewChannel'])
  return missing.length === 0 ? undefined : lacking(missing)
}

const broughtBy = (access: Pick<Access, 'bringsRights'>, guild: Guild, roleId: string) =>
  access.bringsRights(guild, roleId) ? opensDashboard : undefined

/** For pickers: returns why `chooser` may not choose a role for the bot to give, by the same rules as saving. */
export function roleProblems(access: Pick<Access, 'bringsRights'>, chooser: GuildMember): RoleProblem {
  const judge = roleJudge(chooser.guild, chooser)
  return role => broughtBy(access, chooser.guild, role.id) ?? judge(role)
}

/**
 * Why somebody may not change a field of something that is posted in a channel that others have chosen. A channel that
 * they choose themselves is checked at its own field.
 */
export function unwritable(
  key: string,
  field: z.ZodType,
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  member: GuildMember,
): string | undefined {
  const { postedIn } = describeField(field) ?? {}
  const channelId = postedIn === undefined ? null : after[postedIn]
  if (typeof channelId !== 'string' || after[key] === before[key] || after[key] === false) return undefined
  const channel = member.guild.channels.cache.get(channelId)
  const missing = channel ? missingThere(channel, member, ['ViewChannel', 'SendMessages']) : []
  if (!channel || missing.length === 0) return undefined
  // For a channel that the bot cannot see, it only knows the permissions of administrators.
  if (isHidden(channel))
    return 'I cannot see the channel that this is posted in, so I cannot tell whether you may write there.'
  return missing.includes('ViewChannel')
    ? 'You cannot see the channel that this is posted in.'
    : `You need ${listed(missing.map(permissionName))} in the channel that this is posted in.`
}

/**
 * Checks the channels and roles that a change of settings adds, and what it makes the bot post. The person must see the
 * channels, and be able to write where the bot will write; a role that the bot will give must not bring rights of the
 * bot's own. Unchanged values are not checked.
 * @throws UserError 403 with a sentence for each field
 */
export function demandChoosable(
  access: Pick<Access, 'bringsRights'>,
  schema: z.ZodObject,
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  member: GuildMember,
): void {
  const { guild } = member
  const shape = {
    ...shapeOf(guild),
    refuses: ({ id }: { id: string }, meta: FieldMeta) => refusal(guild.channels.cache.get(id), member, meta),
    refusesRole: (roleId: string, { assignable }: FieldMeta) =>
      assignable ? broughtBy(access, guild, roleId) : undefined,
  }
  const { problems } = resolveReferences(schema, after, shape, before)
  for (const [key, field] of Object.entries(schema.shape)) {
    const problem = unwritable(key, field as z.ZodType, after, before, member)
    if (problem !== undefined) problems[key] = problem
  }
  if (Object.keys(problems).length > 0) throw new UserError('access.channel', joined(problems), 403, problems)
}

/**
 * The name of a channel for a viewer: the real one if they and the bot can see it.
 * @param name a former name to show instead of the present one
 */
export function channelName(channel: GuildBasedChannel, viewer: GuildMember, name = channel.name): string {
  if (isHidden(channel)) return hiddenFromBot
  return sees(viewer, channel) ? name : hiddenName
}

/**
 * The ids of the channels that somebody is known to see; undefined for administrators, who see all, and saw those that
 * are gone.
 */
export const seenChannels = (viewer: GuildMember): string[] | undefined =>
  viewer.permissions.has('Administrator')
    ? undefined
    : [...viewer.guild.channels.cache.filter(channel => sees(viewer, channel)).keys()]

/**
 * Whether somebody may be shown what was written in a channel. False for a deleted one, because nobody knows who saw
 * it.
 */
export function mayRead(member: GuildMember, channelId: string): boolean {
  const channel = member.guild.channels.cache.get(channelId)
  return (
    channel !== undefined && sees(member, channel) && missingThere(channel, member, ['ReadMessageHistory']).length === 0
  )
}
