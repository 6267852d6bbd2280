import type { GuildMember } from 'discord.js'

/** Who gave a command, as a case names them. */
export const byCaller = ({ member }: { member: GuildMember }) => ({
  source: 'person' as const,
  moderator: { id: member.id, name: member.user.tag },
})
