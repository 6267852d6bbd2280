import type { MessageMentionOptions } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { namedBy } from '#kit/message/limits/contract.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import type { StoredCommand } from '../rows.ts'

type Ctx = Pick<Context, 'guild' | 'access'>

/** Discord's: so many roles, and so many people, are named in one message. */
const mostNamed = 100

/** Whether whoever saved a command may still have anybody pinged. */
async function mayStillPing({ guild, access }: Ctx, { savedById }: StoredCommand): Promise<boolean> {
  const author = savedById === null ? null : await access.member(guild, savedById)
  return author?.permissions.has('MentionEveryone') === true
}

/**
 * Whom an answer pings: its caller, where it names them. Others only where its author chose that and may still do so, and
 * only whom the author named: never whom the caller typed.
 * @param answer with its placeholders unfilled
 */
export async function pingsOf(
  ctx: Ctx,
  command: StoredCommand,
  answer: MessageDraft,
  callerId: string,
): Promise<MessageMentionOptions> {
  if (!command.design.pings || !(await mayStillPing(ctx, command)))
    return { parse: [], users: [callerId], repliedUser: false }
  const { everyone, roles, users } = namedBy(answer)
  return {
    parse: everyone ? ['everyone'] : [],
    roles: roles.slice(0, mostNamed),
    users: [...new Set([callerId, ...users])].slice(0, mostNamed),
    repliedUser: false,
  }
}
