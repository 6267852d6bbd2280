import type { GuildMember, PermissionsString } from 'discord.js'
import { whySpared } from '#features/moderation/public.ts'
import type { Services } from '#kernel/feature.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import type { Action } from '../design/contract.ts'
import { type ActionName, actionKind } from '../design/kinds/contract.ts'

const punishments = ['warn', 'timeout', 'kick', 'ban'] as const
export type Punishment = (typeof punishments)[number]

const isPunishment = (kind: ActionName): kind is Punishment => punishments.some(one => one === kind)

/** Why a moderator is not punished: somebody who quotes a forbidden text is no offender. */
export function whyStaffIsSpared(member: GuildMember, kind: Punishment): string | undefined {
  const { needs, asks } = actionKind(kind)
  const right = [...needs, ...(asks ?? [])] as PermissionsString[]
  return member.permissions.has(right)
    ? `Members with ${listed(right.map(permissionName))} are not punished by automations.`
    : undefined
}

/**
 * Returns the first punishment that a member would be spared, and why; the actions after it would be skipped too.
 * @param editorId the member whose rights it acts with
 */
export async function firstSpared(
  services: Pick<Services, 'access' | 'db' | 'memory' | 'now'>,
  actions: readonly Action[],
  member: GuildMember,
  editorId: string,
): Promise<{ action: string; why: string } | undefined> {
  for (const { kind } of actions) {
    if (!isPunishment(kind)) continue
    const why =
      whyStaffIsSpared(member, kind) ??
      (await whySpared(services, {
        guild: member.guild,
        target: member.user,
        kind,
        source: 'automation',
        moderatorId: editorId,
      }))
    if (why !== undefined) return { action: actionKind(kind).label, why }
    // After this action, the member is no longer there.
    if (kind === 'kick' || kind === 'ban') return undefined
  }
  return undefined
}
