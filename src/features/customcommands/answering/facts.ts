import type { GuildMember, GuildTextBasedChannel } from 'discord.js'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { memberFacts, serverFacts } from '#kit/template-facts.ts'
import type { CommandDesign } from '../design/contract.ts'
import { type CallFacts, sampleWords } from './template.ts'

/** Names for mentions, limited to what the caller may know. */
function namesFor(member: GuildMember): CallFacts['nameOf'] {
  const { guild } = member
  return (kind, id) => {
    if (kind === '@&') return `@${guild.roles.cache.get(id)?.name ?? 'unknown role'}`
    if (kind === '@') return `@${guild.members.cache.get(id)?.displayName ?? 'unknown user'}`
    const channel = guild.channels.cache.get(id)
    return `#${channel ? channelName(channel, member) : 'unknown'}`
  }
}

/** The facts that the answer to a call is filled in with. */
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

/** A sample call by the author of an answer, to validate the answer with. */
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
