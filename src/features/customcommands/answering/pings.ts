import type { MessageMentionOptions } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { namedBy } from '#kit/message/limits/contract.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import type { StoredCommand } from '../rows.ts'

type Ctx = Pick<Context, 'guild' | 'access'>

/** Discord's limit on the roles, and on the users, that one message can ping. */
const mostNamed = 100

/** Whether the member who saved a command may still ping everyone. */
async function mayStillPing({ guild, access }: Ctx, { savedById }: StoredCommand): Promise<boolean> {
  const author = savedById === null ? null : await access.member(guild, savedById)
  return author?.permissions.has('MentionEveryone') === true
}

/**
 * Returns who an answer pings: its caller, if it mentions them. Others only if the command's author chose so and still
 * has that right, and only those in the author's own text, never those typed by the caller.
 * @param answer the answer before its placeholders are filled in
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
