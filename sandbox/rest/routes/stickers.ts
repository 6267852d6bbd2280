import { unknown } from '../../world/errors.ts'
import { anySticker, createSticker, stickers } from '../../world/expressions/stickers.ts'
import { expressionRoutes } from '../expression-routes.ts'
import { actorOf, param } from '../request.ts'
import { json, routes } from '../route.ts'

export default routes([
  ...expressionRoutes(stickers, {
    all: '/guilds/:guild_id/stickers',
    id: 'sticker_id',
    create: (request, guildId) =>
      createSticker(request.sandbox, actorOf(request), guildId, request.body, request.files),
  }),
  {
    method: 'GET',
    path: '/stickers/:sticker_id',
    callers: 'signed-in',
    handle: request => json(anySticker(request.sandbox, param(request, 'sticker_id'))),
  },
  // Discord's own packs are not part of this world.
  { method: 'GET', path: '/sticker-packs', callers: 'signed-in', handle: () => json({ sticker_packs: [] }) },
  {
    method: 'GET',
    path: '/sticker-packs/:pack_id',
    callers: 'signed-in',
    handle: () => {
      throw unknown.stickerPack()
    },
  },
])
