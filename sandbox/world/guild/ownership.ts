import type { Sandbox } from '../../context.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import type { ActingUser } from '../guard.ts'
import { memberStateOf, userOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'

/** @throws DiscordError 10007, 50013 unless the owner asks, 50131 for somebody who is still screened, 50132 for a bot */
export function requireHeir(sandbox: Sandbox, actor: ActingUser, state: GuildState, heirId: string): void {
  if (state.guild.owner_id !== actor.userId) throw missingPermissions()
  const member = memberStateOf(state, heirId)
  if (userOf(sandbox.world, heirId).bot) throw new DiscordError(400, 50_132, 'Cannot transfer ownership to a bot user')
  if (member.pending === true) throw new DiscordError(400, 50_131, 'Ownership cannot be moved to a pending member')
}
