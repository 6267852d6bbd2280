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

/** Where a run is done. What it needs to know is asked of Discord once, and only if an action wants it. */
export interface Scene {
  services: Services
  guild: Guild
  stored: Stored
  run: Run
  /** Whom it is about; undefined where they have left. */
  member(): Promise<GuildMember | undefined>
  /** Whoever saved it last; undefined where they have left or are forgotten. */
  keeper(): Promise<GuildMember | undefined>
  channel(): GuildTextBasedChannel | undefined
  /** The message that it is about; undefined where it was deleted. */
  message(): Promise<Message<true> | undefined>
  fill(text: string): Promise<string>
}

const gone = new Set<unknown>([RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel])

/** Whether what was asked for is there no more. */
export const isGone = (error: unknown): boolean => error instanceof DiscordAPIError && gone.has(error.code)

const once = <T>(ask: () => Promise<T>) => {
  let asked: Promise<T> | undefined
  return () => (asked ??= ask())
}

export function sceneOf(services: Services, guild: Guild, stored: Stored, run: Run): Scene {
  const memberOf = (id: string) => {
    const known = guild.members.cache.get(id)
    return known && !known.partial ? Promise.resolve(known) : freshMember(guild, id)
  }
  const channel = () => {
    const found = guild.channels.cache.get(run.channelId ?? '')
    return found?.isTextBased() && !isHidden(found) ? found : undefined
  }
  /** Whom it is about, where they are no member any more; undefined where Discord does not know them either. */
  const whoLeft = once(async () => {
    try {
      return await services.client.users.fetch(run.userId)
    } catch (error) {
      if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownUser) return undefined
      throw error
    }
  })
  const scene: Scene = {
    services,
    guild,
    stored,
    run,
    member: once(() => memberOf(run.userId)),
    keeper: once(async () => (stored.savedById === null ? undefined : memberOf(stored.savedById))),
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
      const about = (await scene.member()) ?? (await whoLeft())
      const message = /\{message/i.test(text) ? await scene.message() : undefined
      return composed(text, {
        member: about && memberFacts(about),
        server: serverFacts(guild),
        channelId: run.channelId ?? undefined,
        message: message && { text: messageFacts(message).text, link: message.url },
      })
    },
  }
  return scene
}
