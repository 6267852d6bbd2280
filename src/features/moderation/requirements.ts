import type { Settings } from '#contract'
import type { Requirement } from '#kit/requirement.ts'
import type moderation from './contract.ts'
import { sanctionWording } from './sanctions/wording.ts'

const commandsNeed: readonly Requirement[] = [
  { permission: 'ModerateMembers', why: 'to time out members' },
  { permission: 'KickMembers', why: 'to kick members' },
  { permission: 'BanMembers', why: 'to ban and unban' },
]

/** Returns the permissions that these settings and the commands need. */
export function requirements({ modlogChannel, maxWarnAction }: Settings<typeof moderation>): Requirement[] {
  const { verb, needs } = sanctionWording[maxWarnAction]
  const log = { setting: 'modlogChannel', why: 'to write the moderation log' }
  return [
    ...(needs
      ? [{ permission: needs, setting: 'maxWarnAction', why: `to ${verb} members who have too many warnings` }]
      : []),
    ...commandsNeed.filter(({ permission }) => permission !== needs),
    { permission: 'ViewAuditLog', why: 'to record what moderators do by hand as cases' },
    ...(modlogChannel === null
      ? []
      : (['ViewChannel', 'SendMessages', 'EmbedLinks'] as const).map(permission => ({
          permission,
          channelId: modlogChannel,
          ...log,
        }))),
  ]
}
