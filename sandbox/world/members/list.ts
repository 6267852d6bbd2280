import { type APIGuildMember, GatewayIntentBits } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { missingAccess } from '../errors.ts'
import type { Page } from '../fields.ts'
import { membersFrom } from '../guild/view.ts'
import { userOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'

interface Asker {
  kind: string
  applicationId?: string
}

/** @throws DiscordError 50001 for a bot whose application has the members intent switched off */
export function requireMembersIntent(sandbox: Sandbox, { applicationId }: Asker): void {
  const application = applicationId === undefined ? undefined : sandbox.world.applications.get(applicationId)
  if (application && (application.privilegedIntents & GatewayIntentBits.GuildMembers) === 0) throw missingAccess()
}

/**
 * By ascending user id. A bot needs the members intent switched on in its settings.
 * @throws DiscordError 50001 for a bot without it
 */
export function listMembers(
  sandbox: Sandbox,
  caller: Asker,
  state: GuildState,
  { after, limit }: Page,
): APIGuildMember[] {
  requireMembersIntent(sandbox, caller)
  const ids = [...state.members.keys()]
    .filter(id => after === undefined || BigInt(id) > BigInt(after))
    .sort((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1))
  return membersFrom(sandbox, state, ids.slice(0, limit))
}

/** The members whose username, display name or nickname starts with the query, in any case. */
export function searchMembers(sandbox: Sandbox, state: GuildState, query: string, limit: number): APIGuildMember[] {
  const wanted = query.toLowerCase()
  const starts = (name: string | null | undefined) => name?.toLowerCase().startsWith(wanted) === true
  const found = [...state.members].filter(([userId, { nick }]) => {
    const { username, global_name } = userOf(sandbox.world, userId)
    return starts(nick) || starts(username) || starts(global_name)
  })
  return membersFrom(
    sandbox,
    state,
    found.slice(0, limit).map(([userId]) => userId),
  )
}
