import type { Client, GuildBasedChannel, GuildMember, GuildTextBasedChannel } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { missingIn, writing } from '#kit/permissions.ts'
import { withTimeout } from '#kit/with-timeout.ts'
import type { Entry, Feature, Services } from '../feature.ts'
import type { CommandCaller, CommandOverrides, CommandPermissions } from '../declarations/command-permissions.ts'
import type { Logger } from '../log.ts'
import { type CommandRule, ruleRefusal } from '../declarations/command-rule.ts'
import { allowedByDiscord } from './discord-overrides.ts'
import type { CommandIds } from './registration.ts'
import { createOverrideCache } from './override-cache.ts'
import { missingNeeds } from './rights.ts'
import { slashPath } from './slash-tree.ts'

/** How long a caller waits for the commands to be registered after a start. */
const patienceMs = 2000
const nothingSet: CommandOverrides = { command: [], application: [] }

const byDiscord = "This server does not let you use that here. It is set in Discord's Server Settings > Integrations."

/** Who uses a command, and where; no channel stands for a channel without rules of its own. */
interface Caller {
  member: GuildMember
  channel: GuildTextBasedChannel | undefined
}

/** @param options.services returns the services, which are created later */
export function createCommandPermissions(options: {
  client: Client
  log: Logger
  features: readonly Feature[]
  commandIds: CommandIds
  services(): Pick<Services, 'access' | 'config' | 'settings'>
}): CommandPermissions<Entry> {
  const { client, commandIds } = options
  const overridesIn = createOverrideCache(client, options.log)
  const supplier = options.features.find(({ parts }) => parts.commandRules)

  const ruleOf = (guildId: string, name: string): CommandRule | undefined => {
    const rules = supplier?.parts.commandRules?.(options.services().settings.read(guildId, supplier.contract))
    return rules && Object.hasOwn(rules, name) ? rules[name] : undefined
  }

  async function overridesOf(guildId: string, name: string | undefined): Promise<CommandOverrides> {
    const found = await overridesIn(guildId)
    if (found.size === 0) return nothingSet
    if (commandIds.byName.size === 0) await withTimeout(patienceMs, commandIds.tried, undefined)
    const id = name === undefined ? undefined : commandIds.byName.get(name)
    return {
      command: (id === undefined ? undefined : found.get(id)) ?? [],
      application: found.get(client.application?.id ?? '') ?? [],
    }
  }

  function refusedByRule({ name, definition, feature }: Entry, { member, channel }: Caller): string | undefined {
    const rule = ruleOf(member.guild.id, name)
    if (!rule) return undefined
    if (definition.openToManagers && options.services().access.has(member, 'manage', feature.contract.name))
      return undefined
    const parent = channel?.parent
    return ruleRefusal(rule, {
      roleIds: new Set(member.roles.cache.keys()),
      channelIds: [channel?.id, parent?.id, parent?.parentId].filter(id => typeof id === 'string'),
    })
  }

  /** Discord's settings for a command; undefined when there are none or the member is exempt from them. */
  async function overridesFor(entry: Entry | undefined, member: GuildMember): Promise<CommandOverrides | undefined> {
    if (member.permissions.has('Administrator')) return undefined
    const found = await overridesOf(member.guild.id, entry && slashPath(entry)?.split(' ')[0])
    return found.command.length + found.application.length === 0 ? undefined : found
  }

  function refusedByOverrides({ command, application }: CommandOverrides, { member, channel }: Caller) {
    const channelId = channel?.isThread() ? (channel.parentId ?? channel.id) : channel?.id
    const roleIds = new Set(member.roles.cache.keys())
    const subject = { guildId: member.guild.id, userId: member.id, roleIds, channelId }
    return allowedByDiscord(command, application, subject) ? undefined : byDiscord
  }

  /** @param entry undefined for a server's custom command, to which the settings for all of the bot's commands apply */
  async function refusedByDiscord(entry: Entry | undefined, caller: CommandCaller): Promise<string | undefined> {
    const found = await overridesFor(entry, caller.member)
    return found && refusedByOverrides(found, caller)
  }

  const refusal = async (entry: Entry, caller: CommandCaller, isTyped: boolean) =>
    refusedByRule(entry, caller) ?? (isTyped ? await refusedByDiscord(entry, caller) : undefined)

  return {
    overridesOf,
    isOpen: (entry, caller) => refusedByRule(entry, caller) === undefined,
    async demand(entry, caller, isTyped) {
      const sentence = await refusal(entry, caller, isTyped)
      if (sentence !== undefined) throw new UserError('command.denied', sentence, 403)
    },
    async demandAny(caller) {
      const sentence = await refusedByDiscord(undefined, caller)
      if (sentence !== undefined) throw new UserError('command.denied', sentence, 403)
    },
    async refusalAnywhere(entry, member) {
      const found = await overridesFor(entry, member)
      const refusedIn = (channel?: GuildTextBasedChannel) =>
        refusedByRule(entry, { member, channel }) ?? (found && refusedByOverrides(found, { member, channel }))
      const sentence = refusedIn()
      if (sentence === undefined) return undefined
      const isOpen = (channel: GuildBasedChannel) =>
        channel.isTextBased() &&
        !channel.isThread() &&
        !isHidden(channel) &&
        refusedIn(channel) === undefined &&
        missingIn(channel, member, writing(channel)).length === 0
      return member.guild.channels.cache.some(isOpen) ? undefined : sentence
    },
    async mayUse(entry, caller) {
      const use = { ...caller, feature: entry.feature.contract.name }
      if (missingNeeds(options.services(), use, entry.definition.needs ?? []).length > 0) return false
      return (await refusal(entry, caller, true)) === undefined
    },
  }
}
