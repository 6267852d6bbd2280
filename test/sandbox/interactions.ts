import { type APIMessage, GatewayDispatchEvents } from 'discord-api-types/v10'
import { replaceCommands } from '#sandbox/world/commands/registry.ts'
import { sendMessage } from '#sandbox/world/messages/send.ts'
import { errorOf } from './error-of.ts'
import { createDemoWorld } from './demo-world.ts'
import { answer } from '#sandbox/world/interactions/callback.ts'
import { startInteraction } from '#sandbox/world/interactions/start.ts'

/** A demo world with commands, and short ways to run them, press controls and respond. */
export function createInteractionWorld() {
  const demo = createDemoWorld()
  const { sandbox, dispatches, idOf } = demo
  const application = [...sandbox.world.applications.values()].find(one => one.name === 'Palisade')
  const application_id = application?.id ?? ''
  const channel_id = demo.channelIdByName('general')
  const where = { application_id, channel_id, nonce: 'n' }
  replaceCommands(sandbox, application_id, 'global', [
    {
      name: 'note',
      description: 'Writes it down',
      options: [
        { type: 3, name: 'text', description: 'd', required: true, max_length: 5, autocomplete: true },
        { type: 6, name: 'who', description: 'd' },
        { type: 8, name: 'role', description: 'd' },
        { type: 7, name: 'where', description: 'd', channel_types: [0] },
        { type: 4, name: 'times', description: 'd', choices: [{ name: 'one', value: 1 }] },
      ],
    },
    { name: 'staff', description: 'd', default_member_permissions: '4' },
    { name: 'Who is this', type: 2 },
    { name: 'Report', type: 3 },
  ])
  const run = (login: string, data: object, more: object = {}) =>
    startInteraction(sandbox, idOf(login), { type: 2, ...where, data, ...more })
  const note = (login: string, ...options: object[]) =>
    run(login, { name: 'note', options: [{ type: 3, name: 'text', value: 'hi' }, ...options] })
  const reply = ({ id, token }: { id: string; token: string }, data: object, type = 4) =>
    answer(sandbox, id, token, { type, data }, []).message
  /** The last interaction the application received. */
  const received = () =>
    dispatches.findLast(dispatch => dispatch.type === GatewayDispatchEvents.InteractionCreate)?.data
  const post = (components: object[]) =>
    sendMessage(sandbox, idOf('palisade'), channel_id, { content: 'choose', components })
  const press = (login: string, message: APIMessage, data: object) =>
    startInteraction(sandbox, idOf(login), { type: 3, ...where, message_id: message.id, data })
  return { ...demo, application_id, channel_id, where, run, note, reply, received, post, press }
}

export const codeOf = (act: () => unknown) => errorOf(act)?.code

export const row = (...components: object[]) => ({ type: 1, components })
export const button = { type: 2, style: 1, label: 'Go', custom_id: 'go' }
