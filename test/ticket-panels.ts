import type { APIMessage } from 'discord-api-types/v10'
import { applicationOf } from '#sandbox/demo/environment.ts'
import type { Harness } from './harness.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

/** A field of a modal, as filled in by a member. */
interface Filled {
  custom_id: string
  value?: string | boolean
  values?: string[]
}

/** Tickets as people use them: the dashboard's API, buttons and modals. */
export interface Tickets {
  owner: Visitor
  under(path: string): string
  /** Saves a panel in #general. @returns its id */
  panel(change?: Record<string, unknown>): Promise<string>
  /** Posts a panel. @returns its message */
  deploy(panelId: string, channel?: string): Promise<APIMessage>
  /** Changes ticket settings through the general form. */
  general(change: Record<string, unknown>): Promise<void>
  /** Changes limits. */
  limits(change: Record<string, unknown>): Promise<void>
  /** Switches off the confirmation step and the cooldown, so that a press opens a ticket. */
  atOnce(): Promise<void>
  /** The id of a role of the guild. */
  roleCalled(name: string): string
  /** Lets `login` do something. @returns the answer that they get */
  told(login: string, act: () => Promise<unknown>): Promise<APIMessage>
  /** Fills in and sends the modal that a member has open. */
  submit(login: string, fields: readonly Filled[], files?: readonly File[]): Promise<void>
  /** Rows of the product's own database. */
  rows<T = Record<string, unknown>>(sql: string): T[]
  /** The channels that tickets of the guild are in. */
  channels(): Promise<string[]>
}

/** The custom ids of the controls on a message. */
export const controlsOn = (message: APIMessage): string[] =>
  (message.components ?? []).flatMap(row =>
    'components' in row ? row.components.flatMap(one => ('custom_id' in one ? [one.custom_id] : [])) : [],
  )

/** @param harness its confirmation step and cooldown are switched off, so that a press opens a ticket at once */
export async function createTickets(harness: Harness): Promise<Tickets> {
  const owner = await harness.signIn('owner')
  const under = (path: string) => `/api/guild/${harness.guildId}/tickets${path}`
  const done = async (method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
    const { status, body: answer } = await owner.call(method, under(path), body)
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer as Record<string, unknown>
  }
  const { world } = harness.sandbox.context
  const desk: Tickets = {
    owner,
    under,
    async panel(change = {}) {
      const posted = { title: 'Help', channel_id: harness.channel('general'), ...change }
      const { panel } = (await done('POST', '/panels', posted)) as { panel: { id: string } }
      return panel.id
    },
    async deploy(panelId, channel = 'general') {
      const channelId = harness.channel(channel)
      const { message_id } = await done('POST', `/panels/${panelId}/deploy`, { channelId })
      const message = harness.messages(channelId).find(({ id }) => id === message_id)
      if (!message) throw new Error('the panel was not posted')
      return message
    },
    general: async change => void (await done('POST', '/general', change)),
    limits: async limits => void (await done('POST', '/limits', { limits })),
    async atOnce() {
      await desk.general({ twoStepTicket: false })
      await desk.limits({ rateLimitEnabled: false })
    },
    roleCalled(name) {
      const roles = [...(world.guilds.get(harness.guildId)?.roles.values() ?? [])]
      const role = roles.find(one => one.name === name)
      if (!role) throw new Error(`no role ${name}`)
      return role.id
    },
    async told(login, act) {
      const before = harness.shownTo(login).map(({ id, edited_timestamp }) => `${id} ${edited_timestamp}`)
      await act()
      return until(`what ${login} is told`, () =>
        harness
          .shownTo(login)
          .find(
            ({ id, edited_timestamp, content, embeds }) =>
              !before.includes(`${id} ${edited_timestamp}`) && (content !== '' || embeds.length > 0),
          ),
      )
    },
    async submit(login, fields, files = []) {
      const { userId, token } = harness.as(login)
      const opened = await until(`a dialog in front of ${login}`, () =>
        [...world.interactions.values()].find(one => one.modal !== undefined && one.userId === userId),
      )
      const body = {
        type: 5,
        application_id: applicationOf(harness.sandbox).id,
        guild_id: harness.guildId,
        channel_id: opened.channelId,
        session_id: 'test',
        data: {
          id: opened.id,
          custom_id: opened.modal?.custom_id,
          components: fields.map(component => ({ type: 18, component })),
        },
      }
      const form = new FormData()
      form.set('payload_json', JSON.stringify(body))
      for (const [place, file] of files.entries()) form.set(`files[${place}]`, file)
      const response = await fetch(`${harness.sandbox.api}/v10/interactions`, {
        method: 'POST',
        headers: { authorization: token },
        body: form,
      })
      if (!response.ok) throw new Error(`the dialog was refused: ${await response.text()}`)
    },
    rows: <T>(sql: string) => harness.product.services.db.$client.prepare<unknown[], T>(sql).all(),
    async channels() {
      const found = desk.rows<{ channelId: string }>(
        "select channel_id as channelId from tickets where state = 'open' order by number",
      )
      return found.map(({ channelId }) => channelId)
    },
  }
  return desk
}
