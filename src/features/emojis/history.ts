import { z } from 'zod'
import { field } from '#contract'
import type { Things } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import type emojis from './contract.ts'
import { emojiName, kindOf } from './emoji/contract.ts'
import { notedAs } from './history-entry.ts'
import { doSoon } from './orders/carry-out.ts'
import { demandRoles, demandRoom } from './orders/demands.ts'
import { idsOf, removedEmojiOf } from './orders/rows.ts'
import { addingProblem, demandNone } from './rights.ts'

const told = z.object({
  name: emojiName,
  roles: field.roles('Roles that may use it'),
})

const changed = told.partial()

export const notedEmojis: Things<typeof emojis> = {
  noun: 'emoji',
  fields: told,
  name: 'name',
  read({ guild }, id) {
    const emoji = guild.emojis.cache.get(id)
    return emoji && notedAs({ name: emoji.name, roles: [...emoji.roles.cache.keys()] })
  },
  put(ctx, id, patch, author) {
    const { guild, member } = ctx
    const { name, roles } = changed.parse(patch)
    demandRoles(guild, roles)
    const emoji = guild.emojis.cache.get(id)
    if (emoji) {
      // Only Discord knows who added it, and Discord is not asked while somebody reads a history.
      if (!member.permissions.has('ManageGuildExpressions'))
        throw new UserError('emojis.rights', 'You need Manage Expressions to change emojis.', 403)
      const order = { kind: 'change' as const, emojiId: id, name: name ?? emoji.name, animated: emoji.animated }
      if (author) doSoon(ctx, guild.id, { ...order, roles }, author)
      return
    }
    demandNone(addingProblem(guild, member))
    const removed = removedEmojiOf(ctx, guild.id, id)
    if (!removed)
      throw new UserError('emojis.not-kept', 'Its picture is not kept any more, so it cannot be put back.', 409)
    demandRoom(guild, kindOf(removed.animated))
    if (author)
      doSoon(
        ctx,
        guild.id,
        {
          kind: 'restore',
          emojiId: id,
          name: name ?? removed.name,
          animated: removed.animated,
          roles: roles ?? idsOf(removed.roles),
          fileId: removed.fileId,
        },
        author,
      )
  },
}
