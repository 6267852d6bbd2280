import {
  DiscordAPIError,
  type Guild,
  type GuildMember,
  type GuildTextBasedChannel,
  type Message,
  RESTJSONErrorCodes,
} from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { memberFacts, serverFacts } from '#kit/template-facts.ts'
import { messageFacts } from '../judge/facts.ts'
import type { Stored } from '../rows.ts'
import type { Run } from '../table.ts'
import { composed } from '../template.ts'

/** The context of a run. What it needs from Discord is fetched once, and only if an action asks for it. */
export interface RunContext {
  services: Services
  guild: Guild
  stored: Stored
  run: Run
  /** The member that the run is about; undefined if they have left. */
  member(): Promise<GuildMember | undefined>
  /** The member who last saved the automation; undefined if they have left or asked to be forgotten. */
  lastEditor(): Promise<GuildMember | undefined>
  channel(): GuildTextBasedChannel | undefined
  /** The message that the run is about; undefined if it was deleted. */
  message(): Promise<Message<true> | undefined>
  fill(text: string): Promise<string>
}

const gone = new Set<unknown>([RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel])

/** Whether an error says that something no longer exists. */
export const isGone = (error: unknown): boolean => error instanceof DiscordAPIError && gone.has(error.code)

const once = <T>(ask: () => Promise<T>) => {
  let asked: Promise<T> | undefined
  return () => (asked ??= ask())
}

export function runContextOf(services: Services, guild: Guild, stored: Stored, run: Run): RunContext {
  const memberOf = (id: string) => {
    const known = guild.members.cache.get(id)
    return known && !known.partial ? Promise.resolve(known) : freshMember(guild, id)
  }
  const channel = () => {
    const found = guild.channels.cache.get(run.channelId ?? '')
    return found?.isTextBased() && !isHidden(found) ? found : undefined
  }
  /** The user that the run is about, if no longer a member; undefined if Discord does not know them either. */
  const whoLeft = once(async () => {
    try {
      return await services.client.users.fetch(run.userId)
    } catch (error) {
      if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownUser) return undefined
      throw error
    }
  })
  const context: RunContext = {
    services,
    guild,
    stored,
    run,
    member: once(() => memberOf(run.userId)),
    lastEditor: once(async () => (stored.savedById === null ? undefined : memberOf(stored.savedById))),
    channel,
    message: once(async () => {
      const place = channel()
      if (!place || run.messageId === null) return undefined
      try {
        return await place.messages.fetch({ message: run.messageId, cache: false, force: true })
      } catch (error) {
        if (isGone(error)) return undefined
        throw error
      }
    }),
    async fill(text) {
      const about = (await context.member()) ?? (await whoLeft())
      const message = /\{message/i.test(text) ? await context.message() : undefined
      return composed(text, {
        member: about && memberFacts(about),
        server: serverFacts(guild),
        channelId: run.channelId ?? undefined,
        message: message && { text: messageFacts(message).text, link: message.url },
      })
    },
  }
  return context
}
