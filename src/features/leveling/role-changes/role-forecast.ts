import type { Guild, GuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { autoGrantProblem } from '#kit/role-grants.ts'
import { inert } from '#kit/template.ts'
import leveling from '../contract.ts'
import { canHaveLevelRoles, memberPages } from '../guild-members.ts'
import { roleChange } from './rewards.ts'
import { takeUpTo } from './follow-level.ts'

/** Discord's largest page of members: beyond this many, listing all takes fewer requests than fetching each. */
const membersPerRequest = 1000

interface MemberForecast {
  userId: string
  name: string
  avatarURL: string | null
  /** The ids of the roles they would get and lose. */
  gives: string[]
  takes: string[]
}

interface RoleOutlook {
  people: MemberForecast[]
  /** Why a role that should be given or taken will not be. */
  problems: Map<string, string>
}

/** The members of the guild among `userIds`, fetched with as few requests as possible. */
async function* membersAmong(guild: Guild, userIds: ReadonlySet<string>): AsyncGenerator<GuildMember[], void> {
  if (userIds.size <= guild.memberCount / membersPerRequest)
    for (const userId of userIds) {
      const member = await freshMember(guild, userId)
      if (member && canHaveLevelRoles(member)) yield [member]
    }
  else for await (const page of memberPages(guild)) yield page.filter(({ id }) => userIds.has(id))
}

function problemOf(
  { access }: Pick<Services, 'access'>,
  { guild, roleId, change }: { guild: Guild; roleId: string; change: 'give' | 'take' },
): string | undefined {
  const role = guild.roles.cache.get(roleId)
  if (!role) return 'This role no longer exists.'
  if (change === 'give') return autoGrantProblem(access, role)
  return role.editable
    ? undefined
    : 'I cannot take this role. I need Manage Roles, and it must be below my highest role.'
}

/**
 * Which members' roles would change, and how, if they were at these levels; nothing is changed.
 * @param levels by member
 */
export async function roleForecast(
  services: Pick<Services, 'access' | 'settings'>,
  guild: Guild,
  levels: ReadonlyMap<string, number>,
  take: boolean,
): Promise<RoleOutlook> {
  const { levelRoles, rewardMode } = services.settings.read(guild.id, leveling)
  const outlook: RoleOutlook = { people: [], problems: new Map() }
  if (levelRoles.length === 0 || levels.size === 0) return outlook
  // Judged once per role, because that checks every channel.
  const judged = new Map<string, string | undefined>()
  const isPossible = (change: 'give' | 'take') => (roleId: string) => {
    const key = `${change} ${roleId}`
    if (!judged.has(key)) judged.set(key, problemOf(services, { guild, roleId, change }))
    const problem = judged.get(key)
    if (problem !== undefined) outlook.problems.set(roleId, problem)
    return problem === undefined
  }
  for await (const page of membersAmong(guild, new Set(levels.keys())))
    for (const member of page) {
      const held = new Set(member.roles.cache.keys())
      const due = roleChange(levels.get(member.id) ?? 1, held, levelRoles, rewardMode, takeUpTo({ take }))
      const gives = due.give.filter(isPossible('give'))
      const takes = due.take.filter(isPossible('take'))
      if (gives.length + takes.length === 0) continue
      const avatarURL = member.displayAvatarURL({ extension: 'png', size: 64 })
      outlook.people.push({ userId: member.id, name: inert(member.displayName), avatarURL, gives, takes })
    }
  return outlook
}
