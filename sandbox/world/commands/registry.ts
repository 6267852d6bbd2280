import { type APIApplicationCommand, ApplicationCommandType as Type } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, invalidForm, missingAccess, unknown } from '../errors.ts'
import { parseForm } from '../form.ts'
import { type CommandDraft, commandForm } from './form.ts'

/** The body of a PATCH: omitted fields stay as they are. */
const commandChange = z.record(z.string(), z.unknown())

/** Raised from 5 context commands on 2026-03-03. The same numbers count globally and for each guild. */
const limits = new Map([
  [Type.ChatInput, 100],
  [Type.User, 15],
  [Type.Message, 15],
])

/** A guild's id, or 'global'. */
type Scope = string

/** @throws DiscordError 50001 for a guild without the application's bot */
function commandsOf(sandbox: Sandbox, applicationId: string, scope: Scope): Map<string, APIApplicationCommand> {
  const { commands, applications, guilds } = sandbox.world
  const botId = applications.get(applicationId)?.botUserId
  if (scope !== 'global' && (botId === undefined || !guilds.get(scope)?.members.has(botId))) throw missingAccess()
  const scopes = commands.get(applicationId) ?? new Map<Scope, Map<string, APIApplicationCommand>>()
  const list = scopes.get(scope) ?? new Map<string, APIApplicationCommand>()
  commands.set(applicationId, scopes.set(scope, list))
  return list
}

export const listCommands = (sandbox: Sandbox, applicationId: string, scope: Scope): APIApplicationCommand[] => [
  ...commandsOf(sandbox, applicationId, scope).values(),
]

/** @throws DiscordError 10063 */
export function commandOf(sandbox: Sandbox, applicationId: string, scope: Scope, id: string): APIApplicationCommand {
  const command = commandsOf(sandbox, applicationId, scope).get(id)
  if (!command) throw unknown.command()
  return command
}

/**
 * Creates a command. One with the same name and kind is overwritten and keeps its id. @throws DiscordError 50035, 30032
 * when there are too many
 */
export function createCommand(
  sandbox: Sandbox,
  applicationId: string,
  scope: Scope,
  body: unknown,
): { command: APIApplicationCommand; isNew: boolean } {
  const list = commandsOf(sandbox, applicationId, scope)
  const draft = parseForm(commandForm, body)
  const earlier = [...list.values()].find(other => isSame(other, draft))
  const command = built(sandbox, applicationId, scope, draft, earlier)
  requireCommandLimits([...list.values()].filter(other => other !== earlier).concat(command))
  list.set(command.id, command)
  return { command, isNew: earlier === undefined }
}

/** @throws DiscordError 10063, 50035 */
export function editCommand(
  sandbox: Sandbox,
  applicationId: string,
  scope: Scope,
  id: string,
  body: unknown,
): APIApplicationCommand {
  const earlier = commandOf(sandbox, applicationId, scope, id)
  const draft = parseForm(commandForm, { ...earlier, ...parseForm(commandChange, body), type: earlier.type })
  const list = commandsOf(sandbox, applicationId, scope)
  if ([...list.values()].some(other => other.id !== id && isSame(other, draft))) throw duplicateName('name')
  const command = built(sandbox, applicationId, scope, draft, earlier)
  list.set(id, command)
  // The permissions of a command are lost when it is renamed.
  if (command.name !== earlier.name)
    for (const overrides of sandbox.world.commandPermissions.values()) overrides.delete(id)
  return command
}

/** @throws DiscordError 10063 */
export function deleteCommand(sandbox: Sandbox, applicationId: string, scope: Scope, id: string): void {
  commandOf(sandbox, applicationId, scope, id)
  commandsOf(sandbox, applicationId, scope).delete(id)
}

/** Replaces the whole list: names that stay keep their ids, others are deleted. @throws DiscordError 50035, 30032 */
export function replaceCommands(
  sandbox: Sandbox,
  applicationId: string,
  scope: Scope,
  body: unknown,
): APIApplicationCommand[] {
  const list = commandsOf(sandbox, applicationId, scope)
  const drafts = parseForm(z.array(commandForm), body)
  const double = drafts.findIndex((draft, index) => drafts.findIndex(other => isSame(other, draft)) !== index)
  if (double >= 0) throw duplicateName(String(double))
  const before = [...list.values()]
  const after = drafts.map(draft =>
    built(
      sandbox,
      applicationId,
      scope,
      draft,
      before.find(other => isSame(other, draft)),
    ),
  )
  requireCommandLimits(after)
  list.clear()
  for (const command of after) list.set(command.id, command)
  return after
}

const isSame = (one: { name: string; type: Type }, other: { name: string; type: Type }) =>
  one.name === other.name && one.type === other.type

const duplicateName = (path: string) =>
  invalidForm([
    { path, code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message: 'Application command names must be unique' },
  ])

function requireCommandLimits(commands: readonly APIApplicationCommand[]): void {
  for (const [type, limit] of limits)
    if (commands.filter(command => command.type === type).length > limit)
      throw new DiscordError(400, 30_032, `Maximum number of application commands reached (${limit})`)
}

function built(
  sandbox: Sandbox,
  applicationId: string,
  scope: Scope,
  draft: CommandDraft,
  earlier: APIApplicationCommand | undefined,
): APIApplicationCommand {
  const { id: _, dm_permission, options, ...said } = draft
  const command = {
    id: earlier?.id ?? sandbox.nextId(),
    application_id: applicationId,
    ...(scope !== 'global' && { guild_id: scope }),
    version: earlier?.version ?? '',
    ...said,
    description: draft.description ?? '',
    name_localizations: draft.name_localizations ?? null,
    description_localizations: draft.description_localizations ?? null,
    ...(scope === 'global' && { dm_permission: dm_permission ?? true, contexts: draft.contexts ?? null }),
    integration_types: draft.integration_types ?? [0],
    nsfw: draft.nsfw ?? false,
    ...(options?.length && { options }),
  }
  // A copy without the keys that were left out; the parsed draft has the documented shape.
  const plain = JSON.parse(JSON.stringify(command)) as APIApplicationCommand
  if (JSON.stringify(plain) === JSON.stringify(earlier)) return earlier ?? plain
  return { ...plain, version: sandbox.nextId() }
}
