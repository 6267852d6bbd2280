import type { APIApplicationCommand } from 'discord-api-types/v10'
import {
  commandOf,
  createCommand,
  deleteCommand,
  editCommand,
  listCommands,
  replaceCommands,
} from '../../world/commands/registry.ts'
import {
  commandPermissionsOf,
  listCommandPermissions,
  setCommandPermissions,
} from '../../world/commands/permissions.ts'
import { channelCommandIndex, guildCommandIndex } from '../../world/commands/usable.ts'
import { DiscordError } from '../../world/errors.ts'
import { isOn, param, requireScope } from '../request.ts'
import { json, type RestRequest, type Route, routes } from '../route.ts'

/** @throws DiscordError 20012 for the commands of someone else */
function applicationIn(request: RestRequest): string {
  const id = param(request, 'application_id')
  const { caller } = request
  if (caller.kind === 'bot' && caller.applicationId === id) return id
  throw notYours()
}

const notYours = () =>
  new DiscordError(403, 20_012, 'You are not authorized to perform this action on this application')

/** Translations are sent only to those who ask for them. */
function shown(request: RestRequest, command: APIApplicationCommand) {
  if (isOn(request, 'with_localizations')) return command
  const { name_localizations: _, description_localizations: __, ...rest } = command
  return rest
}

/** The same five operations for an application's global commands and for those of one guild. */
function registry(base: string, scopeOf: (request: RestRequest) => string): Route[] {
  const target = (request: RestRequest): [RestRequest['sandbox'], string, string] => [
    request.sandbox,
    applicationIn(request),
    scopeOf(request),
  ]
  const idIn = (request: RestRequest) => param(request, 'command_id')
  const one = `${base}/:command_id`
  return [
    {
      method: 'GET',
      path: base,
      callers: 'bot',
      handle: request => json(listCommands(...target(request)).map(command => shown(request, command))),
    },
    {
      method: 'PUT',
      path: base,
      callers: 'bot',
      handle: request => json(replaceCommands(...target(request), request.body)),
    },
    {
      method: 'POST',
      path: base,
      callers: 'bot',
      handle: request => {
        const { command, isNew } = createCommand(...target(request), request.body)
        return json(command, isNew ? 201 : 200)
      },
    },
    {
      method: 'GET',
      path: one,
      callers: 'bot',
      handle: request => json(commandOf(...target(request), idIn(request))),
    },
    {
      method: 'PATCH',
      path: one,
      callers: 'bot',
      handle: request => json(editCommand(...target(request), idIn(request), request.body)),
    },
    {
      method: 'DELETE',
      path: one,
      callers: 'bot',
      handle: request => {
        deleteCommand(...target(request), idIn(request))
        return undefined
      },
    },
  ]
}

/** @throws DiscordError 20001 for a bot, 20012 for another application's token, 401 without its scope */
function administratorIn(request: RestRequest): string {
  const { caller } = request
  if (caller.kind === 'bot') throw new DiscordError(403, 20_001, 'Bots cannot use this endpoint')
  requireScope(request, 'applications.commands.permissions.update')
  if (caller.kind === 'bearer' && caller.applicationId !== param(request, 'application_id')) throw notYours()
  return request.actorId
}

const overrides = '/applications/:application_id/guilds/:guild_id/commands'
const inGuild = (request: RestRequest) => param(request, 'guild_id')

export default routes([
  {
    method: 'GET',
    path: `${overrides}/permissions`,
    callers: 'bot',
    handle: request => json(listCommandPermissions(request.sandbox, applicationIn(request), inGuild(request))),
  },
  {
    method: 'GET',
    path: `${overrides}/:command_id/permissions`,
    callers: 'bot',
    handle: request =>
      json(
        commandPermissionsOf(request.sandbox, applicationIn(request), inGuild(request), param(request, 'command_id')),
      ),
  },
  {
    // For people, in their client or with the token that they gave an application.
    method: 'PUT',
    path: `${overrides}/:command_id/permissions`,
    callers: 'any',
    handle: request =>
      json(
        setCommandPermissions(
          request.sandbox,
          administratorIn(request),
          param(request, 'application_id'),
          inGuild(request),
          param(request, 'command_id'),
          request.body,
        ),
      ),
  },
  ...registry('/applications/:application_id/commands', () => 'global'),
  ...registry('/applications/:application_id/guilds/:guild_id/commands', request => param(request, 'guild_id')),
  {
    // What clients ask for when someone types a slash.
    method: 'GET',
    path: '/guilds/:guild_id/application-command-index',
    callers: 'user',
    handle: request => json(guildCommandIndex(request.sandbox, request.actorId, param(request, 'guild_id'))),
  },
  {
    method: 'GET',
    path: '/channels/:channel_id/application-command-index',
    callers: 'user',
    handle: request => json(channelCommandIndex(request.sandbox, request.actorId, param(request, 'channel_id'))),
  },
])
