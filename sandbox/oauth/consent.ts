import type { Sandbox } from '../context.ts'
import { invalidForm } from '../world/errors.ts'
import { addBot } from '../world/guild/integrations.ts'
import type { Grants } from './grants.ts'
import type { AuthorizeRequest } from './request.ts'

/** What the member decided on the consent page. */
export interface ConsentDecision {
  authorize?: unknown
  /** For a bot: the server it joins, and its permissions there if the member unticked some. */
  guild_id?: unknown
  permissions?: unknown
}

function back(redirectUri: string, answer: Record<string, string | undefined>): string {
  const location = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) location.searchParams.set(name, value)
  return location.href
}

function chosenGuild(guildId: unknown): string {
  if (typeof guildId === 'string' && guildId !== '') return guildId
  throw invalidForm([{ path: 'guild_id', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }])
}

const permissionBits = (value: unknown) => (typeof value === 'string' && /^\d{1,20}$/.test(value) ? value : undefined)

/**
 * Carries out a member's decision.
 * @returns the address that the browser goes to next
 * @throws DiscordError when the member may not add a bot there
 */
export function decide(
  sandbox: Sandbox,
  grants: Grants,
  request: AuthorizeRequest,
  userId: string,
  decision: ConsentDecision,
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
  const guildId = installs ? chosenGuild(decision.guild_id ?? request.guildId) : undefined
  const permissions = permissionBits(decision.permissions) ?? request.permissions
  if (guildId !== undefined) addBot(sandbox, { userId }, guildId, application.id, BigInt(permissions), scopes)
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
