import type { Guild, GuildMember, GuildTextBasedChannel, Message } from 'discord.js'
import { explain } from '#kit/discord-errors.ts'
import { newReference } from '#kit/errors.ts'
import { failure } from '#kit/notices.ts'
import { guildContext } from '../context.ts'
import type { ServerCommand } from '../declarations/server-commands.ts'
import { works } from '../events/events.ts'
import type { Services } from '../feature.ts'
import { answerMessage } from './answer.ts'
import { tellFeatures } from './run.ts'

/** The custom commands of a server, from the feature that supplies them; none while it is switched off. */
export interface CustomCommands {
  has(word: string): boolean
  names(): readonly string[]
  usable(caller: { member: GuildMember; channel: GuildTextBasedChannel }): readonly ServerCommand[]
  /** Runs one. Never throws: the caller is shown what went wrong. */
  run(message: Message<true>, typed: { word: string; rest: string; prefix: string }): Promise<void>
}

/** @returns undefined when no feature supplies custom commands, or it is switched off in this server */
export function customCommandsOf(services: Services, guild: Guild): CustomCommands | undefined {
  const feature = services.features.find(({ parts }) => parts.serverCommands)
  const supplied = feature?.parts.serverCommands
  if (!feature || !supplied || !works(services, feature, guild.id)) return undefined
  const { contract } = feature
  const here = guildContext(services, contract, guild)
  return {
    has: word => supplied.has(here, word),
    names: () => supplied.names(here),
    usable: caller => supplied.usable(here, caller),
    async run(message, { word, rest, prefix }) {
      const { channel } = message
      const answer = answerMessage(message)
      try {
        const member = message.member ?? (await guild.members.fetch(message.author.id).catch(() => null))
        if (!member) return
        await services.commandPermissions.demandAny({ member, channel })
        const call = { message, member, channel, word, rest, prefix, reply: answer.reply, post: answer.post }
        const wasUsed = await supplied.run(guildContext(services, contract, guild), call)
        if (wasUsed) tellFeatures(services, { source: 'prefix', member, path: word.toLowerCase(), guild })
      } catch (error) {
        await tell(services, { feature: contract.name, command: word, guildId: guild.id }, error, answer.reply)
      }
    },
  }
}

type Reply = ReturnType<typeof answerMessage>['reply']

/**
 * Explains to the caller what went wrong, as for built-in commands: user errors as they are, bugs with a reference that
 * is also in the log.
 */
async function tell(services: Services, facts: Record<string, string>, error: unknown, reply: Reply): Promise<void> {
  services.disk.notice(error)
  const told = explain(error)
  const reference = newReference()
  if (!told) services.log.error({ err: error, reference, ...facts }, 'command failed')
  const bug = `Something went wrong. Please tell whoever runs this bot the reference ${reference}.`
  try {
    await reply(failure(told?.message ?? bug))
  } catch (err) {
    services.log.warn({ err, ...facts }, 'answer could not be delivered')
  }
}
