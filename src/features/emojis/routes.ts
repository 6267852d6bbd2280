import { buffer } from 'node:stream/consumers'
import type { Answered } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import type emojis from './contract.ts'
import { nameOfFile } from './emoji/contract.ts'
import { listEmojis } from './list.ts'
import { addFile, addFrom, changeEmoji, removeEmojis, restoreEmoji } from './orders/by-members.ts'
import { forgetRemoved, ordersOf, removedEmojiOf } from './orders/rows.ts'
import { keptPicture, picturesOf } from './pictures.ts'

type Endpoints = (typeof emojis)['endpoints']
type Ctx<K extends keyof Answered<Endpoints>> = RouteContext<typeof emojis, Endpoints[K]>

const by = ({ user }: { user: { id: string } }) => ({ userId: user.id, via: 'dashboard' })
const idIn = ({ params }: { params: Record<string, string> }) => params['emojiId'] ?? ''
const notKept = () => new UserError('emojis.not-kept', 'Its picture is not kept any more.', 404)

export const routes = {
  list: (ctx: Ctx<'list'>) => listEmojis(ctx),
  add: (ctx: Ctx<'add'>) => addFrom(ctx, ctx.body.source, ctx.body, by(ctx)),
  async upload(ctx: Ctx<'upload'>) {
    const { file, name, key } = ctx.body
    // Reading fails beyond the size limit, before anything is stored.
    const content = await buffer(file.content)
    return addFile(ctx, content, { name: nameOfFile(file.name) }, { name, key }, by(ctx))
  },
  change: (ctx: Ctx<'change'>) => changeEmoji(ctx, idIn(ctx), ctx.body, by(ctx)),
  remove: (ctx: Ctx<'remove'>) => removeEmojis(ctx, ctx.body.ids, ctx.body.confirm, by(ctx)),
  restore: (ctx: Ctx<'restore'>) => restoreEmoji(ctx, idIn(ctx), by(ctx)),
  async forget(ctx: Ctx<'forget'>) {
    const { guild } = ctx
    const removed = removedEmojiOf(ctx, guild.id, idIn(ctx))
    if (!removed) throw notKept()
    if (ordersOf(ctx, guild.id).some(({ fileId }) => fileId === removed.fileId))
      throw new UserError('emojis.waiting', 'It is being put back right now.', 409)
    forgetRemoved(ctx, guild.id, removed.emojiId)
    await picturesOf(ctx, guild.id).delete(removed.fileId)
    return {}
  },
  async picture(ctx: Ctx<'picture'>) {
    const { guild } = ctx
    const removed = removedEmojiOf(ctx, guild.id, idIn(ctx))
    const found = removed && (await keptPicture(ctx, guild.id, removed.fileId))
    if (!removed || !found) throw notKept()
    return { name: removed.name, type: found.type, content: found.content }
  },
}
