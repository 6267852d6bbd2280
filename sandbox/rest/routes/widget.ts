import { editWidget, widgetSettings, widgetStyle, widgetView } from '../../world/guild/widget.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const settings = '/guilds/:guild_id/widget'
const guildIn = (request: RestRequest) => param(request, 'guild_id')

export default routes([
  {
    method: 'GET',
    path: settings,
    callers: 'signed-in',
    handle: request => json(widgetSettings(request.sandbox, request.actorId, guildIn(request))),
  },
  {
    method: 'PATCH',
    path: settings,
    callers: 'signed-in',
    handle: request => json(editWidget(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: `${settings}.json`,
    callers: 'any',
    handle: request => json(widgetView(request.sandbox, guildIn(request))),
  },
  {
    method: 'GET',
    path: `${settings}.png`,
    callers: 'any',
    async handle(request) {
      const style = widgetStyle(request.sandbox, guildIn(request), request.query)
      // A picture of our own: Discord's drawing does not matter here.
      const { landscape } = await import('../../cdn/picture.ts')
      return { status: 200, contentType: 'image/png', body: landscape(style, 64) }
    },
  },
])
