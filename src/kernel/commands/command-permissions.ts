import type { Client } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { unlessLate } from '#kit/patience.ts'
import type { Entry, Feature, Services } from '../feature.ts'
import type { CommandCaller, CommandOverrides, CommandPermissions } from '../declarations/command-permissions.ts'
import type { Logger } from '../log.ts'
import { type CommandRule, refusalOf } from '../declarations/command-rule.ts'
import { allowedByDiscord } from './discord-overrides.ts'
import type { CommandIds } from './registration.ts'
import { createOverrideCache } from './override-cache.ts'
import { missingNeeds } from './rights.ts'
import { slashPath } from './slash-tree.ts'

/** How long a caller waits for the commands to be registered after a start. */
const patienceMs = 2000
const nothingSet: CommandOverrides = { command: [], application: [] }

const byDiscord = "This server does not let you use that here. It is set in Discord's Server Settings > Integrations."

/**
 * @param options.services all services, once they exist
 */
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
    if (commandIds.byName.size === 0) await unlessLate(patienceMs, commandIds.tried, undefined)
    const id = name === undefined ? undefined : commandIds.byName.get(name)
    return {
      command: (id === undefined ? undefined : found.get(id)) ?? [],
      application: found.get(client.application?.id ?? '') ?? [],
    }
  }

  function refusedByRule({ name, definition, feature }: Entry, { member, channel }: CommandCaller): string | undefined {
    const rule = ruleOf(member.guild.id, name)
    if (!rule) return undefined
    if (definition.openToManagers && options.services().access.has(member, 'manage', feature.contract.name))
      return undefined
    const { parent } = channel
    return refusalOf(rule, {
      roleIds: new Set(member.roles.cache.keys()),
      channelIds: [channel.id, parent?.id, parent?.parentId].filter(id => typeof id === 'string'),
    })
  }

  /** @param entry undefined for a command of the server's own, to which applies what was set for all of mine */
  async function refusedByDiscord(
    entry: Entry | undefined,
    { member, channel }: CommandCaller,
  ): Promise<string | undefined> {
    if (member.permissions.has('Administrator')) return undefined
    const { guild } = member
    const name = entry && slashPath(entry)?.split(' ')[0]
    const { command, application } = await overridesOf(guild.id, name)
    if (command.length + application.length === 0) return undefined
    const channelId = channel.isThread() ? (channel.parentId ?? channel.id) : channel.id
    const roleIds = new Set(member.roles.cache.keys())
    const subject = { guildId: guild.id, userId: member.id, roleIds, channelId }
    return allowedByDiscord(command, application, subject) ? undefined : byDiscord
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
    async mayUse(entry, caller) {
      const use = { ...caller, feature: entry.feature.contract.name }
      if (missingNeeds(options.services(), use, entry.definition.needs ?? []).length > 0) return false
      return (await refusal(entry, caller, true)) === undefined
    },
  }
}
