import type { APIUser, AuditLogEvent } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit, type AuditChange } from '../audit.ts'
import type { DiscordError } from '../errors.ts'
import { type ActingUser, requireMember } from '../guard.ts'
import type { GuildState } from '../state.ts'
import { dropFile, keepFile, type UploadedData } from '../uploads.ts'
import { requireKeeper, shownTo } from './rights.ts'

/** What is different for emoji, stickers and sounds. */
interface Kind<T> {
  of(state: GuildState): Map<string, T>
  unknown(): DiscordError
  /** Applies a body to one. @throws DiscordError 50035 */
  edited(before: T, body: unknown): T
  /** Tells the guild; without `before` it is new, without `after` gone. */
  announce(sandbox: Sandbox, state: GuildState, id: string, before: T | undefined, after: T | undefined): void
  entries: Record<'create' | 'update' | 'delete', AuditLogEvent>
  /** The changes that an audit log entry lists. */
  changes(before: Partial<T>, after: Partial<T>): AuditChange[]
}

/**
 * Emoji, stickers and sounds: uploaded to a guild and then used by id. All three are shown, changed and removed in the
 * same way. Their files never change.
 */
export interface ExpressionFamily<T> {
  /** @throws DiscordError 50001 */
  list(sandbox: Sandbox, viewerId: string, guildId: string): (T | Omit<T, 'user'>)[]
  /** @throws DiscordError 50001, and the family's own for one that is not there */
  show(sandbox: Sandbox, viewerId: string, guildId: string, id: string): T | Omit<T, 'user'>
  /** Stores a new one with its file. Does no checks. */
  add(sandbox: Sandbox, actor: ActingUser, state: GuildState, id: string, made: T, file: UploadedData): T
  /**
   * Changes one: the actor's own needs CREATE_GUILD_EXPRESSIONS, other people's MANAGE_GUILD_EXPRESSIONS. @throws
   * DiscordError 50001, 50013, 50035
   */
  edit(sandbox: Sandbox, actor: ActingUser, guildId: string, id: string, body: unknown): T
  /** Deletes one, with the rights of `edit`. @throws DiscordError 50001, 50013 */
  remove(sandbox: Sandbox, actor: ActingUser, guildId: string, id: string): void
}

export function expressionFamily<T extends { user?: APIUser }>(kind: Kind<T>): ExpressionFamily<T> {
  function found(state: GuildState, id: string): T {
    const one = kind.of(state).get(id)
    if (!one) throw kind.unknown()
    return one
  }

  function kept(sandbox: Sandbox, actor: ActingUser, guildId: string, id: string) {
    const state = requireMember(sandbox, actor.userId, guildId)
    const before = found(state, id)
    requireKeeper(sandbox, actor.userId, guildId, before.user)
    return { state, before }
  }

  function tell(sandbox: Sandbox, actor: ActingUser, state: GuildState, id: string, before?: T, after?: T): void {
    kind.announce(sandbox, state, id, before, after)
    const type = kind.entries[before ? (after ? 'update' : 'delete') : 'create']
    const changes = kind.changes(before ?? {}, after ?? {})
    audit(sandbox, actor, { guildId: state.guild.id, type, targetId: id, changes })
  }

  return {
    list: (sandbox, viewerId, guildId) =>
      [...kind.of(requireMember(sandbox, viewerId, guildId)).values()].map(one =>
        shownTo(sandbox, viewerId, guildId, one),
      ),
    show: (sandbox, viewerId, guildId, id) =>
      shownTo(sandbox, viewerId, guildId, found(requireMember(sandbox, viewerId, guildId), id)),
    add(sandbox, actor, state, id, made, file) {
      keepFile(sandbox, id, file)
      kind.of(state).set(id, made)
      tell(sandbox, actor, state, id, undefined, made)
      return made
    },
    edit(sandbox, actor, guildId, id, body) {
      const { state, before } = kept(sandbox, actor, guildId, id)
      const after = kind.edited(before, body)
      kind.of(state).set(id, after)
      tell(sandbox, actor, state, id, before, after)
      return after
    },
    remove(sandbox, actor, guildId, id) {
      const { state, before } = kept(sandbox, actor, guildId, id)
      kind.of(state).delete(id)
      dropFile(sandbox, id)
      tell(sandbox, actor, state, id, before)
    },
  }
}
