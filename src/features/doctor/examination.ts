import { type Guild, type GuildMember } from 'discord.js'
import { z } from 'zod'
import { titleOf } from '#contract'
import type { Context, Services } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import type { Requirement } from '#kit/requirement.ts'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { guildContext } from '#kernel/context.ts'
import { lackingIntents } from '#kernel/discord/login.ts'
import { works } from '#kernel/events/events.ts'
import { inert } from '#kit/template.ts'
import { everyFeature, type Finding } from './contract.ts'
import { type Asker, type BotRights, checkRequirements, checkUnusable } from './check-requirements.ts'
import { isTimedOut } from '#kit/discord-time.ts'

/** Without these the bot can hardly reply at all. */
const vital: readonly Requirement[] = [
  { permission: 'ViewChannel', why: 'to see what is written' },
  { permission: 'SendMessages', why: 'to answer' },
]

/** Other permissions of the invite link, which any feature may use. */
const useful: readonly Requirement[] = [
  { permission: 'SendMessagesInThreads', why: 'to answer in threads' },
  { permission: 'EmbedLinks', why: 'to answer in its usual form' },
  { permission: 'AttachFiles', why: 'to send pictures and transcripts' },
  { permission: 'ReadMessageHistory', why: 'to reply to the message that called it' },
  { permission: 'AddReactions', why: 'to react to messages' },
  { permission: 'UseExternalEmojis', why: 'to use emoji of other servers' },
]

function rightsOf(guild: Guild, me: GuildMember, viewer: GuildMember, productName: string): BotRights {
  return {
    productName,
    has(permission, channelId) {
      if (channelId === undefined) return me.permissions.has(permission)
      return guild.channels.cache.get(channelId)?.permissionsFor(me).has(permission)
    },
    standsAbove(roleId) {
      const role = guild.roles.cache.get(roleId)
      return role && me.roles.highest.comparePositionTo(role) > 0
    },
    isHidden(id) {
      const channel = guild.channels.cache.get(id)
      return channel !== undefined && isHidden(channel)
    },
    channelName(id) {
      const channel = guild.channels.cache.get(id)
      return channel ? inert(channelName(channel, viewer)) : id
    },
    roleName: id => inert(guild.roles.cache.get(id)?.name ?? id),
  }
}

/** Problems of the bot itself rather than of a particular feature. */
function botFindings(services: Services, me: GuildMember): Finding[] {
  const { productName } = services.config
  const intents = lackingIntents(services.client.application.flags.bitfield).map(
    (name): Finding => ({
      feature: everyFeature,
      severity: 'error',
      title: `${productName} runs without the ${name}`,
      repair: 'Whoever runs the bot switches it on in the Discord Developer Portal, under Bot, and restarts.',
    }),
  )
  if (!isTimedOut(me)) return intents
  const timedOut: Finding = {
    feature: everyFeature,
    severity: 'error',
    title: `${productName} is timed out in this server`,
    repair: 'Remove its timeout: until then it can only read.',
  }
  return [timedOut, ...intents]
}

/**
 * Finds everything that the bot lacks in a guild for what is switched on and configured there; errors come first.
 * @param viewer the member who will see the findings
 */
export async function examine(services: Services, viewer: GuildMember): Promise<Finding[]> {
  const { guild } = viewer
  const me = guild.members.me ?? (await guild.members.fetchMe())
  const rights = rightsOf(guild, me, viewer, services.config.productName)
  const askers: Asker[] = []
  const ofFeatures = services.features.flatMap((feature): Finding[] => {
    const { contract, parts } = feature
    if (!works(services, feature, guild.id) || !services.access.has(viewer, 'view', contract.name)) return []
    const ctx: Context = guildContext(services, contract, guild)
    const problems = parts.problems?.(ctx) ?? []
    const requirements = parts.requires?.(ctx) ?? []
    const shape: Record<string, unknown> = contract.settings.shape
    const labelOf = (setting: string) => {
      const schema = shape[setting]
      return schema instanceof z.ZodType ? titleOf(schema) : undefined
    }
    askers.push({ feature: contract.name, title: contract.title, labelOf, requirements })
    return [
      ...checkRequirements(contract.name, requirements, 'error', rights),
      ...problems.map((problem): Finding => ({ feature: contract.name, severity: 'error', ...problem })),
    ]
  })
  const findings = [
    ...botFindings(services, me),
    ...checkRequirements(everyFeature, vital, 'error', rights),
    ...checkUnusable(askers, rights),
    ...ofFeatures,
    ...checkRequirements(everyFeature, useful, 'warning', rights),
  ]
  return findings.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
}
