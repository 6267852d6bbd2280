import { isDeepStrictEqual } from 'node:util'
import type { GuildMember } from 'discord.js'
import type { Endpoint } from '#contract'
import { UserError } from '#kit/errors.ts'
import { switchedOn } from '../events/events.ts'
import type { Entry, Feature, Services } from '../feature.ts'
import { prefixOf } from './prefix.ts'
import { moduleOff } from './run.ts'

/**
 * Returns the command that does the same as an endpoint, if the endpoint names one.
 * @throws Error when its feature has no such command, or when their needs differ
 */
export function commandOfEndpoint(feature: Feature, { path, command, permissions = [] }: Endpoint): Entry | undefined {
  if (command === undefined) return undefined
  const definition = feature.parts.commands?.[command]
  if (!definition) throw new Error(`${path}: there is no command ${command}`)
  if (!isDeepStrictEqual(definition.needs ?? [], permissions))
    throw new Error(`${path}: the command ${command} needs something else`)
  return { feature, name: command, definition }
}

/**
 * Checks whether somebody may do what a command does without being in a channel: its module must be on, and there must
 * be a channel where the server's rules and Discord's settings let them use it. The command's needs are checked
 * elsewhere.
 * @throws UserError
 */
export async function demandMayUseCommand(services: Services, entry: Entry, member: GuildMember): Promise<void> {
  const { guild } = member
  const { name, title } = entry.feature.contract
  if (!switchedOn(services, entry.feature, guild.id))
    throw new UserError('command.off', moduleOff(title, `${prefixOf(services, guild.id)}config ${name} on`), 403)
  const sentence = await services.commandPermissions.refusalAnywhere(entry, member)
  if (sentence !== undefined) throw new UserError('command.denied', sentence, 403)
}
