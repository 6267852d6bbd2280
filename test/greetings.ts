import type { APIMessage } from 'discord-api-types/v10'
import { blankUser } from '#sandbox/world/blank.ts'
import { depart } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import type { GuildState } from '#sandbox/world/state.ts'
import type { Harness } from './harness.ts'
import { textOf } from './member.ts'

/** People who join and leave, and the greetings that the bot posts. */
export interface Greetings {
  /** Creates an account that is in no server. @returns its id */
  stranger(name?: string): string
  join(userId: string, code?: string): ReturnType<typeof joinGuild>
  leave(userId: string): void
  /** The bot's messages in a channel that contain this text, oldest first. */
  about(channel: string, text: string): APIMessage[]
  state(): GuildState
}

export function greetingsOf(harness: Harness): Greetings {
  const { context } = harness.sandbox
  const state = () => {
    const found = context.world.guilds.get(harness.guildId)
    if (!found) throw new Error('no guild')
    return found
  }
  return {
    state,
    stranger(name) {
      const id = createAccount(context, 'guest')
      const account = context.world.accounts.get(id)
      if (account && name !== undefined) account.user = blankUser({ id, username: name })
      return id
    },
    join: (userId, code) => joinGuild(context, userId, harness.guildId, code),
    leave: userId => depart(context, state(), userId),
    about: (channel, text) =>
      harness
        .messages(harness.channel(channel))
        .filter(message => message.author.id === harness.botId && textOf(message).includes(text)),
  }
}
