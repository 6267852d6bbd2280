import { unknown } from '../../world/errors.ts'
import {
  anySticker,
  createSticker,
  deleteSticker,
  editSticker,
  listStickers,
  showSticker,
} from '../../world/expressions/stickers.ts'
import { actorOf, param, silent } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const all = '/guilds/:guild_id/stickers'
const one = `${all}/:sticker_id`
const guildIn = (request: RestRequest) => param(request, 'guild_id')
const stickerIn = (request: RestRequest) => param(request, 'sticker_id')

export default routes([
  {
    method: 'GET',
    path: all,
    callers: 'signed-in',
    handle: request => json(listStickers(request.sandbox, request.actorId, guildIn(request))),
  },
  {
    method: 'POST',
    path: all,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body, files } = request
      return json(createSticker(sandbox, actorOf(request), guildIn(request), body, files), 201)
    },
  },
  {
    method: 'GET',
    path: one,
    callers: 'signed-in',
    handle: request => json(showSticker(request.sandbox, request.actorId, guildIn(request), stickerIn(request))),
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body } = request
      return json(editSticker(sandbox, actorOf(request), guildIn(request), stickerIn(request), body))
    },
  },
  silent('DELETE', one, request => {
    deleteSticker(request.sandbox, actorOf(request), guildIn(request), stickerIn(request))
  }),
  {
    method: 'GET',
    path: '/stickers/:sticker_id',
    callers: 'signed-in',
    handle: request => json(anySticker(request.sandbox, stickerIn(request))),
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
