import type { Context } from '#kernel/feature.ts'
import type { ConfigurationProblem, Requirement } from '#kit/requirement.ts'
import { withheldRoleProblems } from '#kit/role-grants.ts'
import type leveling from './contract.ts'

type Here = Context<typeof leveling>

/** Write access where level-ups are announced, and a bot role above every level role. */
export function requires({ own }: Here): Requirement[] {
  const told = own.levelupChannel
  const write = ['ViewChannel', 'SendMessages'] as const
  return [
    ...(told === null || own.announce === 'never'
      ? []
      : write.map(permission => ({
          permission,
          channelId: told,
          setting: 'levelupChannel',
          why: 'to announce who reached a level',
        }))),
    ...own.levelRoles.map(({ roleId }) => ({
      permission: 'ManageRoles' as const,
      aboveRoleId: roleId,
      setting: 'levelRoles',
      why: 'to give level roles',
    })),
  ]
}

export const problems = (ctx: Here): ConfigurationProblem[] =>
  withheldRoleProblems(
    ctx,
    ctx.own.levelRoles.map(({ roleId }) => roleId),
    'levelRoles',
  )
