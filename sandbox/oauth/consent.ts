import type { Sandbox } from '../context.ts'
import { invalidForm, missingAccess, missingPermissions, unknown } from '../world/errors.ts'
import { guildPermissions } from '../world/guard.ts'
import { has, permission } from '../world/permissions.ts'
import type { Grants } from './grants.ts'
import type { AuthorizeRequest } from './request.ts'

/** What the member decided on the consent page. */
export interface Decision {
  authorize?: unknown
  /** For a bot: where it goes, and what it may do there if the member ticked some of it off. */
  guild_id?: unknown
  permissions?: unknown
}

function back(redirectUri: string, answer: Record<string, string | undefined>): string {
  const location = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) location.searchParams.set(name, value)
  return location.href
}

/** @throws DiscordError when the member may not add a bot there */
function chosenGuild(sandbox: Sandbox, userId: string, guildId: unknown): string {
  if (typeof guildId !== 'string' || guildId === '')
    throw invalidForm([{ path: 'guild_id', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }])
  const guild = sandbox.world.guilds.get(guildId)
  if (!guild) throw unknown.guild()
  if (!guild.members.has(userId)) throw missingAccess()
  if (!has(guildPermissions(sandbox, userId, guildId), permission.ManageGuild)) throw missingPermissions()
  return guildId
}

/**
 * Carries out a member's decision.
 * @param addBot puts the application's bot into a guild
 * @returns where the browser goes next
 */
export function decide(
  sandbox: Sandbox,
  grants: Grants,
  request: AuthorizeRequest,
  userId: string,
  decision: Decision,
  addBot: (guildId: string, permissions: string) => void,
): { location: string } {
  const { application, redirectUri, scopes, state } = request
  const finished = `${sandbox.origin()}/oauth2/authorized`
  if (decision.authorize !== true)
    return {
      location: redirectUri
        ? back(redirectUri, {
            error: 'access_denied',
            error_description: 'The resource owner or authorization server denied the request',
            state,
          })
        : finished,
    }
  const installs = scopes.includes('bot')
  const guildId = installs ? chosenGuild(sandbox, userId, decision.guild_id ?? request.guildId) : undefined
  const permissions = typeof decision.permissions === 'string' ? decision.permissions : request.permissions
  if (guildId !== undefined) addBot(guildId, permissions)
  if (!redirectUri || !request.responseType) return { location: finished }
  const code = grants.issueCode({
    clientId: application.id,
    userId,
    scopes,
    redirectUri,
    challenge: request.challenge,
    guildId,
  })
  return {
    location: back(redirectUri, { code, state, ...(guildId === undefined ? {} : { guild_id: guildId, permissions }) }),
  }
}
