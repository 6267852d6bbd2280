import { type GuildBasedChannel, type GuildMember, PermissionFlagsBits } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'
import { listed, missingIn, permissionName, writing } from '#kit/permissions.ts'
import { sees } from '../rights/channel-rights.ts'
import type { SetupQuestion, SetupAnswers, SetupHint } from './contract.ts'

const lacking = (channel: GuildBasedChannel, member: GuildMember): string | undefined => {
  const { me } = member.guild.members
  if (!me || !channel.isTextBased()) return undefined
  const missing = missingIn(channel, me, [...writing(channel), 'AttachFiles'])
  return missing.length === 0
    ? undefined
    : `I lack ${listed(missing.map(permissionName))} there. You can choose it, but give my role that permission soon.`
}

function ofChannel(question: SetupQuestion, channelId: string | undefined, member: GuildMember): SetupHint[] {
  const channel = channelId === undefined ? undefined : member.guild.channels.cache.get(channelId)
  // The plan says whether it may be chosen. Nothing is revealed about a channel that the member cannot see.
  if (!channel || isHidden(channel) || !sees(member, channel)) return []
  const problem = lacking(channel, member)
  if (problem !== undefined) return [{ question, tone: 'warning', sentence: problem }]
  const { everyone } = member.guild.roles
  const open = channel.permissionsFor(everyone).has(PermissionFlagsBits.ViewChannel)
  if (question === 'greet')
    return open ? [] : [{ question, tone: 'warning', sentence: '@everyone cannot read it: newcomers may not see it.' }]
  return [
    open
      ? { question, tone: 'warning', sentence: 'Everybody can read it, including who was punished and why.' }
      : { question, tone: 'good', sentence: 'I can write and attach files there. @everyone cannot read it.' },
  ]
}

function ofRole({ staffRole }: SetupAnswers, { guild }: GuildMember): SetupHint[] {
  const role = staffRole === undefined ? undefined : guild.roles.cache.get(staffRole)
  const { me } = guild.members
  if (!role || !me || me.roles.highest.comparePositionTo(role) > 0) return []
  const sentence = 'Above my role, so it can be named here but never given. That is fine.'
  return [{ question: 'staff', tone: 'warning', sentence }]
}

/** Returns hints about the answers. */
export const hintsFor = (answers: SetupAnswers, member: GuildMember): SetupHint[] => [
  ...ofChannel('log', answers.logChannel, member),
  ...ofRole(answers, member),
  ...(answers.greet ? ofChannel('greet', answers.greetChannel, member) : []),
]
