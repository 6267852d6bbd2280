import type { Settings } from '#contract'
import type { Requirement } from '#kit/requirement.ts'
import type moderation from './contract.ts'
import { sanctionWording } from './sanctions/wording.ts'

const commandsNeed: readonly Requirement[] = [
  { permission: 'ModerateMembers', why: 'to time out members' },
  { permission: 'KickMembers', why: 'to kick members' },
  { permission: 'BanMembers', why: 'to ban and unban' },
]

/** What the bot must be able to do for these settings and for the commands to work. */
export function requirements({ modlogChannel, maxWarnAction }: Settings<typeof moderation>): Requirement[] {
  const { verb, needs } = sanctionWording[maxWarnAction]
  const log = { setting: 'modlogChannel', why: 'to write the moderation log' }
  return [
    ...(needs
      ? [{ permission: needs, setting: 'maxWarnAction', why: `to ${verb} members who have too many warnings` }]
      : []),
    ...commandsNeed.filter(({ permission }) => permission !== needs),
    { permission: 'ViewAuditLog', why: 'to make a case of what moderators do by hand' },
    ...(modlogChannel === null
      ? []
      : (['ViewChannel', 'SendMessages', 'EmbedLinks'] as const).map(permission => ({
          permission,
          channelId: modlogChannel,
          ...log,
        }))),
  ]
}
