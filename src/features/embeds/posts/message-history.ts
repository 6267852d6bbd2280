import { z } from 'zod'
import type { Things } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import type embeds from '../contract.ts'
import { summaryOf } from '../stored-message.ts'
import { postOf } from './rows.ts'

/** What the server's history records about a sent message. */
const told = z.object({
  name: z.string().meta({ title: 'Name' }),
  text: z.string().meta({ title: 'Text' }),
})

/** Messages in the server's history. */
export const notedMessages: Things<typeof embeds> = {
  noun: 'message',
  fields: told,
  name: 'name',
  read(ctx, id) {
    const post = postOf(ctx, ctx.guild.id, id)
    return post && { name: post.name, text: summaryOf(post.message) }
  },
  put() {
    throw new UserError('embeds.no-undo', 'A message that was sent is changed on the page Embeds Configuration.', 409)
  },
}
