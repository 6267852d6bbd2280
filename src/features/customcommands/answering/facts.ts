import type { GuildMember, GuildTextBasedChannel } from 'discord.js'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { memberFacts, serverFacts } from '#kit/template-facts.ts'
import type { CommandDesign } from '../design/contract.ts'
import { type CallFacts, sampleWords } from './template.ts'

/** What mentions are called, as far as the caller may know it. */
function namesFor(member: GuildMember): CallFacts['nameOf'] {
  const { guild } = member
  return (kind, id) => {
    if (kind === '@&') return `@${guild.roles.cache.get(id)?.name ?? 'unknown role'}`
    if (kind === '@') return `@${guild.members.cache.get(id)?.displayName ?? 'unknown user'}`
    const channel = guild.channels.cache.get(id)
    return `#${channel ? channelName(channel, member) : 'unknown'}`
  }
}

/** A call as its answer is filled with. */
export const factsOf = (
  member: GuildMember,
  channel: GuildTextBasedChannel,
  call: Pick<CallFacts, 'command' | 'uses' | 'typed' | 'words' | 'arguments'>,
): CallFacts => ({
  ...call,
  member: memberFacts(member),
  server: serverFacts(member.guild),
  channel: { id: channel.id, name: channelName(channel, member) },
  nameOf: namesFor(member),
})

/** A call by whoever writes the answer, to judge it by. */
export const sampleFacts = (
  member: GuildMember,
  { name, arguments: list }: Pick<CommandDesign, 'name' | 'arguments'>,
  prefix: string,
): CallFacts => ({
  ...sampleWords(list),
  command: `${prefix}${name}`,
  uses: 1,
  arguments: list,
  member: memberFacts(member),
  server: serverFacts(member.guild),
  channel: { id: member.guild.id, name: 'channel' },
  nameOf: namesFor(member),
})
